"""A language made from English: accented, longer, in brackets. It shows what is not in the words, and what has no room.

`python -m tests.docs.pseudo FOLDER` writes its two files into the folder, to look at them: `en_XA.py`, which would
stand in src/foretold/i18n, and `en-XA.ts`, which would stand in web/src/i18n. Neither is part of the package.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foretold import i18n

TAG = "en-XA"  # the name that CLDR gives to English in accents
WEB = Path(__file__).parents[2] / "web"
_ACCENTS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçðéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ",
)
_FILLER = "one two three four five six seven eight nine ten " * 20
_PYTHON = '''"""English in accents."""

NAME = {name!r}
FORMS = ("one", "other")


def form(number: str) -> str:
    """Which of the forms goes with a number."""
    return "one" if number == "1" else "other"


PHRASES: dict[str, str] = {{
{phrases}
}}
'''


def pseudo(text: str) -> str:
    """The text in the pseudo-language: every line a third longer and in brackets, values and their names untouched."""
    return "\n".join(map(_line, text.split("\n")))


def _line(line: str) -> str:
    bare = re.sub(r"\{\w+", "", line)
    if not re.search("[A-Za-z]", bare):
        return line
    more = _FILLER[: -(-len(bare.strip()) * 3 // 10)].strip()
    start, end = re.match(r"\s*", line), re.search(r"\s*$", line)
    assert start is not None
    assert end is not None
    parts = re.split(r"(\{[^}]*\})", f"{line.strip()} {more}")
    return f"{start[0]}[{''.join(map(_part, parts))}]{end[0]}"


def _part(part: str) -> str:
    """Letters in accents; of a value in braces only the forms of a word that go with it."""
    if not part.startswith("{"):
        return part.translate(_ACCENTS)
    name, colon, forms = part.partition(":")
    return name + colon + forms.translate(_ACCENTS)


def write_python(folder: Path) -> Path:
    """The language's file for the Python side stands in the folder."""
    phrases = "\n".join(f"    {key!r}: {pseudo(phrase)!r}," for key, phrase in i18n.phrases(i18n.DEFAULT).items())
    file = folder / f"{TAG.replace('-', '_')}.py"
    file.write_text(_PYTHON.format(name=pseudo("English"), phrases=phrases), encoding="utf-8")
    return file


def write_client(folder: Path) -> Path:
    """The language's file for the client stands in the folder."""

    def marked(match: re.Match[str]) -> str:
        start, key, quote, text = match.groups()
        return f"{start}{quote}{text if key.endswith('.lang') else pseudo(text)}{quote},"

    english = (WEB / "src" / "i18n" / "en.ts").read_text(encoding="utf-8")
    _, _, body = english.partition("export default {\n")
    made = re.sub(r"^(  '?([^':\s]+)'?:\s+)(['\"])((?:(?!\3)[^\\]|\\.)*)\3,$", marked, body, flags=re.M)
    file = folder / f"{TAG}.ts"
    table = made.rstrip().removesuffix("}")
    file.write_text(
        f"import type {{ Words }} from './languages'\n\nexport default {{\n{table}}} satisfies Words\n",
        encoding="utf-8",
    )
    return file


@contextmanager
def spoken(folder: Path) -> Iterator[str]:
    """The language is there, because its file stands where languages are looked for; afterwards it is gone."""
    write_python(folder)
    i18n.__path__.append(str(folder))
    i18n.languages.cache_clear()
    try:
        yield TAG
    finally:
        i18n.__path__.remove(str(folder))
        i18n.languages.cache_clear()
        i18n.language.cache_clear()
        sys.modules.pop(f"{i18n.__name__}.{TAG.replace('-', '_')}", None)


def plain(text: str) -> list[str]:
    """What in the text is in plain letters: it did not come from the words of the pseudo-language."""
    return re.findall(r"[A-Za-z]{2,}(?:-[a-z]+)*", text)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    print(write_python(target), write_client(target))
