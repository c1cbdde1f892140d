"""Settings of `foretold serve`: flags, variables, defaults, bad values, and the table of the docs."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from foretold import cli
from foretold.cli.settings import OPEN, OWN_PATHS, QR, SETTINGS, settings
from foretold.server.routes import ENDPOINTS
from foretold.server.web.app import Config
from foretold.server.web.static_files import PAGES

DOCS = Path(__file__).parents[2] / "docs" / "server.md"


pytestmark = pytest.mark.usefixtures("plain_environment")


PARSER = cli.build_parser()


def chosen(*arguments: str) -> Mapping[str, object]:
    """What `foretold serve` makes of these arguments and the environment."""
    return settings(PARSER.parse_args(["serve", *arguments]))


def test_defaults_match_the_servers() -> None:
    settings = chosen()
    config = Config(Path("x"))
    assert (settings["host"], settings["port"], settings["log-level"], settings["log-file"]) == (
        "0.0.0.0",
        8421,
        "info",
        None,
    )
    assert (settings["public-url"], settings["prefix"], settings["proxies"]) == (config.public_url, config.prefix, "")
    assert settings["names"] == config.names
    assert (settings["bot-delay"], settings["bot-workers"]) == (config.bot_delay, config.bot_workers)
    assert (settings["message-rate"], settings["request-rate"]) == (config.message_rate, config.request_rate)
    assert settings["connections-per-address"] == config.connections_per_address
    assert (settings["review-worlds"], settings["review-nice"]) == config.reviews[:2]
    assert (settings["keep-people"], settings["keep-tables"]) == (config.people_days, config.table_days)
    assert (settings["most-tables"], settings["tables-per-person"], settings["tables-per-address"]) == config.limits
    called = (settings["push-hosts"], settings["webhook-hosts"], settings["contact"], settings["call-delay"])
    assert called == config.outreach
    assert (settings["qr"], settings["open"]) == (None, None)


EXAMPLES: dict[str, tuple[tuple[str, Any], tuple[str, Any]]] = {
    "host": (("127.0.0.1", "127.0.0.1"), ("[::1]", "::1")),
    "port": (("9000", 9000), ("0", 0)),
    "public-url": (("https://Cards.example:443/", "https://cards.example"), ("http://x:80/y", "http://x/y")),
    "names": (("Cards.example., box", "cards.example,box"), ("*", "*")),
    "prefix": (("cards", "/cards"), ("/a/b/", "/a/b")),
    "proxies": (("127.0.0.1, 10.0.0.0/8", "127.0.0.1,10.0.0.0/8"), ("*", "*")),
    "bot-delay": (("0.5", 0.5), ("2", 2.0)),
    "workers": (("1", 1), ("8", 8)),
    "metrics": (("127.0.0.1:9464", ("127.0.0.1", 9464)), ("9465", ("127.0.0.1", 9465))),
    "bot-workers": (("1", 1), ("8", 8)),
    "review-worlds": (("0", 0), ("2000", 2000)),
    "review-nice": (("0", 0), ("19", 19)),
    "most-tables": (("10", 10), ("20", 20)),
    "tables-per-person": (("1", 1), ("7", 7)),
    "tables-per-address": (("1", 1), ("70", 70)),
    "message-rate": (("5", 5.0), ("1000000", 1e6)),
    "request-rate": (("5", 5.0), ("2.5", 2.5)),
    "connections-per-address": (("0", 0), ("70", 70)),
    "keep-people": (("1", 1), ("30", 30)),
    "keep-tables": (("1", 1), ("400", 400)),
    "push-hosts": (("Push.example, *.example.org", "push.example,*.example.org"), ("none", "")),
    "webhook-hosts": (("chat.example", "chat.example"), ("a.example,b.example", "a.example,b.example")),
    "contact": (("mailto:a@b.example", "mailto:a@b.example"), ("https://b.example", "https://b.example")),
    "call-delay": (("0", 0.0), ("2.5", 2.5)),
    "log-level": (("DEBUG", "debug"), ("error", "error")),
    "backup-dir": (("copies", Path("copies")), ("others", Path("others"))),
    "log-file": (("a.log", Path("a.log")), ("b.log", Path("b.log"))),
}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_flag_beats_a_variable_beats_the_default(setting: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (first, value), (second, other) = EXAMPLES[setting.name]
    monkeypatch.setenv(setting.variable, "")
    assert chosen()[setting.name] == setting.default
    monkeypatch.setenv(setting.variable, first)
    assert chosen()[setting.name] == value
    assert chosen(setting.flag, second)[setting.name] == other


def test_the_flags_of_a_switch_beat_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORETOLD_QR", "no")
    monkeypatch.setenv("FORETOLD_OPEN", "yes")
    assert (chosen()["qr"], chosen()["open"]) == (False, True)
    assert (chosen("--qr")["qr"], chosen("--no-browser")["open"]) == (True, False)


def test_the_path_of_the_public_url_is_the_prefix() -> None:
    assert chosen("--public-url", "https://x.example/cards/")["prefix"] == "/cards"
    assert chosen("--public-url", "https://x.example/cards", "--prefix", "cards")["prefix"] == "/cards"
    assert chosen("--public-url", "https://例え.example")["public-url"] == "https://xn--r8jz45g.example"


BAD = {
    "host": ["a b", "http://x"],
    "port": ["x", "-1", "65536", "8421.0", "８"],
    "public-url": ["cards.example", "ftp://x", "https://", "https://x/?a", "https://x:99999", "https://a@x/", "//x"],
    "names": ["a b", "http://x", "x,", "*,x", "x:80"],
    "prefix": ["/a b", "/a//b", "/api", "/assets/x", "/..", "/ä"],
    "proxies": ["localhost", "10.0.0.1/8", "127.0.0.1,", "*,127.0.0.1"],
    "bot-delay": ["x", "0", "nan", "inf", "-1"],
    "workers": ["0", "two"],
    "bot-workers": ["0", "two"],
    "review-worlds": ["-1", "some"],
    "review-nice": ["-1", "20"],
    "most-tables": ["0", "1.5"],
    "tables-per-person": ["0", "x"],
    "tables-per-address": ["0", "-1"],
    "message-rate": ["0.5", "x"],
    "request-rate": ["0", "nan"],
    "connections-per-address": ["-1", "x"],
    "keep-people": ["0", "-3"],
    "keep-tables": ["0", "x"],
    "push-hosts": ["*", "https://push.example", "a b"],
    "webhook-hosts": ["a.*.b"],
    "contact": ["ann", "mailto:ann", "http://b.example"],
    "call-delay": ["-1", "x"],
    "log-level": ["loud"],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in BAD.items() for text in texts])
def test_a_bad_value_is_refused_in_one_sentence(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    [setting] = [setting for setting in SETTINGS if setting.name == name]
    with pytest.raises(cli.Usage) as refused:
        chosen(f"{setting.flag}={text}")
    assert refused.value.sentence().startswith(f"{setting.flag} is '{text}': ")
    monkeypatch.setenv(setting.variable, text)
    with pytest.raises(cli.Usage) as refused:
        chosen()
    assert refused.value.sentence().startswith(f"{setting.variable} is '{text}': ")
    assert refused.value.sentence("ja").startswith(f"{setting.variable} の値「{text}」は使えません。")
    assert chosen(setting.flag, EXAMPLES[name][0][0])[name] == EXAMPLES[name][0][1]  # the flag is right


def test_wrong_usage_writes_nothing(tmp_path: Path, monkeypatch: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, sentence in (
        (["--port", "x\ny"], "--port is 'x\\ny': use a whole number from 0 to 65535"),
        (["--qr"], "FORETOLD_OPEN is 'perhaps': write yes or no"),
        (
            ["--public-url", "https://x.example", "--prefix", "/cards", "--open"],
            "the prefix /cards isn't the path of the public address https://x.example: "
            "leave --prefix out, or make them the same",
        ),
    ):
        monkeypatch.setenv("FORETOLD_OPEN", "perhaps")
        assert cli.main(["serve", *arguments]) == 2
        assert capsys.readouterr() == ("", f"foretold serve: {sentence}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_prefix_is_never_mistaken_for_a_path_of_the_server() -> None:
    own = {path.split("/")[1] for path in (*PAGES, *(endpoint.path for endpoint in ENDPOINTS))}
    assert own - {""} <= set(OWN_PATHS)


def test_the_table_in_the_docs_matches_the_parser() -> None:
    rows = re.findall(r"^\| (`--.*?) \| (.*?) \| (.*?) \| .+ \|$", DOCS.read_text("utf-8"), re.M)
    documented = {
        flag: (variable, default) for flags, variable, default in rows for flag in re.findall(r"--[\w-]+", flags)
    }
    commands = next(a for a in PARSER._actions if isinstance(a, argparse._SubParsersAction))
    flags = {flag for action in commands.choices["serve"]._actions for flag in action.option_strings}
    assert set(documented) == flags - {"-h", "--help"}
    for setting in (*SETTINGS, QR, OPEN):
        variable, default = documented[setting.flag]
        assert variable == f"`{setting.variable}`"
        if setting.default is not None:
            assert default == (f"`{setting.default}`" if setting.default != "" else "–")
    assert documented["--database"][0] == "`FORETOLD_DATABASE`"
    assert documented["--lang"][0] == "`FORETOLD_LANG`"
