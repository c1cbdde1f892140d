"""Ends of rounds and matches in the terminal: components of points, why it is over, who won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from foretold.cli.terminal.style import WIDTH, Look, shorten
from foretold.games import ends
from foretold.games.ends import counted, rounds_of, tie_of
from foretold.games.prophecy.view import ProphecyRoundEnd, ProphecyView
from foretold.games.seven.edition import PROPHECIES
from foretold.games.seven.view import SevenRoundEnd, SevenView
from foretold.views import Part, RoundEnd, View

ROUNDS_SHOWN = 8  # of a match, so that its end fits a screen; earlier ones share a row


def round_over(look: Look, view: View) -> str:
    """Says that the round is over, and who succeeded."""
    end = _ended(view)
    done = look.join(look.names[seat] for seat, fulfilled in enumerate(end.fulfilled) if fulfilled)
    over = look.say("round-over", round=end.number)
    if isinstance(end, ProphecyRoundEnd):
        return over + look.say("bids-exact" if done else "bids-missed", names=done)
    assert isinstance(end, SevenRoundEnd)
    return over + look.say("round-fulfilled" if done else "round-unfulfilled", names=done, trick=len(end.tricks))


def round_end(look: Look, view: View) -> list[RenderableType]:
    """Returns by seat its prophecy or bid, the result, the components of its points, and the totals before and
    after."""
    end = _ended(view)
    made = Table(box=look.list_box, padding=(0, 1), show_edge=False)
    made.add_column(look.say("head.seat"), no_wrap=True)
    for head, justify in _heads(view):
        made.add_column(look.say(head), justify="right" if justify else "left", no_wrap=True)
    made.add_column(look.say(f"head.{counted(view)}"))
    many = view.rounds != 1
    if many:
        made.add_column(look.say("head.total"), justify="right", no_wrap=True)
    for seat in range(view.players):
        total = [f"{end.before[seat]} {look.arrow} {end.scores[seat]}"] if many else []
        made.add_row(look.who(seat), *_came(look, view, end, seat), reasons(look, end, seat), *total)
    cited = dict.fromkeys(part.clause for parts in end.parts for part in parts)
    rules = Text(look.say("round-rules", clauses=look.join(cited)), style="dim")
    return [Text(look.fit(round_over(look, view)), style="bold"), made, rules]


def _heads(view: View) -> list[tuple[str, bool]]:
    """Returns the headings of these columns, each with whether it is numeric."""
    if isinstance(view, ProphecyView):
        return [("head.bid", False), ("head.won", True)]
    return [("head.prophecy", False), *([] if counted(view) == "tokens" else [("head.true", True)])]


def _came(look: Look, view: View, end: RoundEnd, seat: int) -> list[str | Text]:
    """Returns a seat's prophecy or bid in a round, and the result."""
    if isinstance(end, ProphecyRoundEnd):
        bid = Text.assemble((f"{end.bid_values[seat]:2} ", "bold"), (str(end.bids[seat]), "dim"))
        return [bid, f"{end.won[seat]}{look.true if end.fulfilled[seat] else ' '}"]
    assert isinstance(end, SevenRoundEnd)
    true = f"{PROPHECIES - sum(end.left[seat])}/{PROPHECIES}"
    return [str(end.prophecies[seat]), *([] if counted(view) == "tokens" else [true])]


def reasons(look: Look, end: RoundEnd, seat: int) -> str:
    """Returns the components of a seat's points: 'all seven in trick 8: +3'."""
    parts, points = end.parts[seat], end.points[seat]
    text = "".join(_part(look, part) for part in parts)
    if _is_its_number(end, seat):
        return text
    text = look.say("part.sum", parts=text, points=_signed(points))
    return text + look.say("part.floor", total=end.scores[seat]) if _raised(end, seat) else text


def _part(look: Look, part: Part) -> str:
    return look.say(f"part.{part.reason}", number=part.number, points=part.points, all=PROPHECIES)


