"""All languages say the same things; every reason that code can give has a sentence; what a title needs has words."""

from __future__ import annotations

import ast
import json
import re
import string
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from babel import Locale

import foretold
from foretold import i18n
from foretold.cli import main, phrase_files
from foretold.games import TITLES
from foretold.games.prophecy.edition import ProphecyEdition
from tests.conftest import GAMES

ROOT = Path(foretold.__file__).parent
CLIENT = Path(__file__).parents[2] / "web" / "src" / "i18n"
ENGLISH = i18n.phrases("en")
OTHERS = [language for language in i18n.languages() if language != "en"]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# Languages ---------------------------------------------------------------------------------------------------------


SHIPPED = ("de", "en", "es", "fr", "ja", "zh-Hant")


def test_the_languages_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["languages", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(SHIPPED) <= set(figures)
    assert {tag: figures[tag]["missing"] for tag in SHIPPED} == {tag: [] for tag in SHIPPED}
    assert [tag for tag in SHIPPED if not figures[tag]["complete"]] == []
    assert main(["languages", "missing", "ja"]) == 0
    assert main(["languages", "--lang", "en"]) == 0
    assert "ja 日本語: complete" in capsys.readouterr().out


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_phrases_with_the_same_values(language: str) -> None:
    other = i18n.language(language).phrases
    assert set(ENGLISH) == set(other)
    for key, phrase in ENGLISH.items():
        assert fields(phrase) == fields(other[key]), key
        assert phrase.strip(), key
        assert other[key].strip(), key


@pytest.mark.parametrize("language", i18n.languages())
def test_plural_forms_and_decimals_follow_cldr(language: str) -> None:
    locale = Locale.parse(language, sep="-")
    own = i18n.language(language)
    for number in ("0", "1", "2", "3", "5", "10", "11", "12", "21", "100", "1.5"):
        form = locale.plural_form(Decimal(number))
        assert own.form(number) == (form if form in own.forms else "other"), number
    assert own.decimal == locale.number_symbols["latn"]["decimal"]
    assert f"1{own.decimal}5" in i18n.say(language, "site.done", folder="f", size="1.5")


@pytest.mark.parametrize("language", i18n.languages())
def test_a_word_has_as_many_forms_as_its_language_has_plurals(language: str) -> None:
    speaking = i18n.language(language)
    assert speaking.name
    assert {speaking.form(number) for number in ("0", "1", "2", "5", "11", "21", "1.5")} <= set(speaking.forms)
    categories = ("zero", "one", "two", "few", "many", "other")
    assert list(speaking.forms) == [category for category in categories if category in speaking.forms]
    for key, phrase in speaking.phrases.items():
        for _, _, forms, _ in string.Formatter().parse(phrase):
            assert not forms or len(forms.split("|")) == len(speaking.forms), key


def test_numbers_take_their_forms() -> None:
    one = i18n.say("en", "check.ok", records=1, unfinished=0, events=1)
    assert one == "ok: 1 record (0 unfinished), 1 event"
    assert i18n.say("en", "terminal.score.points", score=1) == "1 pt"
    assert i18n.say("en", "terminal.score.points", score=-2) == "-2 pts"
    assert i18n.say("en", "export.done", file="a", count="1,000") == "a holds 1,000 matches."
    assert i18n.say("ja", "terminal.score.points", score=1) == i18n.say("ja", "terminal.score.points", score=2).replace(
        "2", "1"
    )


THIRD = '''"""A third language, in one file."""

from foretold.i18n.en import PHRASES as ENGLISH

NAME = "third"
FORMS = ("one", "few", "other")


def form(number: str) -> str:
    return {"1": "one", "2": "few"}.get(number, "other")


PHRASES = {
    **ENGLISH,
    "title.prophecy": "Tertia",
    "export.done": "{file}: {count} {count:unus|duo|multi}",
    "no.no-such-language": "{found}? {known}!",
}
'''


@pytest.fixture
def third(tmp_path: Path) -> Iterator[str]:
    """A language whose one file has been put where languages stand."""
    (tmp_path / "tlh_XX.py").write_text(THIRD, encoding="utf-8")
    i18n.__path__.append(str(tmp_path))
    i18n.languages.cache_clear()
    yield "tlh-XX"
    i18n.__path__.remove(str(tmp_path))
    i18n.languages.cache_clear()
    i18n.language.cache_clear()
    sys.modules.pop("foretold.i18n.tlh_XX")


def test_a_third_language_is_one_file(third: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert i18n.languages()[0] == "en"
    assert {"ja", third} < set(i18n.languages())
    assert i18n.language(third).name == "third"
    assert [i18n.known(wish) for wish in ("tlh-XX", "tlh_XX.UTF-8", "tlh", "TLH-xx", "tlh-QQ")] == [third] * 5
    assert i18n.accepted("ko, tlh;q=0.7, ja;q=0.3") == third
    counted = [i18n.say(third, "export.done", file="a", count=count) for count in (1, 2, 3)]
    assert counted == ["a: 1 unus", "a: 2 duo", "a: 3 multi"]
    from foretold.server.table.lobby import titles

    label = titles()[2]["label"]
    assert isinstance(label, dict)
    assert {lang: label[lang] for lang in ("en", "ja", third)} == {
        "en": "Prophecy",
        "ja": "プロフェシー",
        third: "Tertia",
    }
    assert main(["simulate", "prophecy", "--bots", "random", "--games", "1", "--lang", third]) == 0
    assert capsys.readouterr().out.startswith("Tertia:")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("en;q=0.5, ja;q=0.6", "ja"),
        ("tlh-XX, tlh;q=0.9, ja;q=0.4, en;q=0.3", "ja"),
        ("tlh, *;q=0.1", "en"),
        ("ja;q=0, en", "en"),
        ("ja;q=soon, ko", "en"),
        (",;q=,,", "en"),
    ],
)
def test_the_language_follows_the_browsers_preference(header: str, language: str) -> None:
    assert i18n.accepted(header) == language


