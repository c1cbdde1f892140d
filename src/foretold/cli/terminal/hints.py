"""Hints in the terminal: the best choices with reasons, and what a hand is likely to score."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from foretold.cards import Action
from foretold.cli.terminal.style import Look
from foretold.coach.hints import Advice, Hint, chance_text, hint
from foretold.coach.reasons.words import worded
from foretold.coach.wording import percent
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.kernels import warm
from foretold.views import View

BAR = 12  # characters
PATIENCE = 5.0  # seconds to wait for kernels, enough to load them from the cache


def lines(look: Look, view: View, laid: str = "") -> list[RenderableType]:
    """Returns the hint for the person's view; a notice while kernels are being compiled.

    `laid` is a prophecy or bid to rate.
    """
    warm.start()
    if not warm.wait(PATIENCE):
        return [Text(look.say("hints-not-yet"))]
    advised = hint(view, look.language, laid=laid)
    assert advised is not None  # only whoever is to choose asks
    head = look.say("hints-exact" if advised.exact else "hints", deals=advised.deals)
    return [Text(look.fit(head), style="bold"), _best(look, view, advised), *_picture(look, advised)]


def _best(look: Look, view: View, advised: Hint) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, justify="right")
    table.add_column(no_wrap=True, justify="right")
    table.add_column()
    explained: list[Action] = []
    own = () if advised.yours is None else (advised.yours,)
    for advice in (*advised.best, *(row for row in own if row not in advised.best)):
        match, points = percent(advice.match), look.say("hints-points", points=f"{advice.points:.2f}")
        with_error = look.say("hints-worth", match=match, error=f"{100 * advice.match_error:.1f}")
        worth = match if advice is advised.best[0] or advised.exact else with_error
        table.add_row(
            Text(str(advice.action), style="bold"),
            worth,
            points,
            Text(look.fit(_reason(look, view, advice, advised, explained))),
        )
    return table


def _reason(look: Look, view: View, advice: Advice, advised: Hint, explained: list[Action]) -> str:
    """Returns why a choice is good or worse; what the first row says of another is not repeated there."""
    reasons = [reason for reason in advice.why if reason.other not in explained]
    explained += [reason.other for reason in reasons]
    assert isinstance(view, SevenView | ProphecyView)
    sentences = [worded(reason, view.rules, look.language, look.names) for reason in reasons]
    yours = [look.say("hints-yours")] if advice is advised.yours else []
    return " ".join([*yours, *sentences, advice.reason])


def _picture(look: Look, advised: Hint) -> list[RenderableType]:
    """Draws how often each place, or each number of tricks, is likely."""
    if advised.counts is not None:
        rows = [(look.place(place), chances) for place, chances in enumerate(advised.counts, 1)]
        return [Text(""), Text(look.say("hints-counts"), style="bold"), _counts(rows)]
    if advised.won is None:
        return []
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for tricks, chance in enumerate(advised.won):
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
