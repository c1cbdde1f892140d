"""`foretold languages`: how complete each language is; export to and import from PO files for translators."""

from __future__ import annotations

import argparse
import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import TypedDict

from foretold import i18n
from foretold.cli import Usage
from foretold.cli.options import add_language_argument, language, writing
from foretold.cli.record_chunks import printable


class Part(TypedDict):
    """How many phrases or pages of a part there are, of how many."""

    done: int
    of: int


class Figures(TypedDict):
    """How complete a language is."""

    name: str
    python: Part
    page: Part
    rules: Part
    complete: bool
    missing: list[str]


class _Noted(TypedDict):
    """What the build of the client notes of a language."""

    phrases: int
    missing: list[str]
    rules: list[str]


RULES = ("common", "prophecy", "seven-prophecies", "seven-prophecies-2017")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold languages`."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=("list", "missing", "export", "import"),
        default="list",
        help="list how complete the languages are (default); list missing phrases; write or read a PO file",
    )
    parser.add_argument("tag", nargs="?", metavar="TAG", help="a language, such as fr or pt-BR")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the PO file (default: TAG.po)")
    parser.add_argument("--json", action="store_true", help="print figures as JSON")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Lists the languages, or exchanges phrases with a PO file."""
    spoken = language(arguments)
    if arguments.what == "list":
        return _list(spoken, as_json=arguments.json)
    if not arguments.tag:
        raise Usage("languages-tag", {"what": arguments.what})
    if arguments.what == "missing":
        return _missing(arguments.tag, as_json=arguments.json)
    try:
        import babel  # noqa: F401
    except ImportError:
        raise Usage("languages-babel", {}) from None
    path: Path = arguments.file or Path(f"{arguments.tag}.po")
    return (_export if arguments.what == "export" else _import)(arguments.tag, path, spoken)


def completeness() -> dict[str, Figures]:
    """How complete each language is: phrases in Python and of the page, and pages of the rules."""
    page = _of_page()
    everything = len(i18n.language(i18n.DEFAULT).phrases)
    nothing: _Noted = {"phrases": 0, "missing": [], "rules": []}
    every_phrase = page.get(i18n.DEFAULT, nothing)["phrases"]
    figures: dict[str, Figures] = {}
    for tag in i18n.languages():
        absent = i18n.missing(tag)
        own = page.get(tag, nothing)
        rules = [name for name in RULES if name in own["rules"]]
        figures[tag] = {
            "name": i18n.language(tag).name,
            "python": {"done": everything - len(absent), "of": everything},
            "page": {"done": own["phrases"], "of": every_phrase},
            "rules": {"done": len(rules), "of": len(RULES)},
            "complete": not absent and own["phrases"] == every_phrase and len(rules) == len(RULES),
            "missing": [*(f"python/{key}" for key in absent), *(f"page/{key}" for key in own["missing"])],
        }
    return figures


def _of_page() -> dict[str, _Noted]:
    """What the build of the client noted of its languages; nothing where the client was not built."""
    path = files("foretold").joinpath("web", "languages.json")
    noted: dict[str, _Noted] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return noted


def _list(spoken: str, *, as_json: bool) -> int:
    figures = completeness()
    if as_json:
        print(json.dumps(figures, ensure_ascii=False))
        return 0
    for tag, counts in figures.items():
        parts = {"python": counts["python"], "page": counts["page"], "rules": counts["rules"]}
        shown = {name: f"{part['done']}/{part['of']}" for name, part in parts.items()}
        state = i18n.say(spoken, "languages.complete" if counts["complete"] else "languages.incomplete")
        print(printable(i18n.say(spoken, "languages.line", tag=tag, name=counts["name"], state=state, **shown)))
    return 0


def _missing(tag: str, *, as_json: bool) -> int:
    figures = completeness()
    if tag not in figures:
        raise Usage("no-such-language", {"found": tag, "known": list(i18n.languages())})
    keys = figures[tag]["missing"]
    if as_json:
        print(json.dumps(keys))
    elif keys:
        print("\n".join(keys))
    return 1 if keys else 0


def _export(tag: str, path: Path, spoken: str) -> int:
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    from foretold.cli.phrase_files import page_forms, sides, wanted

    forms = page_forms(tag)
    catalog = Catalog(locale=tag.replace("-", "_"), project="Foretold", charset="utf-8", fuzzy=False)
    for side in sides(tag):
        for key in wanted(side, forms):
            source = side.english[key if key in side.english else key.rpartition(".")[0]]
            if source:  # a phrase that is empty in English is not for translators
                catalog.add(source, side.own.get(key, ""), context=f"{side.name}/{key}")
    with writing(path), path.open("wb") as file:
        write_po(file, catalog, width=0, omit_header=False)
    done = sum(1 for message in catalog if message.id and message.string)
    print(printable(i18n.say(spoken, "languages.exported", file=path, count=done, all=len(catalog))))
    return 0


def _import(tag: str, path: Path, spoken: str) -> int:
    from babel.messages.pofile import PoFileError, read_po

    from foretold.cli.phrase_files import head_of, sides, values_of, write

    try:
        with path.open("rb") as file:
            catalog = read_po(file, abort_invalid=True)
    except OSError as error:
        raise Usage("unreadable-file", {"file": str(path), "why": error.strerror or type(error).__name__}) from None
    except (PoFileError, UnicodeDecodeError, ValueError) as error:
        raise Usage("languages-po", {"file": str(path), "why": str(error)}) from None
    translated: dict[str, dict[str, str]] = {side.name: dict(side.own) for side in sides(tag)}
    count = 0
    for message in catalog:
        name, _, key = (message.context or "").partition("/")
        if name in translated and key and message.string and not message.fuzzy:
            phrase, source = str(message.string), str(message.id)
            if values_of(phrase) != values_of(source):
                wanted = ", ".join(sorted(values_of(source))) or "-"
                raise Usage("languages-values", {"key": f"{name}/{key}", "values": wanted})
            translated[name][key] = phrase
            count += 1
    for written in write(tag, translated["python"], translated["page"], head_of(tag)):
        print(written)
    print(printable(i18n.say(spoken, "languages.imported", count=count, file=path)), file=sys.stderr)
    return 0
