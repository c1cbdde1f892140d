"""Who starts or deals in round 1: by lot, chosen, or by drawing cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import foretold
from foretold import fair
from foretold.fair import Fair, Share
from foretold.games import Game
from foretold.games.first import First, draw_cards, opening
from foretold.records import Record
from tests.conftest import every_game


def key_of(game: Game) -> str:
    return "dealer" if game.name == "prophecy" else "starter"


@every_game
def test_all_7_the_cards_of_a_seed_do_not_depend_on_who_starts(game: Game) -> None:
    lot = game.start(seed=7).record().events[0]["deal"]
    for seat in game.seats:
        chosen = game.start(seed=7, first=seat).record().events[0]["deal"]
        assert chosen == {**lot, key_of(game): seat}
    with pytest.raises(foretold.BadOption):
        game.start(seed=7, first=game.players)


@every_game
def test_all_7_the_highest_number_begins_and_only_those_who_tie_draw_again(game: Game) -> None:
    drawn_again = False
    for seed in range(60):
        draws = draw_cards(game, seed)
        left = list(game.seats)
        for turn in draws:
            assert [drawn.seat for drawn in turn] == left
            assert len({drawn.card for drawn in turn}) == len(turn)
            numbers = [drawn.card.number or 0 for drawn in turn]
            left = [drawn.seat for drawn, number in zip(turn, numbers, strict=True) if number == max(numbers)]
        begun = opening(game, seed, "drawn")
        assert begun is not None
        assert left == [begun.seat]
        drawn_again |= len(draws) > 1
    assert drawn_again


def test_all_7_the_cards_drawn_are_those_that_the_page_draws() -> None:
    """The same vector as in web/src/cards/deals.test.ts."""
    draws = draw_cards(foretold.load("prophecy"), 33)
    assert [[f"{drawn.seat} {drawn.card}" for drawn in turn] for turn in draws] == [
        ["0 E12", "1 S12", "2 Monkey", "3 Shaman"],
        ["0 S12", "1 Jaguar"],
    ]


def test_all_7_every_seat_is_equally_likely_to_begin() -> None:
    for game in (foretold.load("prophecy", players=3), foretold.load("seven-prophecies", players=4)):
        count = Counter(opening(game, seed, "drawn").seat for seed in range(2000))  # type: ignore[union-attr]
        for seat in game.seats:
            assert abs(count[seat] - 2000 / game.players) < 4 * 20  # four standard deviations


def promised(game: Game, first: First) -> Record:
    """The record of a first round whose deals were promised, as a table writes it."""
    proof = Fair.of(bytes(range(32)), [Share.of(bytes(16)), *[Share(none="bot")] * (game.players - 1)])
    begun = opening(game, proof.seed, first)
    state = game.start(seed=proof.seed, first=None if begun is None else begun.seat)
    extra = {"fair": proof.to_dict(), **({} if begun is None else {"first": begun.to_dict()})}
    return replace(state.record(), extra=extra)


@pytest.mark.parametrize("first", ["lot", "drawn", 2])
@pytest.mark.parametrize("name", ["prophecy", "seven-prophecies", "seven-prophecies-2017"])
def test_all_7_deals_verify_however_the_starter_was_decided(name: str, first: First) -> None:
    record = Record.from_line(promised(foretold.load(name), first).to_line())
    verified = fair.verify(record)
    assert verified.deals == 1
    assert (None if verified.first is None else verified.first.by) == {"lot": None, "drawn": "drawn"}.get(
        str(first), "chosen"
    )


def test_all_7_a_draw_that_the_seed_does_not_give_is_refused() -> None:
    record = promised(foretold.load("prophecy"), "drawn")
    first = record.extra["first"]
    others = [
        {**first, "seat": (first["seat"] + 1) % 4},
        {**first, "draws": first["draws"][::-1] + first["draws"]},
        {"by": "drawn", "seat": first["seat"]},
        {"by": "lot", "seat": first["seat"]},
        {"by": "chosen", "seat": 4},
    ]
    for other in others:
        with pytest.raises(foretold.Unfair) as refused:
            fair.verify(replace(record, extra={**record.extra, "first": other}))
        assert refused.value.reason == "fair-first"


def test_all_7_a_deal_by_a_seat_other_than_the_one_named_does_not_verify() -> None:
    game = foretold.load("prophecy")
    lot = promised(game, "lot").events[0]["deal"]["dealer"]
    record = promised(game, (lot + 1) % 4)
    with pytest.raises(foretold.Unfair):
        fair.verify(replace(record, extra={"fair": record.extra["fair"]}))  # by lot it is another
    with pytest.raises(foretold.Unfair):
        fair.verify(replace(record, extra={**record.extra, "first": {"by": "chosen", "seat": (lot + 2) % 4}}))
