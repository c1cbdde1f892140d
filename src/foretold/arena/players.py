"""Players of the arena: bots with settings, and `cheat`, which sees all hands and plays nowhere else."""

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

WORLDS = {"seer": 100, "cheat": 1}  # default budget of a searching bot: in worlds, so that results repeat
SEARCHING = ("cheat", "seer", "adept")  # bots whose kernels must be compiled first
MOST_WORLDS = 10**6
SECONDS = (0.02, 5.0)  # range allowed for seer
SWAPS = 4  # of two cards, between the real deal and a world close to it


class Spec(NamedTuple):
    """A bot as written in arguments: `greedy`, `seer:worlds=60`, `seer:seconds=0.2`."""

    name: str
    settings: tuple[tuple[str, Setting], ...] = ()

    @property
    def timed(self) -> bool:
        """True if it thinks by the clock, so that its choices do not repeat."""
        return any(key == "seconds" for key, _ in self.settings)

    def __str__(self) -> str:
        return ":".join([self.name, *(f"{key}={_written(value)}" for key, value in self.settings)])


def _written(value: Setting) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_spec(text: str) -> Spec:
    """Parses and checks a bot; searching bots get a default budget in worlds."""
    spec = parse_spec(text)
    settings = dict(spec.settings)
    if spec.name in WORLDS and "worlds" not in settings and "seconds" not in settings:
        settings["worlds"] = WORLDS[spec.name]
    spec = Spec(spec.name, tuple(settings.items()))
    Player(spec)
    return spec


def parse_spec(text: str) -> Spec:
    """Parses a bot with exactly the settings given."""
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
    amount = _read(value)
    if key == "worlds" and type(amount) is int and 1 <= amount <= MOST_WORLDS:
        return amount
    if key == "seconds" and type(amount) in (int, float) and SECONDS[0] <= float(amount) <= SECONDS[1]:
        return float(amount)
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
    """What a bot that sees everything is given: the state, and its seat."""

    state: State
    seat: int


class Player:
    """A bot playing in the arena."""

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
        """Returns its action, and the CPU seconds of choosing without those of making the view."""
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

    One world is the real deal, which suffices against `greedy`. Other opponents do not play as it assumes: with more
    worlds it also tries deals that differ by a few cards, and chooses what does well in all of them.
    """

    def __init__(self, worlds: int = 1) -> None:
        self.worlds = worlds

    def choose(self, seen: AllHands, rng: Random) -> Action:
        """Returns the choice whose play-outs end best on average."""
        state, seat = seen
        game = state.game
        views = [state.view(seat) for seat in game.seats]
        view = views[seat]
        if len(view.legal) == 1:
            return view.legal[0]
        hands = [game.mask(view.hand) for view in views]
        bids = [_bid_mask(game, view) for view in views]
        values = _values(view, rng, hands, bids)
        for _ in range(1, self.worlds):
            for choice, value in _values(view, rng, _nearly(hands, seat, rng), bids).items():
                values[choice] += value
        return view.legal[max(values, key=values.__getitem__)]


def _values(view: View, rng: Random, hands: Sequence[int], bids: Sequence[int]) -> dict[int, float]:
    """Returns the value of each choice, by its index in `view.legal`, with these hands; best first."""
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
    """Returns the hands after swapping some cards of the others."""
    swapped = list(hands)
    others = [other for other, hand in enumerate(hands) if other != seat and hand]
    for _ in range(SWAPS if len(others) > 1 else 0):
        first, second = rng.sample(others, 2)
        both = rng.choice(_bits(swapped[first])) | rng.choice(_bits(swapped[second]))
        swapped[first] ^= both
        swapped[second] ^= both
    return swapped


def _bits(mask: int) -> list[int]:
    return [1 << i for i in range(mask.bit_length()) if mask >> i & 1]


def _bid_mask(game: Game, view: View) -> int:
    """Returns the cards that a seat has bid; none before it has, and in a game without bids."""
    bid = view.bids[view.seat] if isinstance(view, ProphecyView) and view.seat is not None else None
    return game.mask(bid.cards) if isinstance(bid, Bid) else 0


@cache
def warm_up(game: Game, name: str) -> None:
    """Plays a round with a searching bot, so that compilation is over before times are taken."""
    player = Player(Spec(name, (("worlds", 1),)))
    state, rng = game.start(seed=0), Random(0)
    while not state.finished:
        seat = state.awaited[0]
        state = state.apply(seat, player.choose(state, seat, rng)[0])
