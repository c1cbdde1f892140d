"""The figures of `foretold simulate` in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from foretold.arena.simulate import Plan
    from foretold.arena.tally import TallyFigures


def print_figures(plan: Plan, figures: TallyFigures, spoken: str) -> None:
    """Prints the figures of a game as tables."""
    from foretold.cli.options import console
    from foretold.i18n import say, title_name

    out = console()
    out.print(
        say(
            spoken,
            "simulate.summary",
            game=title_name(spoken, plan.game.name),
            matches=figures["matches"],
            rounds=figures["rounds"],
            per_match=f"{figures['rounds_per_match']:.2f}",
            tricks=f"{figures['tricks_per_round']:.2f}",
            shared=f"{figures['shared_victories']:.1%}",
        )
    )
    by_seat = _table(spoken, "seat", "bot", "wins", "score", "points", "fulfilled")
    for seat in figures["seats"]:
        by_seat.add_row(
            str(seat["seat"]),
            plan.bots[seat["seat"]],
            f"{seat['win_share']:.1%}",
            f"{seat['score_per_match']:.2f}",
            f"{seat['points_per_round']:.3f}",
            f"{seat['fulfilled']:.1%}",
        )
    out.print(by_seat)
    by_start = _table(spoken, "start", "round", "points", "fulfilled")
    for row in figures["from_first_leader"]:
        by_start.add_row(
            f"+{row['seats_to_the_left']}",
            f"{row['round_share']:.1%}",
            f"{row['points_per_round']:.3f}",
            f"{row['fulfilled']:.1%}",
        )
    out.print(by_start)
    by_length = _table(spoken, "tricks", "rounds", "prophecies")
    for tricks, rounds in figures["rounds_by_tricks"].items():
        by_length.add_row(tricks, str(rounds), str(figures["fulfilled_by_tricks"][tricks]))
    out.print(by_length)


def _table(spoken: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    from foretold.i18n import say

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(say(spoken, f"simulate.{column}"), justify="left" if number == 0 else "right")
    return table
