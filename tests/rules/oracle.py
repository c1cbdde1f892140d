"""The rules a second time, slowly and straight from their clauses, to hold the engine against.

Nothing of the engine is imported here. An oracle is told the deals and actions of a record, in order, and says
after each who may act, what is legal, what the round was worth and who has won.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

SUITS = {"seven-prophecies": "BMPS", "seven-prophecies-2017": "SMER", "prophecy": "SPVE"}
SPECIALISTS = ("Jaguar", "Monkey", "Shaman", "Lizard")
NUMBERS = {
    ("seven-prophecies", 3): 9,
    ("seven-prophecies", 4): 11,
    ("seven-prophecies-2017", 3): 11,
    ("seven-prophecies-2017", 4): 13,
}
BID_SIZE = {2: 4, 3: 3, 4: 3, 5: 2, 6: 2}
HAND_SIZE = {2: 17, 3: 17, 4: 15, 5: 12, 6: 10}
BONUS = {2: 6, 3: 5, 4: 5, 5: 4, 6: 3}


def deck_of(name: str, players: int) -> list[str]:
    """The deck in deck order (ALL-6)."""
    numbers = NUMBERS.get((name, players), 14)
    suited = [f"{suit}{number}" for suit in SUITS[name] for number in range(1, numbers + 1)]
    return suited + list(SPECIALISTS if name == "prophecy" else ())


def splits(places: int, tokens: int = 7) -> Iterator[tuple[int, ...]]:
    """All splits of the tokens, from all on 1st place down."""
    if places == 1:
        yield (tokens,)
        return
    for first in range(tokens, -1, -1):
        for rest in splits(places - 1, tokens - first):
            yield first, *rest


def seven_places(lead: str, plays: Sequence[tuple[int, str]]) -> dict[int, int]:
    """SP1-8: the place of each seat, from its plays in order."""
    ranked = sorted(
        range(len(plays)),
        key=lambda order: (plays[order][1][0] == lead, int(plays[order][1][1:]), order),
        reverse=True,
    )
    return {plays[order][0]: place for place, order in enumerate(ranked, 1)}


def prophecy_winner(trump: str | None, plays: Sequence[tuple[int, str]]) -> int:
    """PR-8, PR-10 … PR-13, PR-19: the seat that wins a trick; a surrender is a play that counts for nothing."""
    led = prophecy_lead(trump, [play for _, play in plays])
    ranks: list[tuple[int, float]] = []  # 3 trump, 2 the Monkey, 1 lead suit, 0 can't win; then the strength within
    for _, play in plays:
        card = play.partition(":")[0]
        if card == "Jaguar":
            ranks.append((3, 15))
        elif card == "Monkey":
            ranks.append((2, 0))
        elif card == "Lizard":
            ranks.append((3, 0) if led == trump is not None else (1, 0) if led else (0, 0))
        elif card == "Shaman":
            kind, strength = ranks[-1]
            ranks.append((kind, strength + 0.5) if kind else (0, 0))
        elif card == "surrender":
            ranks.append((0, 0))
        else:
            kind = 3 if card[0] == trump else 1 if card[0] == led else 0
            ranks.append((kind, int(card[1:]) if kind else 0))
    return plays[ranks.index(max(ranks))][0]


def prophecy_lead(trump: str | None, plays: Sequence[str]) -> str | None:
    """PR-8, PR-19: the lead suit of a trick, None if it has none."""
    led = next(play for play in plays if play != "surrender")
    card, _, named = led.partition(":")
    if card == "Jaguar":
        return trump
    return named or card[0]


@dataclass
class Oracle:
    """What the two oracles share: the seats, the totals, the round that is running."""

    name: str
    players: int
    options: Mapping[str, Any]
    scores: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    winners: tuple[int, ...] = ()
    running: bool = False
    rounds: int = 0

    def __post_init__(self) -> None:
        self.scores = [0] * self.players
        self.order = {card: i for i, card in enumerate(deck_of(self.name, self.players))}
        self.hands: list[set[str]] = []
        self.choices: dict[int, str] = {}
        self.trick: list[tuple[int, str]] = []
        self.leader = 0

    def deal(self, deal: Mapping[str, Any]) -> None:
        self.hands = [set(hand) for hand in deal["hands"]]
        self.choices = {}
        self.trick = []
        self.running = True

    def actors(self) -> tuple[int, ...]:
        if not self.running:
            return ()
        if len(self.choices) < self.players:
            return self.choosers()
        return ((self.leader + len(self.trick)) % self.players,)

    def choosers(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.players) if seat not in self.choices)

    def held(self, seat: int) -> list[str]:
        return sorted(self.hands[seat], key=self.order.__getitem__)

    def best(self, keys: Sequence[Any]) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.players) if keys[seat] == max(keys))


class SevenOracle(Oracle):
    """Both editions of Seven Prophecies."""

    def deal(self, deal: Mapping[str, Any]) -> None:
        super().deal(deal)
        self.leader = deal["starter"]
        self.row = [face[0] for face in deal["future"]]
        self.done = 0
        self.left: list[list[int]] = []

    def legal(self, seat: int) -> list[str]:
        if len(self.choices) < self.players:
            return ["-".join(map(str, split)) for split in splits(self.players)]
        held = self.held(seat)
        return [card for card in held if card[0] == self.row[self.done]] or held

    def act(self, seat: int, action: str) -> None:
        if len(self.choices) < self.players:
            self.choices[seat] = action
            self.left = [list(map(int, self.choices.get(seat, "7").split("-"))) for seat in range(self.players)]
            return
        self.hands[seat].remove(action)
        self.trick.append((seat, action))
        if len(self.trick) == self.players:
            self.finish_trick()

    def finish_trick(self) -> None:
        self.places = seven_places(self.row[self.done], self.trick)
        self.done += 1
        self.trick = []
        for seat, place in self.places.items():
            if self.left[seat][place - 1]:
                self.left[seat][place - 1] -= 1
            if place == 1:
                self.leader = seat
        open_tokens = [sum(tokens) for tokens in self.left]
        if 0 in open_tokens or self.done == 10:
            self.running = False
            self.rounds += 1
            self.score(open_tokens)

    def score(self, left: list[int]) -> None:
        variant = self.options.get("variant", "standard") if self.name.endswith("2017") else "second"
        if variant == "second":
            fulfilled = 0 in left
            others = min((number for number in left if number), default=0)
            self.points = [
                0 if not fulfilled else {7: 5, 8: 3, 9: 2, 10: 1}[self.done] if number == 0
                else int(self.done < 10 and number == others)
                for number in left
            ]  # fmt: skip
        elif variant == "first-to-two":
            self.points = [int(number == 0) for number in left]
        elif variant == "single-round":
            self.points = [7 - number for number in left]
        else:
            assert variant == "standard", f"tell the oracle what {variant} scores: SevenOracle.score and .decide"
            gain = 0 if self.done == 10 and not self.options.get("tenth_trick_scores", True) else 2
            self.points = [-(number - 1) if number else gain for number in left]
        self.scores = [old + new for old, new in zip(self.scores, self.points, strict=True)]
        if variant == "standard" and not self.options.get("negative_scores", False):
            self.scores = [max(0, score) for score in self.scores]
        self.decide(variant)

    def decide(self, variant: str) -> None:
        best = self.best(self.scores)
        if variant == "second" and (max(self.scores) >= 7 or self.rounds == self.players):
            prophecies = [list(map(int, self.choices[seat].split("-"))) for seat in range(self.players)]
            self.winners = self.best([(s, -t[0] - t[-1]) for s, t in zip(self.scores, prophecies, strict=True)])
        if variant == "standard" and self.rounds == self.players:
            self.winners = best
        if variant == "first-to-two" and max(self.scores) == 2:
            self.winners = best
        if variant == "single-round":
            seven = max(self.scores) == 7
            self.winners = (max(best, key=lambda seat: self.places[seat]),) if seven else best


class ProphecyOracle(Oracle):
    """Prophecy."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.fulfilled = [0] * self.players

    @property
    def last_round(self) -> int:
        return 5 if self.options.get("variant") == "short" else 8

    def deal(self, deal: Mapping[str, Any]) -> None:
        super().deal(deal)
        self.trump = deal["trump"]
        self.leader = (deal["dealer"] + 1) % self.players
        self.won = [0] * self.players
        self.surrendered: int | None = None
        open_round = self.players > 2 and 0 < self.rounds < self.last_round - 1
        self.first_bidders = self.best(self.scores) if open_round else ()

    def choosers(self) -> tuple[int, ...]:
        waiting = super().choosers()
        if self.options.get("early_bids"):  # PR-22
            return waiting
        return tuple(seat for seat in waiting if seat in self.first_bidders) or waiting

    def legal(self, seat: int) -> list[str]:
        held = self.held(seat)
        suited = [card for card in held if card not in SPECIALISTS]
        if len(self.choices) < self.players:
            return ["+".join(cards) for cards in combinations(suited, BID_SIZE[self.players])]
        if any(play != "surrender" for _, play in self.trick):
            lead = prophecy_lead(self.trump, [play for _, play in self.trick])
            following = [card for card in held if card in SPECIALISTS or card[0] == lead]
            return following if any(card[0] == lead for card in suited) else held
        if held == ["Shaman"]:
            return ["surrender"]
        return [action for card in held for action in self.leads(card)]

    def leads(self, card: str) -> list[str]:
        if card == "Monkey":
            return [f"Monkey:{suit}" for suit in "SPVE" if suit != self.trump]
        if card == "Lizard":
            return [f"Lizard:{suit}" for suit in "SPVE"]
        return [] if card == "Shaman" else [card]

    def act(self, seat: int, action: str) -> None:
        if len(self.choices) < self.players:
            self.choices[seat] = action
            self.hands[seat] -= set(action.split("+"))
            return
        if action == "surrender":
            self.surrendered = seat
        self.hands[seat].remove("Shaman" if action == "surrender" else action.partition(":")[0])
        self.trick.append((seat, action))
        if len(self.trick) == self.players:
            self.leader = prophecy_winner(self.trump, self.trick)
            self.won[self.leader] += 1
            self.trick = []
            if not any(self.hands):
                self.running = False
                self.rounds += 1
                self.score()

    def score(self) -> None:
        bids = [sum("SPVE".index(card[0]) for card in self.choices[s].split("+")) for s in range(self.players)]
        exact = [self.won[s] == bids[s] and s != self.surrendered for s in range(self.players)]
        self.points = [self.won[s] + BONUS[self.players] * exact[s] for s in range(self.players)]
        if self.surrendered is not None:
            self.points[self.surrendered] = 0
        self.scores = [old + new for old, new in zip(self.scores, self.points, strict=True)]
        self.fulfilled = [old + new for old, new in zip(self.fulfilled, exact, strict=True)]
        if self.rounds == self.last_round:
            self.winners = self.best(list(zip(self.scores, self.fulfilled, strict=True)))


def oracle_for(name: str, players: int, options: Mapping[str, Any]) -> SevenOracle | ProphecyOracle:
    """The oracle of a game."""
    return (ProphecyOracle if name == "prophecy" else SevenOracle)(name, players, options)
