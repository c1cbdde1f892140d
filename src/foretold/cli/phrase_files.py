"""The files of a language in a checkout: read, compared with English, and written with other phrases in them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from foretold import i18n
from foretold.cli import Usage

if TYPE_CHECKING:
    from babel import Locale

_ROOT = Path(__file__).parents[3]
_PAGE = Path("web/src/i18n")
_WIDTH = 120
_LINE = re.compile(r"^  (?:'([^']+)'|(\w+)):\s*(['\"])((?:\\.|(?!\3).)*)\3,(?: //[^\n]*)?$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^ *(?://|#) .*$", re.MULTILINE)
_FORM = re.compile(r"\.(zero|one|two|few|many)$")
_HEAD = '''"""{name}."""

NAME = {name!r}
FORMS = {forms!r}


def form(number: str) -> str:
    """Which of the forms goes with a number as it is written."""
    return {form}


'''


@dataclass(frozen=True)
class Side:
    """One of the two files of a language: the phrases of Python, or those of the page."""

    name: str  # `python` or `page`
    english: dict[str, str]
    own: dict[str, str]


def sides(tag: str) -> list[Side]:
    """The phrases of a language beside the English ones; a language without files has none of its own."""
    own = dict(i18n.language(tag).phrases) if tag in i18n.languages() else {}
    return [
        Side("python", dict(i18n.language(i18n.DEFAULT).phrases), own),
        Side("page", read_page(i18n.DEFAULT), read_page(tag)),
    ]


def read_page(tag: str) -> dict[str, str]:
    """The phrases of the page in a language, by key."""
    folder = _ROOT / _PAGE
    if not (folder / f"{i18n.DEFAULT}.ts").is_file():
        raise Usage("languages-checkout", {})
    path = folder / f"{tag}.ts"
    if not path.is_file():
        return {}
    return {
        quoted or plain: _unescaped(text) for quoted, plain, _, text in _LINE.findall(path.read_text(encoding="utf-8"))
    }


def _unescaped(text: str) -> str:
    def character(escape: re.Match[str]) -> str:
        if escape[1]:
            return chr(int(escape[1], 16))
        return "\n" if escape[2] == "n" else escape[2]

    return re.sub(r"\\(?:u([0-9a-f]{4})|(.))", character, text)


def values_of(phrase: str) -> set[str]:
    """The values that a phrase names, in braces."""
    return {f"{{{name}}}" for name in re.findall(r"\{(\w+)", phrase)}


def wanted(side: Side, forms: tuple[str, ...]) -> list[str]:
    """The keys that a complete file has: the page has one for each plural form of the language, except `other`."""
    if side.name == "python":
        return list(side.english)
    keys = []
    for key in side.english:
        if _FORM.search(key):
            continue
        if any(f"{key}.{form}" in side.english for form in ("one", "two", "few")):
            ordinal = key == "place.ordinal"
            keys += [f"{key}.{form}" for form in forms if form != "other" and not ordinal]
            keys += [own for own in side.own if ordinal and own.startswith(f"{key}.")]
        keys.append(key)
    return keys


def write(tag: str, python: Mapping[str, str], page: Mapping[str, str], head: str) -> list[Path]:
    """Writes both files of a language in the order and with the comments of the English ones; returns their paths."""
    english = (_ROOT / "src/foretold/i18n/en.py").read_text(encoding="utf-8")
    file = _ROOT / "src/foretold/i18n" / f"{tag.replace('-', '_')}.py"
    lines = "".join(
        line + "\n" if key is None else _python_line(key, python[key])
        for key, line in _order(english.split("PHRASES: dict[str, str] = {\n")[1], r'^    "([^"]+)":')
        if key is None or key in python
    )
    file.write_text(f"{head}PHRASES: dict[str, str] = {{\n{lines}}}\n", encoding="utf-8")
    template = (_ROOT / _PAGE / "en.ts").read_text(encoding="utf-8")
    client = _ROOT / _PAGE / f"{tag}.ts"
    first = client.read_text(encoding="utf-8").split("\n")[0] if client.is_file() else f"// {tag}"
    lines = "".join(
        line + "\n" if key is None else "".join(_page_line(own, page[own]) for own in _with_forms(key, page))
        for key, line in _order(template.split("export default {\n")[1], r"^  (?:'([^']+)'|(\w+)):")
        if key is None or not _FORM.search(key)
    )
    begin = f"{first}\n\nimport type {{ Words }} from './languages'\n\nexport default {{\n"
    client.write_text(f"{begin}{lines}}} satisfies Words\n", encoding="utf-8")
    return [file, client]


def _with_forms(key: str, page: Mapping[str, str]) -> list[str]:
    return [own for own in (key, *(f"{key}.{form}" for form in ("zero", "one", "two", "few", "many"))) if own in page]


def _order(text: str, key: str) -> Iterator[tuple[str | None, str]]:
    """The keys and comment lines of a file in their order."""
    for line in text.splitlines():
        match = re.match(key, line)
        if match:
            yield next(group for group in match.groups() if group), line
        elif _COMMENT.match(line):
            yield None, line


def _python_line(key: str, text: str) -> str:
    line = f'    "{key}": {_quoted(text)},\n'
    if _wide(line) <= _WIDTH + 1:
        return line
    parts = "".join(f"        {_quoted(part)}\n" for part in _split(text, _WIDTH - 12))
    return f'    "{key}": (\n{parts}    ),\n'


def _quoted(text: str) -> str:
    """The text as Python writes it, in double quotes."""
    escaped = json.dumps(text, ensure_ascii=False)
    return f"'{text}'" if '\\"' in escaped and "'" not in text and "\\" not in text and "\n" not in text else escaped


def _split(text: str, width: int) -> Iterator[str]:
    """Pieces of a text that fit a width; they end behind a space, or anywhere between wide characters."""
    piece = ""
    for word in re.findall(r"[^\s、。，；：]+[\s、。，；：]*|\s+", text):
        for part in [word] if _wide(word) <= width else list(word):
            if piece and _wide(piece + part) > width:
                yield piece
                piece = ""
            piece += part
    yield piece


def _page_line(key: str, text: str) -> str:
    quote = '"' if text.count("'") > text.count('"') else "'"
    escaped = text.replace("\\", "\\\\").replace(quote, f"\\{quote}").replace("\n", "\\n")
    name = key if re.fullmatch(r"[A-Za-z_]\w*", key) else f"'{key}'"
    line = f"  {name}: {quote}{escaped}{quote},\n"
    return line if _wide(line) <= _WIDTH + 1 else f"  {name}:\n    {quote}{escaped}{quote},\n"


def _wide(text: str) -> int:
    """How many columns a text takes: wide characters take two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def head_of(tag: str) -> str:
    """Returns the head of a language's Python file: its name, plural categories and `form`."""
    file = _ROOT / "src/foretold/i18n" / f"{tag.replace('-', '_')}.py"
    if file.is_file():
        return file.read_text(encoding="utf-8").split("PHRASES: dict[str, str] = {")[0]
    forms = page_forms(tag)
    rules = {("other",): '"other"', ("one", "other"): '"one" if number == "1" else "other"'}
    if forms not in rules:
        raise Usage("languages-forms", {"file": str(file.relative_to(_ROOT)), "forms": ", ".join(forms)})
    name = _locale(tag).get_display_name(tag.replace("-", "_")) or tag
    return _HEAD.format(name=name[:1].upper() + name[1:], forms=forms, form=rules[forms])


def page_forms(tag: str) -> tuple[str, ...]:
    """The plural categories of a language in a browser, by CLDR."""
    tags = {*_locale(tag).plural_form.tags, "other"}
    return tuple(form for form in ("zero", "one", "two", "few", "many", "other") if form in tags)


def _locale(tag: str) -> Locale:
    """What CLDR knows of a language."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        raise Usage("languages-unknown", {"tag": tag}) from None