@pytest.mark.parametrize("wish", ["tlh", "qqq_YY.UTF-8", "../en", "words", "__init__"])
def test_an_unknown_language_is_refused_in_one_sentence(
    wish: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORETOLD_LANG"):
        monkeypatch.delenv(name, raising=False)
    out = tmp_path / "out.jsonl"
    command = ["simulate", "--bots", "random", "--games", "1", "--records", str(out)]
    assert main([*command, "--lang", wish]) == 2
    sentence = f"foretold simulate: there's no language '{wish}': choose from {', '.join(i18n.languages())}\n"
    assert capsys.readouterr() == ("", sentence)
    monkeypatch.setenv("FORETOLD_LANG", wish)
    assert main(command) == 2
    assert capsys.readouterr() == ("", sentence)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert main(command) == 2
    assert capsys.readouterr().err.startswith(f"foretold simulate: 「{wish}」という言語はありません。")
    assert not out.exists()
    assert main([*command, "--lang", "en"]) == 0  # the flag comes first
    monkeypatch.delenv("FORETOLD_LANG")
    monkeypatch.setenv("LANG", "tlh_XX.UTF-8")  # a locale is no wish: where we do not have it, English
    assert main(command) == 0


# Refusals ----------------------------------------------------------------------------------------------------------

KINDS = {
    *("Refusal", "UnknownGame", "BadOption", "UnknownBot", "NotationError", "IllegalAction", "BadRecord", "Usage"),
    *("Unfair", "NoSuch", "NotYours", "NotNow", "NotStored", "TooMany", "Unreadable", "Unclear", "no"),
}


def refusals() -> list[tuple[Path, ast.Call]]:
    """Every refusal that the source makes."""
    keys = []
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in KINDS:
                    keys.append((path, node))
    return keys


def reasons() -> set[str]:
    """The first argument of every refusal in the source, where it is a text."""
    first = [call.args[0] for _, call in refusals()]
    return {key.value for key in first if isinstance(key, ast.Constant) and isinstance(key.value, str)}


def test_every_reason_has_a_sentence() -> None:
    assert len(reasons()) > 100
    assert {f"no.{reason}" for reason in reasons()} <= set(ENGLISH)


def test_no_refusal_has_english_text_of_its_own() -> None:
    """What goes into a sentence is names and numbers: words that a refusal has as values would stay English."""
    for path, call in refusals():
        for argument in (*call.args[1:], *(keyword.value for keyword in call.keywords)):
            for node in ast.walk(argument):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    assert not re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", node.value), f"{path.name}: {node.value}"


def test_a_refusal_speaks_both_languages() -> None:
    game = foretold.load("seven-prophecies")
    with pytest.raises(foretold.IllegalAction) as refused:
        game.start(seed=7).apply(0, "2-1-0-3")
    error = refused.value
    assert (error.clause, error.reason) == ("SP2-4", "not-seven")
    assert error.sentence() == "that places 6 tokens: place all 7"
    assert error.sentence("ja") == "6個のトークンになっています。7個すべてを置いてください"
    assert str(error) == "that places 6 tokens: place all 7 (SP2-4)"
    with pytest.raises(ValueError, match="no language"):
        error.sentence("tlh")


# What a title needs ------------------------------------------------------------------------------------------------


def needed() -> list[str]:
    """The phrases that titles, their suits and their variants need on the Python side."""
    keys = []
    for title in TITLES.values():
        first = "bid" if isinstance(title.edition, ProphecyEdition) else "prophecy"
        keys += [f"title.{title.name}", f"terminal.menu.{title.name}"]
        keys += [f"suit.{title.name}.{letter}" for letter in title.suits]
        keys += [f"terminal.rules.{title.name}.{phase}" for phase in (first, "tricks")]
        for variant in title.variants[1:]:
            keys += [f"{key}.{title.name}.{variant}" for key in ("variant", "terminal.rules")]
    for game in GAMES:
        rule, _ = game.tie_break
        keys += [f"report.rule.{rule}", f"terminal.tie.{rule}"]
    return list(dict.fromkeys(keys))


def needed_in_the_client() -> list[str]:
    """The same for the client."""
    keys = []
    for title in TITLES.values():
        keys += [f"game.{title.name}", *(f"home.{title.name}.{part}" for part in ("line", "small"))]
        keys += [f"help.{title.name}.{number}" for number in (1, 2, 3)]
        keys += [f"suit.{title.name}.{letter}" for letter in title.suits]
        keys += [f"option.variant.{title.name}.{variant}" for variant in title.variants]
        keys += [f"option.{option}" for option in title.options if option != "variant"]
    return list(dict.fromkeys(keys))


@pytest.mark.parametrize("key", needed())
def test_titles_and_variants_have_words(key: str) -> None:
    lacking = [f"{language}.py" for language in i18n.languages() if key not in i18n.phrases(language)]
    assert not lacking, f"add '{key}' to src/foretold/i18n/{' and '.join(lacking)}"


@pytest.mark.parametrize("key", needed_in_the_client())
def test_titles_and_variants_have_words_in_the_client(key: str) -> None:
    """In English: what the other languages lack then does not compile."""
    there = re.findall(r"^  '([^']+)':", (CLIENT / "en.ts").read_text(encoding="utf-8"), re.M)
    others = " and ".join(sorted(path.name for path in CLIENT.glob("??.ts")))
    assert key in there, f"add '{key}' to {others} in web/src/i18n"


@pytest.mark.parametrize("language", i18n.languages())
def test_every_suit_of_a_game_has_its_own_name(language: str) -> None:
    for title in TITLES.values():
        assert len({i18n.suit_name(language, title.name, letter) for letter in title.suits}) == len(title.suits) == 4


def test_a_variant_without_phrases_goes_by_its_plain_name() -> None:
    game = "seven-prophecies-2017"
    assert i18n.variant_name("en", game, "first-to-three") == "first-to-three"
    assert i18n.title_name("ja", "solitaire") == "solitaire"
    i18n.add("en", {f"variant.{game}.first-to-three": "first to three"})
    try:
        assert i18n.variant_name("en", game, "first-to-three") == "first to three"
        assert i18n.variant_name("ja", game, "first-to-three") == "first to three"  # English stands in
    finally:
        i18n.language.cache_clear()
    assert i18n.variant_name("en", game, "first-to-three") == "first-to-three"


# PO files ----------------------------------------------------------------------------------------------------------


def test_phrases_that_a_language_lacks_are_shown_in_english(third: str) -> None:
    own = i18n.language(third).phrases
    del own["join"], own["check.ok"]
    assert i18n.missing(third) == ["join", "check.ok"]
    assert i18n.phrases(third)["join"] == ", "
    assert i18n.say(third, "check.ok", records=1, unfinished=0, events=2) == "ok: 1 record (0 unfinished), 2 events"


def test_every_phrase_survives_a_po_file_round_trip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    po = tmp_path / "ja.po"
    assert main(["languages", "export", "ja", str(po)]) == 0
    text = po.read_text("utf-8")
    assert 'msgctxt "page/app.name"' in text
    before = {side.name: side.own for side in phrase_files.sides("ja")}
    for folder in ("src/foretold/i18n", "web/src/i18n"):
        (tmp_path / folder).mkdir(parents=True)
        for file in (ROOT.parents[1] / folder).glob("[ej][na].*"):
            (tmp_path / folder / file.name).write_text(file.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(phrase_files, "_ROOT", tmp_path)
    po.write_text(text.replace("七言予言", "七つの予言"), "utf-8")
    assert main(["languages", "import", "ja", str(po), "--lang", "en"]) == 0
    after = phrase_files.read_page("ja")
    assert after == {key: phrase.replace("七言予言", "七つの予言") for key, phrase in before["page"].items()}
    written: dict[str, object] = {}
    exec((tmp_path / "src/foretold/i18n/ja.py").read_text("utf-8"), written)
    assert written["PHRASES"] == {
        key: phrase.replace("七言予言", "七つの予言") for key, phrase in before["python"].items()
    }
    capsys.readouterr()


def test_phrases_with_escapes_and_comments_read_as_on_the_page() -> None:
    assert phrase_files.read_page("ja")["seven.leads.n"] == "リード\u200b{n}"  # written with an escape and a comment


def test_a_new_language_can_start_from_a_po_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("src/foretold/i18n", "web/src/i18n"):
        (tmp_path / folder).mkdir(parents=True)
        for file in (ROOT.parents[1] / folder).glob("en.*"):
            (tmp_path / folder / file.name).write_text(file.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(phrase_files, "_ROOT", tmp_path)
    po = tmp_path / "sv.po"
    assert main(["languages", "export", "sv", str(po)]) == 0
    po.write_text(
        po.read_text("utf-8").replace('msgid "Jaguar"\nmsgstr ""', 'msgid "Jaguar"\nmsgstr "Jaguaren"'), "utf-8"
    )
    assert main(["languages", "import", "sv", str(po)]) == 0
    assert phrase_files.read_page("sv") == {"specialist.Jaguar": "Jaguaren"}
    written: dict[str, object] = {}
    exec((tmp_path / "src/foretold/i18n/sv.py").read_text("utf-8"), written)
    assert (written["NAME"], written["PHRASES"]) == ("Svenska", {"specialist.Jaguar": "Jaguaren"})


def test_a_po_file_whose_phrase_lacks_a_value_is_refused_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    po, page = tmp_path / "ja.po", ROOT.parents[1] / "web/src/i18n/ja.ts"
    before = page.read_text("utf-8")
    assert main(["languages", "export", "ja", str(po)]) == 0
    po.write_text(po.read_text("utf-8").replace('msgstr "席{number}"', 'msgstr "席"'), "utf-8")
    assert main(["languages", "import", "ja", str(po), "--lang", "en"]) == 2
    assert "python/seat must name these values and no others: {number}" in capsys.readouterr().err
    assert page.read_text("utf-8") == before


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("export",), "needs a language"),
        (("export", "not a tag"), "a language tag"),
        (("import", "fr", "nowhere.po"), "can't read"),
        (("missing", "tlh"), "no language 'tlh'"),
    ],
)
def test_wrong_usage_of_the_languages_command_is_refused(
    given: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["languages", *given, "--lang", "en"]) == 2
    assert said in capsys.readouterr().err