def match_end(look: Look, view: View) -> list[RenderableType]:
    """Returns who won, how a tie was broken, why the match is over, and all its rounds."""
    lines = [Text(look.fit(line), style="bold") for line in winning(look, view)]
    title = Text.assemble((look.titled(view), "bold"), (" | ", "dim"), look.say(f"rounds.{_kind(view)}"))
    reason = Text(look.fit(why_over(look, view)))
    rounds = rounds_of(view)
    page: list[RenderableType] = [*lines, reason, Text(""), title, _rounds(look, view, rounds)]
    if any(_raised(end, seat) for end in rounds for seat in range(view.players)):
        assert isinstance(view, SevenView)
        page.append(Text(look.say("rounds-floor", floor=view.rules.floor), style="dim"))
    return page


def winning(look: Look, view: View) -> list[str]:
    """Says who won, with what, and how a tie was broken."""
    alone = len(view.winners) == 1
    total = look.say(f"total.{counted(view)}", score=max(view.scores))
    lines = [look.say("winner" if alone else "winners", names=_names(look, view.winners), total=total)]
    tie = tie_of(view)
    if tie is not None and len(tie.seats) > len(view.winners):
        lines.append(look.say(f"tie.{tie.rule}", names=_names(look, tie.seats), clause=tie.clause))
    elif not alone:
        lines.append(look.say("tie.shared"))
    return lines


def why_over(look: Look, view: View) -> str:
    """Says what ended the match: a total, or its last round."""
    reason, number, clause = ends.why_over(view)
    if reason != "target":
        return look.say(f"over.{reason}", rounds=number, clause=clause)
    if ends.was_last(view):
        return look.say("over.both", rounds=view.round, target=number, clause=clause)
    counts = counted(view)
    return look.say(f"over.{'rounds-fulfilled' if counts == 'rounds' else counts}", target=number, clause=clause)


def _rounds(look: Look, view: View, rounds: Sequence[RoundEnd]) -> Table:
    """Returns a row for every round: by seat its prophecy or bid and points; only the last ones of a long match."""
    made = Table(box=look.list_box, padding=(0, 1), show_edge=False)
    made.add_column(look.say("head.round"), justify="right", no_wrap=True)
    room = (WIDTH - 10) // view.players - 2
    for seat in range(view.players):
        name = shorten(look.name(seat), room - 2)
        made.add_column(Text.assemble(look.mark(seat), " ", name), justify="right", no_wrap=True)
    shown = rounds[-ROUNDS_SHOWN:]
    if len(shown) < len(rounds):
        made.add_row(look.say("rounds-before", round=shown[0].number - 1), *map(str, shown[0].before), style="dim")
    for end in shown:
        made.add_row(str(end.number), *(_brought(look, end, seat) for seat in range(view.players)))
    if len(rounds) > 1:
        made.add_row(look.say("head.total"), *map(str, view.scores), style="bold")
    return made


def _brought(look: Look, end: RoundEnd, seat: int) -> Text:
    """Returns a seat's prophecy or bid in a round and its points: '2-1-1-3 +3', '3/3 +8'."""
    style = "bold" if end.fulfilled[seat] else ""
    if isinstance(end, ProphecyRoundEnd):
        mark = look.true if end.fulfilled[seat] else " "
        return Text(f"{end.bid_values[seat]}/{end.won[seat]}{mark} {_signed(end.points[seat]):>3}", style=style)
    assert isinstance(end, SevenRoundEnd)
    brought = f"{end.points[seat]}/{PROPHECIES}" if _is_its_number(end, seat) else f"{_signed(end.points[seat]):>2}"
    return Text(f"{end.prophecies[seat]} {brought}", style=style)


def _kind(view: View) -> str:
    return "bids" if isinstance(view, ProphecyView) else counted(view)


def _ended(view: View) -> RoundEnd:
    end = view.ended
    assert end is not None
    return end


def _names(look: Look, seats: Iterable[int]) -> str:
    """Joins the names of seats for a sentence, shortened if they would fill more than a line."""
    chosen = list(seats)
    names = look.join(look.names[seat] for seat in chosen)
    return names if cell_len(names) < WIDTH - 20 else look.join(look.name(seat) for seat in chosen)


def _raised(end: RoundEnd, seat: int) -> bool:
    """True if the floor kept a seat's total from falling further."""
    return end.scores[seat] != end.before[seat] + end.points[seat]


def _is_its_number(end: RoundEnd, seat: int) -> bool:
    """True if the points of a seat are its confirmed tokens and nothing else."""
    part = end.parts[seat][0]
    return part.reason == "tokens" and part.number == end.points[seat]


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"
