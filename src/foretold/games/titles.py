"""The facts of the three titles: what a lobby needs, without the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from foretold import words
from foretold.errors import BadOption, UnknownGame


@dataclass(frozen=True)
class Option:
    """One option: its default and whether a value fits, both by variant, and how to say what fits."""

    default: Callable[[str], str | bool]
    fits: Callable[[Any, str], bool]
    choices: str


@dataclass(frozen=True)
class Title:
    """What there is to know of a title before playing it."""

    name: str
    suits: str
    players: tuple[int, ...]
    minutes: int
    designers: tuple[str, ...]
    publisher: str
    year: int | None
    options: Mapping[str, Option]
    variants: tuple[str, ...]
    examples: tuple[str, ...]  # of its notation

    @property
    def label(self) -> str:
        """Its English name; those of all languages stand in the words."""
        return words.title_name(words.DEFAULT, self.name)

    def defaults(self, given: Mapping[str, Any]) -> dict[str, str | bool]:
        """Every option at its default, which may depend on the variant."""
        variant = str(given.get("variant", "standard"))
        return {name: option.default(variant) for name, option in self.options.items()}

    def check(self, players: Any, given: Mapping[str, Any]) -> dict[str, str | bool]:
        """The given options in the title's order, once the player count and all of them fit."""
        if type(players) is not int or players not in self.players:
            known = [str(count) for count in self.players]
            raise BadOption("player-count", {"found": _shown(players), "players": known}, game=self.name)
        for name, value in given.items():
            option = self.options.get(name)
            if option is None:
                known = list(self.options) or ["–"]
                raise BadOption("no-such-option", {"option": _shown(name), "known": known}, game=self.name)
            if not option.fits(value, str(given.get("variant", "standard"))):
                raise BadOption(
                    "option-value",
                    {"option": name, "found": _shown(value), "choices": option.choices},
                    game=self.name,
                )
        return {name: given[name] for name in self.options if name in given}


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


def _variant(*names: str) -> Option:
    return Option(
        default=lambda variant: "standard",
        fits=lambda value, variant: isinstance(value, str) and value in names,
        choices=", ".join(names),
    )


def _switch(default: bool) -> Option:
    return Option(
        default=lambda variant: default,
        fits=lambda value, variant: type(value) is bool,
        choices="true, false",
    )


def _wheel_fits(value: Any, variant: str) -> bool:
    """PR-20: 8 letters of S P V E; the four, each once, in `short`."""
    if not isinstance(value, str):
        return False
    if variant == "short":
        return sorted(value) == sorted("SPVE")
    return len(value) == 8 and set(value) <= set("SPVE")


_WHEEL = Option(
    default=lambda variant: "SPVE" if variant == "short" else "SPVESPVE",
    fits=_wheel_fits,
    choices="wheel",  # told by the words
)

_ALL = (
    Title(
        name="seven-prophecies",
        suits="BMPS",
        players=(3, 4),
        minutes=30,
        designers=("Hinata Origuchi",),
        publisher="SUNNY BIRD",
        year=None,
        options={},
        variants=("standard",),
        examples=("B11", "2-1-1-3"),
    ),
    Title(
        name="seven-prophecies-2017",
        suits="SMER",
        players=(3, 4),
        minutes=45,
        designers=("Hinata Origuchi",),
        publisher="Blüte Spiele",
        year=2017,
        options={
            "variant": _variant("standard", "first-to-two", "single-round"),
            "tenth_trick_scores": _switch(True),
            "negative_scores": _switch(False),
        },
        variants=("standard", "first-to-two", "single-round"),
        examples=("E11", "2-1-1-3"),
    ),
    Title(
        name="prophecy",
        suits="SPVE",
        players=(2, 3, 4, 5, 6),
        minutes=45,
        designers=("Christopher Haviland", "Bob Kamp"),
        publisher="",
        year=None,
        options={"variant": _variant("standard", "short"), "wheel": _WHEEL},
        variants=("standard", "short"),
        examples=("V9", "Monkey:V", "S3+V4+E9", "surrender"),
    ),
)

TITLES: Mapping[str, Title] = {title.name: title for title in _ALL}


def title(name: Any) -> Title:
    """The title of that name."""
    if not isinstance(name, str) or name not in TITLES:
        raise UnknownGame("unknown-game", {"found": _shown(name), "known": list(TITLES)})
    return TITLES[name]
