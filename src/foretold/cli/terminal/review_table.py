"""A review in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foretold.coach.wording import percent, signed_figure

if TYPE_CHECKING:
    from rich.table import Table

    from foretold.coach.figures import Steps
    from foretold.coach.review_text import Reviewed


def print_review(reviewed: Reviewed, *, plain: bool = False) -> None:
    """Prints the components of each seat's result, losses, turning points, and prophecies or bids."""
    from foretold.cli.options import console
    from foretold.cli.terminal.plain import lines_of

    say, review = reviewed.say, reviewed.review
    out = console(plain=plain)

    def show(table: Table) -> None:
        for line in lines_of(table) if plain else (table,):
            out.print(line, markup=False, highlight=False)

    out.print(reviewed.title, style="bold")
    out.print(reviewed.outcome)
    show(_results(reviewed))
    out.print(say("results-lead"), style="dim")
    if not plain:
        out.print()
    out.print(say("decisions"), style="bold")
    if not reviewed.marked:
        out.print(say("none"))
    else:
        show(_losses(reviewed))
        out.print(reviewed.thresholds, style="dim")
        for decision in reviewed.marked:
            reason = reviewed.why(decision)
            if reason:
                where, name = reviewed.where(decision), reviewed.name(decision.weighed.seat)
                out.print(f"{where}, {name}: {reason}", markup=False, highlight=False)
    for decision in reviewed.found:
        sentence = say("found-only", action=reviewed.action(decision.weighed.action))
        out.print(f"{reviewed.where(decision)}, {reviewed.name(decision.weighed.seat)}: {sentence}")
    if review.turns:
        if not plain:
            out.print()
        out.print(say("turns"), style="bold")
        for turn in review.turns:
            out.print(f"{reviewed.when(turn.event)}: {reviewed.turn(turn)}")
    if review.told:
        if not plain:
            out.print()
        out.print(say("told"), style="bold")
        show(_told(reviewed))
        out.print(say("told-lead"), style="dim")


def _table(*heads: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 0))
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _results(reviewed: Reviewed) -> Table:
    heads = ("seat", "unit", "expected", "cards", "choice", "play", "others", "result", "accuracy")
    table = _table(*(reviewed.say(head) for head in heads))
    for seat, figures in enumerate(reviewed.review.seats):
        if reviewed.seat in (None, seat):
            name, accuracy = reviewed.short_name(seat), percent(figures.accuracy, 0)
            table.add_row(
                name, reviewed.say("unit-match"), *_steps(figures.steps["match"].rounded(100, 0), 0), accuracy
            )
            table.add_row("", reviewed.say("unit-points"), *_steps(figures.steps["points"].rounded(1, 1), 1), "")
    return table


def _steps(steps: Steps, digits: int) -> list[str]:
    """Formats the steps from even to the result, in figures that add up."""
    changes = [signed_figure(change, digits) for change in (steps.cards, steps.choice, steps.play, steps.others)]
    even, result = (signed_figure(end, digits).removeprefix("+") for end in (steps.even, steps.result))
    return [even, *changes, result]


def _losses(reviewed: Reviewed) -> Table:
    heads = ("round-head", "trick-head", "seat", "played", "best", "loss", "points-head")
    table = _table(*(reviewed.say(head) for head in heads), "")
    for decision in reviewed.marked:
        weighed = decision.weighed
        table.add_row(
            str(weighed.round),
            str(weighed.trick) if weighed.trick else reviewed.say("choice"),
            reviewed.short_name(weighed.seat),
            str(weighed.action),
            str(weighed.found[0].action),
            reviewed.lost(decision),
            f"{decision.points:.1f}",
            reviewed.say(f"mark.{decision.mark}"),
        )
    return table


def _told(reviewed: Reviewed) -> Table:
    heads = ("seat", "was-told", "foresight", "hindsight")
    table = _table(reviewed.say("round-head"), *(reviewed.say(head) for head in heads))
    for choice in reviewed.review.told:
        if reviewed.seat in (None, choice.seat):
            row = (
                str(choice.round),
                reviewed.short_name(choice.seat),
                choice.told,
                choice.foresight,
                choice.hindsight or "",
            )
            table.add_row(*row)
    return table
