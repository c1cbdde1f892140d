"""Hints in the terminal: the best choices with their reasons, and what a hand is likely to bring."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from foretold.cli.terminal.style import Look
from foretold.coach.hints import Hint, chance_text, hint
from foretold.coach.wording import percent
from foretold.kernels import warm
from foretold.views import View

BAR = 12  # signs
PATIENCE = 5.0  # seconds to wait for kernels: as long as those that were compiled before take


def lines(look: Look, view: View) -> list[RenderableType]:
    """What is said to the person whose view this is; that it takes a moment while kernels are being compiled."""
    warm.start()
    if not warm.wait(PATIENCE):
        return [Text(look.say("hints-not-yet"))]
    found = hint(view, look.language)
    assert found is not None  # one is asked for by who is to choose
    head = look.say("hints-exact" if found.exact else "hints", deals=found.deals)
    return [Text(look.fit(head), style="bold"), _best(look, found), *_picture(look, found)]


def _best(look: Look, found: Hint) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, justify="right")
    table.add_column(no_wrap=True, justify="right")
    table.add_column()
    for advice in found.best:
        match, points = percent(advice.match), look.say("hints-points", points=f"{advice.points:.2f}")
        with_error = look.say("hints-worth", match=match, error=f"{100 * advice.match_error:.1f}")
        worth = match if advice is found.best[0] or found.exact else with_error
        table.add_row(Text(str(advice.action), style="bold"), worth, points, Text(look.fit(advice.reason)))
    return table


def _picture(look: Look, found: Hint) -> list[RenderableType]:
    """How often each place, or each number of tricks, is likely to come."""
    if found.counts is not None:
        rows = [(look.place(place), chances) for place, chances in enumerate(found.counts, 1)]
        return [Text(""), Text(look.say("hints-counts"), style="bold"), _counts(rows)]
    if found.won is None:
        return []
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for tricks, chance in enumerate(found.won):
        if chance > 0:
            table.add_row(str(tricks), chance_text(chance), "#" * max(1, round(chance * 2 * BAR)))
    return [Text(""), Text(look.say("hints-won"), style="bold"), table]


def _counts(rows: Sequence[tuple[str, Sequence[float]]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for count in range(len(rows[0][1])):
        table.add_column(str(count), justify="right")
    for name, chances in rows:
        table.add_row(name, *("" if chance == 0 else chance_text(chance) for chance in chances))
    return table
