"""Ends of rounds and matches in the terminal: what points are made of, why it is over, what counts."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len

import foretold
from foretold.cli import main
from foretold.cli.terminal import results, tables
from foretold.cli.terminal.round_end import shown_after
from foretold.cli.terminal.solo import SoloMatch
from foretold.cli.terminal.style import Look
from foretold.cli.terminal.typed_input import seat_of
from foretold.errors import Refusal
from foretold.games import State
from foretold.games.prophecy.view import ProphecyRoundEnd, ProphecyView
from foretold.games.seven.view import SevenRoundEnd, SevenView
from foretold.views import Part, RoundEnd, View
from tests.cli.test_screens import LOOKS, lines_of

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
SEVEN, FIRST = "seven-prophecies", "seven-prophecies-2017"


def look(game: str, players: int, language: str = "en", *, symbols: bool = True) -> Look:
    return Look(language, symbols, game, NAMES[:players])


def text(parts: list[Any]) -> str:
    return "\n".join(lines_of(parts))


def finished(game: str, players: int, seed: int = 1, bot: str = "greedy", **options: Any) -> list[View]:
    """What seat 0 looks at where rounds end, in a match to its end."""
    match = SoloMatch(foretold.load(game, players=players, **options), seed, 0, (bot,) * (players - 1), NAMES[:players])
    chance, own, states = random.Random(seed), foretold.bot(bot), []
    while not match.state.over:
        view = match.view()
        took = match.take(own.choose(view, chance)) if match.persons_turn else match.bot_acts()
        shown = shown_after(view, took, match.view())
        if shown.ended is not None and shown.ended is not view.ended and not shown.actors:
            states.append(shown)
    return states


def with_end(view: View, **changed: Any) -> RoundEnd:
    end = view.ended
    assert end is not None
    return replace(end, **changed)


# Rounds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "points", "text"),
    [
        ([Part("all-seven", 3, "SP2-7", 8)], 3, "all seven in trick 8: +3"),
        ([Part("left", 0, "SP2-7", 2), Part("fewest-left", 1, "SP2-7", 2)], 1, "2 left, the fewest: +1"),
        ([Part("left", -2, "SP1-12", 3)], -2, "3 left: -2"),
        ([Part("too-late", 0, "SP1-13", 10)], 0, "all seven, but only in trick 10: 0"),
        ([Part("tokens", 5, "SP1-17", 5)], 5, "5 of 7"),
        ([Part("tricks", 4, "PR-15", 4), Part("bid-met", 5, "PR-1", 4)], 9, "4 tricks + 5 for the bid: +9"),
        ([Part("tricks", 1, "PR-15", 1), Part("bid-missed", 0, "PR-15", 4)], 1, "1 trick, bid missed: +1"),
        ([Part("gave-up", 0, "PR-15", 3)], 0, "surrendered the lead: 0"),
    ],
)
def test_points_are_explained_by_their_parts(parts: list[Part], points: int, text: str) -> None:
    end = with_end(finished(SEVEN, 4)[0], parts=(tuple(parts),), points=(points,), before=(4,), scores=(4 + points,))
    assert results.reasons(look(SEVEN, 4), end, 0) == text


def test_a_total_that_does_not_fall_below_0_says_so() -> None:
    part = Part("left", -2, "SP1-12", 3)
    end = with_end(finished(SEVEN, 4)[0], parts=((part,),), points=(-2,), before=(1,), scores=(0,))
    assert results.reasons(look(FIRST, 4), end, 0) == "3 left: -2, not below 0"


@pytest.mark.parametrize("game", [SEVEN, FIRST, "prophecy"])
def test_the_end_of_a_round_shows_every_seat_with_its_old_and_new_total(game: str) -> None:
    for view in finished(game, 4):
        end = view.ended
        assert end is not None
        shown = text(results.round_end(look(game, 4), view))
        assert f"Round {end.number} is over." in shown
        for seat in range(4):
            line = next(line for line in shown.splitlines() if f" {NAMES[seat]} " in line and "over" not in line)
            assert results.reasons(look(game, 4), end, seat) in line
            assert line.rstrip().endswith(f"{end.before[seat]} → {end.scores[seat]}")
        assert all(part.clause in shown for parts in end.parts for part in parts)


def test_the_last_trick_says_that_the_round_is_over() -> None:
    view = finished(SEVEN, 4)[0]
    assert isinstance(view, SevenView)
    assert view.ended is not None
    lines = results.round_over(look(SEVEN, 4), view)
    done = [NAMES[seat] for seat, all_true in enumerate(view.ended.fulfilled) if all_true]
    assert lines == f"Round 1 is over. All seven came true in trick {len(view.ended.tricks)}: {', '.join(done)}."


# Matches -----------------------------------------------------------------------------------------------------------


def test_a_total_of_seven_a_last_round_and_two_fulfilled_rounds_say_why_a_match_is_over() -> None:
    view = finished(SEVEN, 4)[-1]
    seen = look(SEVEN, 4)
    assert results.why_over(seen, replace(view, scores=(7, 0, 1, 2), round=4)) == (
        "Round 4 was the last, and a total of 7 points or more is reached: either ends the match (SP2-9)."
    )
    assert results.why_over(seen, replace(view, scores=(7, 0, 1, 2), round=3)) == (
        "A total of 7 points or more ends the match (SP2-9)."
    )
    assert results.why_over(seen, replace(view, scores=(6, 0, 1, 2), round=4)) == "Round 4 was the last (SP2-9)."
    two = finished(FIRST, 3, variant="first-to-two")[-1]
    assert results.why_over(look(FIRST, 3), two) == "2 rounds fulfilled by one seat end the match (SP1-16)."
    single = finished(FIRST, 3, variant="single-round")[-1]
    assert results.why_over(look(FIRST, 3), single) == "The match was a single round (SP1-17)."
    short = finished("prophecy", 3, variant="short")[-1]
    assert results.why_over(look("prophecy", 3), short) == "Round 5 was the last (PR-18)."


@pytest.mark.parametrize(
    ("game", "options", "head", "total"),
    [
        (SEVEN, {}, "prophecy and points by round", "points"),
        (FIRST, {"variant": "first-to-two"}, "prophecy and rounds fulfilled", "rounds fulfilled"),
        (FIRST, {"variant": "single-round"}, "prophecy and how many came true", "prophecies fulfilled"),
        ("prophecy", {"variant": "short"}, "bid/tricks won and points by round", "points"),
    ],
)
def test_the_end_of_a_match_names_what_counts_and_shows_every_round(
    game: str, options: dict[str, Any], head: str, total: str
) -> None:
    rounds = finished(game, 4, **options)
    shown = text(results.match_end(look(game, 4), rounds[-1]))
    assert head in shown
    assert f"with {max(rounds[-1].scores)} {total}:" in shown
    rows = shown.partition(head)[2].splitlines()
    for view in rounds:
        end = view.ended
        assert end is not None
        line = next(line for line in rows if line.split()[:1] == [str(end.number)])
        assert isinstance(end, SevenRoundEnd | ProphecyRoundEnd)
        chosen = map(str, end.prophecies if isinstance(end, SevenRoundEnd) else end.bid_values)
        for choice, points in zip(chosen, end.points, strict=True):
            assert choice in line
            assert f"{points:+d}" in line or f" {points}" in line


def test_one_point_is_singular() -> None:
    view = replace(finished(SEVEN, 3)[-1], scores=(1, 0, 0), winners=(0,))
    assert results.winning(look(SEVEN, 3), view) == ["The match is over. Winner with 1 point: Ada."]


@pytest.mark.parametrize(("language", "symbols"), LOOKS)
@pytest.mark.parametrize("players", [2, 6])
def test_the_end_of_the_longest_matches_fits_80_by_24(players: int, language: str, symbols: bool) -> None:
    long = ("Somebody with a long name", *["あおいべにちかだいち"] * (players - 1))
    view = finished("prophecy", players)[-1]
    tied = replace(view, scores=(60,) * players, winners=tuple(range(players)))
    for end in (view, tied, replace(tied, winners=(1,))):
        lines = lines_of(results.match_end(Look(language, symbols, "prophecy", long), end))
        assert len(lines) + 3 + 1 <= 24, "\n".join(lines)  # where the record is kept, and the next prompt
        assert max(map(cell_len, lines)) <= 80
        assert symbols or not set("".join(lines)) & set("│─✓½→…")


def test_a_match_without_a_bound_shows_its_last_rounds_and_the_totals_before() -> None:
    for seed in range(20):
        rounds = finished(FIRST, 4, seed, "random", variant="first-to-two")
        if len(rounds) > results.ROUNDS_SHOWN:
            break
    earliest = rounds[-results.ROUNDS_SHOWN].ended
    assert earliest is not None
    lines = lines_of(results.match_end(look(FIRST, 4), rounds[-1]))
    before = next(line for line in lines if line.split()[:2] == ["to", str(earliest.number - 1)])
    assert before.split()[2:] == [str(score) for score in earliest.before]
    assert len(lines) + 4 <= 24


# What counts while one plays ---------------------------------------------------------------------------------------


def running(game: str, players: int, seed: int, actions: int, **options: Any) -> State:
    """A match after so many first legal actions."""
    state = foretold.load(game, players=players, **options).start(seed=seed)
    for _ in range(actions):
        seat = state.actors[0]
        state = state.apply(seat, state.legal(seat)[-1 if state.phase == "prophecy" else 0])
    return state


def test_a_single_round_shows_prophecies_that_came_true_and_no_points() -> None:
    view = running(FIRST, 4, 3, 4 + 4 * 5, variant="single-round").view(0)
    shown = text(tables.table(look(FIRST, 4), view))
    assert "pt" not in shown
    assert shown.count("/7✓") == 4


def test_first_to_two_shows_fulfilled_rounds() -> None:
    view = running(FIRST, 4, 3, 4, variant="first-to-two").view(0)
    shown = text(tables.table(look(FIRST, 4), replace(view, scores=(1, 0, 0, 0))))
    assert "1 round " in shown
    assert "0 rounds" in shown
    assert "pt" not in shown


@pytest.mark.parametrize(("language", "wrong", "right"), [("en", "token", "cube"), ("ja", "トークン", "キューブ")])
def test_the_first_edition_speaks_of_cubes_and_the_second_of_tokens(language: str, wrong: str, right: str) -> None:
    for game, own, foreign in ((FIRST, right, wrong), (SEVEN, wrong, right)):
        for actions in (0, 4):
            state = running(game, 4, 3, actions)
            view = state.view(state.actors[0])
            seen = look(game, 4, language)
            output = "\n".join([*tables.rules_now(seen, view), *tables.hint(seen, view)]).lower()
            assert own in output
            assert foreign not in output
        for answer in ("2-2-2-2", "2-2-2", "B1" if game == SEVEN else "S1"):
            with pytest.raises(Refusal) as refused:
                running(game, 4, 3, 0).apply(0, answer)
            assert foreign not in refused.value.sentence(language)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("variant", ["standard", "first-to-two", "single-round"])
def test_the_heading_of_the_first_edition_is_not_cut(variant: str, language: str) -> None:
    state = running(FIRST, 4, 3, 4, variant=variant)
    seen = look(FIRST, 4, language)
    for round_number in (1, 12 if variant == "first-to-two" else 4):
        view = replace(state.view(0), round=round_number)
        for shown in (tables.table(seen, view)[0], tables.history(seen, view)[0]):
            (line,) = lines_of([shown])
            assert line.startswith(seen.titled(view) + " | ")


def test_only_the_help_says_that_the_order_of_trumps_is_assumed() -> None:
    seen = look("prophecy", 4)
    assumed = running("prophecy", 4, 3, 0).view(0)
    assert "assumed" not in text(tables.table(seen, assumed))
    assert "assumed" in "\n".join(tables.rules_now(seen, assumed))
    given = running("prophecy", 4, 3, 0, wheel="EEEESSSS").view(0)
    assert "assumed" not in "\n".join(tables.rules_now(seen, given))


def test_bidding_shows_who_leads_first() -> None:
    view = running("prophecy", 4, 3, 0).view(0)
    assert isinstance(view, ProphecyView)
    assert view.leader is not None
    (line,) = [line for line in lines_of(tables.table(look("prophecy", 4), view)) if "leads first" in line]
    assert NAMES[view.leader] in line


def test_history_lists_the_cards_of_your_own_bid() -> None:
    state = running("prophecy", 4, 3, 6)
    view = state.view(0)
    assert isinstance(view, ProphecyView)
    own, other = view.bids[0], state.view(1)
    assert own is not None
    output = text(tables.history(look("prophecy", 4), view))
    assert f"Your bid, out of play: {' '.join(map(str, own.cards))} = {view.bid_value(0)}" in output
    assert isinstance(other, ProphecyView)
    assert " ".join(map(str, own.cards)) not in text(tables.history(look("prophecy", 4), other))
    assert "Your bid" not in text(tables.history(look("prophecy", 4), running("prophecy", 4, 3, 0).view(0)))


# Names -------------------------------------------------------------------------------------------------------------


def test_a_seat_can_be_given_by_number_letter_name_or_its_beginning() -> None:
    names = ("Ada", "Ben", "Bea Long", "あおい")
    for wish, seat in {
        "0": 0,
        "3": 3,
        "c": 2,
        "ada": 0,
        "BEN": 1,
        "bea": 2,
        "bea long": 2,
        "あお": 3,
        "Ｂｅｎ": 1,
    }.items():
        assert seat_of(wish, names) == seat, wish
    for wish in ("", "be", "4", "e", "Zoe", "9" * 5000):
        assert seat_of(wish, names) is None, wish


def test_show_accepts_seat_names(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(running(SEVEN, 4, 3, 8).record(NAMES[:4]).to_line() + "\n", encoding="utf-8")
    shown = []
    for wish in ("1", "Ben", "b"):
        assert main(["show", str(path), "--seat", wish, "--lang", "en"]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] == shown[2]
    assert main(["show", str(path), "--seat", "Zoe", "--lang", "en"]) == 2
    assert capsys.readouterr().err == (
        "foretold show: there's no seat 'Zoe': choose from Ada, Ben, Cleo, Dan, or 0 to 3\n"
    )


def test_usage_hints_name_the_program_as_it_was_called(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORETOLD_DATA", str(tmp_path))
    for called, hint in (("scripts/play", "start one with scripts/play play"), ("", "start one with foretold play")):
        monkeypatch.setenv("FORETOLD_COMMAND", called)
        assert main(["play", "--resume", "--lang", "en"]) == 2
        assert hint in capsys.readouterr().err
