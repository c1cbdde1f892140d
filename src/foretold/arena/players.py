"""Who sits in the arena: bots with their settings, and `cheat`, which sees all hands and plays nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from time import process_time
from typing import NamedTuple

from foretold.bots import Bot, bot
from foretold.cards import Action, Bid
from foretold.errors import UnknownBot
from foretold.games import Game, State
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.views import View

Setting = int | float | bool | str

WORLDS = {"seer": 100, "cheat": 1}  # what a searching bot thinks with if nothing is said: in worlds, results repeat
SEARCHING = ("cheat", "seer", "adept")  # what has kernels to compile first
MOST_WORLDS = 10**6
SECONDS = (0.02, 5.0)  # what seer takes
SWAPS = 4  # of two cards, between the truth and a world near it


class Spec(NamedTuple):
    """A bot as it is written: `greedy`, `seer:worlds=60`, `seer:seconds=0.2`."""

    name: str
    settings: tuple[tuple[str, Setting], ...] = ()

    @property
    def timed(self) -> bool:
        """Whether it thinks by the clock, so that its choices do not repeat."""
        return any(key == "seconds" for key, _ in self.settings)

    def __str__(self) -> str:
        return ":".join([self.name, *(f"{key}={_written(value)}" for key, value in self.settings)])


def _written(value: Setting) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_spec(text: str) -> Spec:
    """The bot that a text names, checked, with a budget in worlds where it searches and none is given."""
    spec = parse_spec(text)
    settings = dict(spec.settings)
    if spec.name in WORLDS and "worlds" not in settings and "seconds" not in settings:
        settings["worlds"] = WORLDS[spec.name]
    spec = Spec(spec.name, tuple(settings.items()))
    Player(spec)
    return spec


def parse_spec(text: str) -> Spec:
    """The bot that a text names, with the settings that it gives and no others."""
    name, *parts = text.split(":")
    settings: dict[str, Setting] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not (key.isidentifier() and equals and value) or key in settings:
            raise UnknownBot("arena-bot-form", {"text": text[:60]})
        settings[key] = _budget(text, key, value) if key in ("worlds", "seconds") else _read(value)
    if "worlds" in settings and "seconds" in settings:
        raise UnknownBot("arena-budget", {"text": text[:60]})
    return Spec(name, tuple(settings.items()))


def _budget(text: str, key: str, value: str) -> Setting:
    found = _read(value)
    if key == "worlds" and type(found) is int and 1 <= found <= MOST_WORLDS:
        return found
    if key == "seconds" and type(found) in (int, float) and SECONDS[0] <= float(found) <= SECONDS[1]:
        return float(found)
    raise UnknownBot("arena-budget", {"text": text[:60]})


def _read(value: str) -> Setting:
    if value in ("true", "false"):
        return value == "true"
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    return value


class AllHands(NamedTuple):
    """What a bot that sees everything is shown: the state, and which seat it has."""

    state: State
    seat: int


class Player:
    """A bot of the arena at work."""

    def __init__(self, spec: Spec) -> None:
        settings = dict(spec.settings)
        self._mind: Bot | CheatBot
        if spec.name != "cheat":
            self._mind = bot(spec.name, **settings)
        elif set(settings) <= {"worlds"}:
            self._mind = CheatBot(int(settings.get("worlds", WORLDS["cheat"])))
        else:
            raise UnknownBot("bot-setting", {"bot": spec.name, "found": sorted(settings)})

    def choose(self, state: State, seat: int, rng: Random) -> tuple[Action, float]:
        """Its action, and the CPU seconds that choosing took; making the view is not its work."""
        if isinstance(self._mind, CheatBot):
            begun = process_time()
            action = self._mind.choose(AllHands(state, seat), rng)
        else:
            view = state.view(seat)
            begun = process_time()
            action = self._mind.choose(view, rng)
        return action, process_time() - begun


class CheatBot:
    """Sees all hands and plays every choice out with them, the others playing as `greedy` does.

    One world is the truth, and all there is to know against `greedy`. Others do not play as it believes: with more
    worlds it also looks at such as differ from the truth by a few cards, and chooses what does well in all of them.
    """

    def __init__(self, worlds: int = 1) -> None:
        self.worlds = worlds

    def choose(self, seen: AllHands, rng: Random) -> Action:
        """The choice whose play-outs end best on average."""
        state, seat = seen
        game = state.game
        views = [state.view(each) for each in game.seats]
        view = views[seat]
        if len(view.legal) == 1:
            return view.legal[0]
        hands = [game.mask(each.hand) for each in views]
        bids = [_bid_mask(game, each) for each in views]
        values = _values(view, rng, hands, bids)
        for _ in range(1, self.worlds):
            for choice, value in _values(view, rng, _nearly(hands, seat, rng), bids).items():
                values[choice] += value
        return view.legal[max(values, key=values.__getitem__)]


def _values(view: View, rng: Random, hands: Sequence[int], bids: Sequence[int]) -> dict[int, float]:
    """What each choice, by its number in `view.legal`, is worth with these hands; the best first."""
    from foretold.bots import prophecy_seer, seven_seer
    from foretold.bots.race import Budget

    once = Budget(1, None)
    if isinstance(view, SevenView):
        standings = seven_seer.search(view, rng, once, tuple(hands))
    else:
        assert isinstance(view, ProphecyView)
        standings = prophecy_seer.search(view, rng, once, tuple(hands), tuple(bids))
    return {standing.choice: standing.value for standing in standings}


def _nearly(hands: Sequence[int], seat: int, rng: Random) -> list[int]:
    """The hands after some cards of others have changed places."""
    found = list(hands)
    others = [each for each, hand in enumerate(hands) if each != seat and hand]
    for _ in range(SWAPS if len(others) > 1 else 0):
        one, two = rng.sample(others, 2)
        both = rng.choice(_bits(found[one])) | rng.choice(_bits(found[two]))
        found[one] ^= both
        found[two] ^= both
    return found


def _bits(mask: int) -> list[int]:
    return [1 << i for i in range(mask.bit_length()) if mask >> i & 1]


def _bid_mask(game: Game, view: View) -> int:
    """The cards that a seat has bid; none before it has, and in a game without bids."""
    bid = view.bids[view.seat] if isinstance(view, ProphecyView) and view.seat is not None else None
    return game.mask(bid.cards) if isinstance(bid, Bid) else 0


@cache
def warm_up(game: Game, name: str) -> None:
    """Plays a round with a searching bot, so that compiling is over before times are taken."""
    player = Player(Spec(name, (("worlds", 1),)))
    state, rng = game.start(seed=0), Random(0)
    while not state.finished:
        seat = state.actors[0]
        state = state.apply(seat, player.choose(state, seat, rng)[0])
