"""Facts about the three titles, as a lobby needs them, without their rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from foretold import i18n
from foretold.errors import BadOption, UnknownGame
from foretold.games.prophecy.edition import PROPHECY, Course, ProphecyEdition
from foretold.games.seven.edition import FIRST_EDITION, SECOND_EDITION, SevenEdition
from foretold.json_types import Json

STANDARD = "standard"  # the default variant
Setting = str | bool
Why = tuple[str, dict[str, Json]]  # a reason key and its values


class Option(Protocol):
    """One option: its default, and the reason why a value does not fit, both by variant."""

    def default(self, variant: str) -> Setting: ...

    def refusal(self, value: object, variant: str) -> Why | None: ...


@dataclass(frozen=True)
class OneOf:
    """The variant option."""

    names: tuple[str, ...]

    def default(self, variant: str) -> Setting:
        return STANDARD

    def refusal(self, value: object, variant: str) -> Why | None:
        return None if value in self.names else ("option-value", {"choices": list(self.names)})


@dataclass(frozen=True)
class Switch:
    """An option that is on or off."""

    usual: bool

    def default(self, variant: str) -> Setting:
        return self.usual

    def refusal(self, value: object, variant: str) -> Why | None:
        return None if type(value) is bool else ("option-value", {"choices": ["true", "false"]})


@dataclass(frozen=True)
class WheelOrder:
    """The trump of each round, as suit letters (PR-20)."""

    suits: str
    courses: Mapping[str, Course]

    def default(self, variant: str) -> Setting:
        return self._course(variant).wheel

    def refusal(self, value: object, variant: str) -> Why | None:
        course = self._course(variant)
        wheel, letters = course.wheel, course.wheel if course.each_once else self.suits
        fits = isinstance(value, str) and len(value) == len(wheel) and set(value) <= set(letters)
        if fits and not (course.each_once and sorted(str(value)) != sorted(wheel)):
            return None
        reason = "wheel-each-once" if course.each_once else "wheel-letters"
        return reason, {"count": len(wheel), "letters": list(letters), "example": wheel}

    def _course(self, variant: str) -> Course:
        return self.courses.get(variant, self.courses[STANDARD])


@dataclass(frozen=True, eq=False)
class Title:
    """The facts about a title that are known before playing; `edition` holds its rules and variants."""

    name: str
    suits: str
    players: tuple[int, ...]
    minutes: int  # of a match among people, according to the publisher
    minutes_with_bots: int  # of one person against bots at normal tempo: tests/server/test_durations.py
    designers: tuple[str, ...]
    publisher: str
    year: int | None
    examples: tuple[str, ...]  # of its notation
    edition: SevenEdition | ProphecyEdition

    @property
    def label(self) -> str:
        """The English name; names in all languages are in `i18n`."""
        return i18n.title_name(i18n.DEFAULT, self.name)

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the variants, the standard one first."""
        return tuple(self.edition.variants)

    @property
    def options(self) -> Mapping[str, Option]:
        """The options that a table may set, by name."""
        options: dict[str, Option] = {"variant": OneOf(self.variants)} if len(self.variants) > 1 else {}
        if isinstance(self.edition, ProphecyEdition):
            options["wheel"] = WheelOrder(self.suits, self.edition.variants)
        return {**options, **{name: Switch(usual) for name, usual in self.edition.switches.items()}}

    def defaults(self, given: Mapping[str, object]) -> dict[str, Setting]:
        """Returns every option at its default, which may depend on the variant."""
        variant = str(given.get("variant", STANDARD))
        return {name: option.default(variant) for name, option in self.options.items()}

    def check(self, players: object, given: Mapping[str, object]) -> dict[str, Setting]:
        """Checks the player count and the options, and returns the options in the title's order."""
        if type(players) is not int or players not in self.players:
            counts = list(map(str, self.players))
            raise BadOption("player-count", {"found": _shown(players), "players": [*counts]}, game=self.name)
        options, checked = self.options, dict[str, Setting]()
        for name, value in given.items():
            if name not in options:
                raise BadOption(
                    "no-such-option", {"option": _shown(name), "known": [*options] or ["–"]}, game=self.name
                )
            why = options[name].refusal(value, str(given.get("variant", STANDARD)))
            if why is not None:
                reason, values = why
                raise BadOption(reason, {"option": name, "found": _shown(value), **values}, game=self.name)
            assert isinstance(value, str | bool)
            checked[name] = value
        return {name: checked[name] for name in options if name in checked}


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


_ALL = (
    Title(
        name="seven-prophecies",
        suits="BMPS",
        players=(3, 4),
        minutes=30,
        minutes_with_bots=5,
        designers=("Hinata Origuchi",),
        publisher="SUNNY BIRD / New Mill Industries",
        year=2025,
        examples=("B11", "2-1-1-3"),
        edition=SECOND_EDITION,
    ),
    Title(
        name="seven-prophecies-2017",
        suits="SMER",
        players=(3, 4),
        minutes=45,
        minutes_with_bots=7,
        designers=("Hinata Origuchi",),
        publisher="Blüte Spiele",
        year=2017,
        examples=("E11", "2-1-1-3"),
        edition=FIRST_EDITION,
    ),
    Title(
        name="prophecy",
        suits="SPVE",
        players=(2, 3, 4, 5, 6),
        minutes=45,
        minutes_with_bots=18,
        designers=("Christopher Haviland", "Bob Kamp"),
        publisher="IELLO",
        year=2022,
        examples=("V9", "Monkey:V", "S3+V4+E9", "surrender"),
        edition=PROPHECY,
    ),
)

TITLES: dict[str, Title] = {title.name: title for title in _ALL}


def register(new: Title) -> None:
    """Registers a title in this process; it replaces one of the same name."""
    TITLES[new.name] = new


def title(name: object) -> Title:
    """Returns the title of that name."""
    if not isinstance(name, str) or name not in TITLES:
        raise UnknownGame("unknown-game", {"found": _shown(name), "known": list(TITLES)})
    return TITLES[name]
