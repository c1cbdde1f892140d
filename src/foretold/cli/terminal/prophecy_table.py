"""The table of Prophecy in the terminal, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from foretold.cards import SPECIALISTS, Bid, Card, Play
from foretold.cli.terminal.seven_table import hand_grid
from foretold.cli.terminal.style import WIDTH, Look, spaced
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.state import trick_strengths
from foretold.games.prophecy.view import ProphecyOutlook, ProphecyView
from foretold.games.titles import TITLES
from foretold.views import Took


def table(look: Look, view: ProphecyView) -> list[RenderableType]:
    """Returns heading, trump wheel, seats and the current trick; at most 12 lines."""
    return [heading(look, view), wheel(look, view), seats(look, view), *trick_lines(look, view)]


def heading(look: Look, view: ProphecyView) -> Text:
    """Returns game, round, trick, trump and lead suit in one line."""
    parts: list[Text | str] = []
    if view.phase == "bid":
        parts.append(look.say("phase.bid"))
    else:
        number = len(view.tricks) + (1 if view.actors else 0)
        parts.append(look.say("trick", trick=number, tricks=view.rules.tricks))
    trump = look.suit_text(view.trump) if view.trump else Text(look.say("no-trump"))
    parts.append(Text.assemble(look.say("trump"), " ", trump))
    if view.lead is not None:
        parts.append(Text.assemble(look.say("lead"), " ", look.suit_text(view.lead)))
    return look.heading(view, *parts)


def wheel(look: Look, view: ProphecyView) -> Text:
    """Returns the trump of every round, the current one marked."""
    line = Text(look.say("wheel") + " ", style="dim")
    for number, suit in enumerate(view.wheel, 1):
        sign = suit or "-"
        running = number == view.round
        line.append(f"[{sign}]" if running else f" {sign} ", look.suit_style(suit) + (" bold" if running else " dim"))
    return line


def wheel_is_assumed(view: ProphecyView) -> bool:
    """True if the order of trumps is our default (PR-20) rather than the table's choice."""
    default = TITLES[view.game].options["wheel"].default(str(view.options["variant"]))
    return view.options["wheel"] == default


def seats(look: Look, view: ProphecyView) -> Table:
    """Returns one line per seat: score, visible bid, tricks won, and what is known about it."""
    made = Table(box=look.list_box, padding=(0, 1), show_edge=False, pad_edge=False, width=WIDTH - 2)
    made.add_column(look.say("head.seat"), no_wrap=True)
    made.add_column(look.say("head.score"), justify="right", no_wrap=True)
    made.add_column(look.say("head.bid"), no_wrap=True)
    made.add_column(look.say("head.won"), justify="right", no_wrap=True)
    made.add_column("", ratio=1, no_wrap=True, overflow="crop")
    for seat in range(view.players):
        won = Text(str(view.won[seat]), style="bold" if view.won[seat] == view.bid_value(seat) else "")
        made.add_row(look.who(seat), str(view.scores[seat]), _bid(look, view, seat), won, _notes(look, view, seat))
    return made


def _bid(look: Look, view: ProphecyView, seat: int) -> Text:
    bid = view.bids[seat]
    if bid is None:
        return Text(look.say("bid-laid") if seat in view.chosen else "", style="dim")
    return Text.assemble((f"{view.bid_value(seat):2} ", "bold"), (str(bid), "dim"))


def _notes(look: Look, view: ProphecyView, seat: int) -> Text:
    notes: list[Text] = []
    to_lead = seat == view.leader and not view.trick
    if seat in view.actors and view.phase == "tricks":
        notes.append(Text(look.say("note.to-lead" if to_lead else "note.turn"), style="bold"))
    elif seat in view.actors:
        notes.append(Text(look.say("note.bids"), style="bold"))
    if seat == view.leader and view.phase == "bid":
        notes.append(Text(look.say("note.leads-first"), style="dim"))
    if seat == view.leader and view.trick and view.surrendered is None:
        notes.append(Text(look.say("note.leads")))
    if seat == view.surrendered:
        notes.append(Text(look.say("note.surrendered")))
    if seat == view.dealer:
        notes.append(Text(look.say("note.dealer"), style="dim"))
    if seat in view.open_bidders:
        notes.append(Text(look.say("note.face-up"), style="dim"))
    if seat != view.seat and seat != view.surrendered and view.voids[seat]:
        notes.append(Text(look.say("note.void", suits=" ".join(view.voids[seat]))))
    return spaced(notes, look.say("note.gap"))


def trick_lines(look: Look, view: ProphecyView) -> list[Text]:
    """Returns the last and the current trick in order, each with its winning card."""
    lines = []
    if view.tricks and view.tricks[-1].plays:
        lines.append(Text.assemble((look.say("trick-before") + " ", "dim"), _plays(look, view, view.tricks[-1].plays)))
    if view.trick:
        lines.append(Text.assemble((look.say("trick-so-far") + " ", "dim"), _plays(look, view, view.trick)))
    return lines or [Text("")]


def _plays(look: Look, view: ProphecyView, plays: tuple[Took, ...]) -> Text:
    game = view.rules
    trump = NO_SUIT if view.trump is None else game.title.suits.index(view.trump)
    strengths = trick_strengths(game, trump, plays)
    best = max(strengths)
    parts = []
    for number, (seat, action) in enumerate(plays):
        wins = best > 0 and strengths[number] == best
        text = look.say("surrenders") if action == "surrender" else str(action)
        part = Text.assemble(look.mark(seat), " ", look.card(text, "bold" if wins else ""))
        before = plays[number - 1].action if number else None
        if action == "Shaman" and isinstance(before, Play):
            part.append("=" + shaman_text(look, before.card), "dim")
        parts.append(part.append(look.true if wins else "", "bold green"))
    return spaced(parts)


def shaman_text(look: Look, card: Card) -> str:
    """Returns what the Shaman counts as after a card: V9½, Monkey+."""
    if card.number is None:
        return f"{card}+"
    return f"{card}½" if look.symbols else f"{card}.5"


def hand(look: Look, view: ProphecyView, *, numbered: bool = True, picked: Sequence[str] = ()) -> Table:
    """Returns the hand by suit; cards that may be played or bid have a number. At most 7 lines."""
    numbers = {str(action): number for number, action in enumerate(choices(view, picked), 1)} if numbered else {}
    outlooks: dict[str, ProphecyOutlook] = (
        {outlook.action: outlook for outlook in view.outlooks()} if view.trick else {}
    )
    made = hand_grid()
    for suit in (*view.rules.title.suits, None):
        items = []
        for card in (card for card in view.hand if card.suit == suit):
            actions = (
                [str(card)] if str(card) in numbers else [action for action in numbers if action.startswith(f"{card}:")]
            )
            if str(card) in picked:
                items.append(Text(f"[{card}]", style="bold reverse"))
            elif not actions:
                items.append(look.card(card, "dim"))
            items += [_item(look, numbers[action], action, outlooks.get(action)) for action in actions]
        if "surrender" in numbers and suit is None:
            items.append(Text(f"1:{look.say('surrenders')} (surrender)", style="bold"))
        if items:
            made.add_row(look.suit_text(suit) if suit else Text(look.say("specialists")), spaced(items))
    return made


def _item(look: Look, number: int, action: str, outlook: ProphecyOutlook | None) -> Text:
    item = Text.assemble((f"{number}:", "bold"), look.card(action, "bold"))
    if outlook is not None and outlook.shaman is not None:
        item.append("=" + shaman_text(look, Card(outlook.shaman.copies)), "dim")
    if outlook is not None and outlook.wins:
        item.append(look.true, "green")
    return item


def choices(view: ProphecyView, picked: Sequence[str] = ()) -> tuple[str, ...]:
    """Returns the numbered choices: legal actions; while bidding the suited cards not yet picked."""
    if view.phase == "bid" and view.seat in view.actors:
        return tuple(str(card) for card in view.hand if card not in SPECIALISTS and str(card) not in picked)
    return tuple(str(action) for action in view.legal)


def reachable_bids(view: ProphecyView) -> str:
    """Returns the values that the hand can bid, such as 0-7, 9."""
    game = view.rules
    sums: list[set[int]] = [{0}, *(set() for _ in range(game.bid_size))]
    for card in view.hand:
        if card.suit is not None:
            worth = game.bid_of((card,))
            for size in range(game.bid_size, 0, -1):
                sums[size] |= {value + worth for value in sums[size - 1]}
    return _ranges(sorted(sums[-1]))


def _ranges(values: list[int]) -> str:
    runs: list[list[int]] = []
    for value in values:
        if runs and runs[-1][-1] == value - 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def bid_value(view: ProphecyView, cards: Sequence[str]) -> int:
    """Returns the value of cards as a bid."""
    return view.rules.bid_of(tuple(Card(card) for card in cards))


def trick_summary(look: Look, view: ProphecyView) -> str:
    """Says who won the last trick, with which card."""
    trick = view.tricks[-1]
    card = next(took.action for took in trick.plays if took.seat == trick.winner)
    done = look.say("trick-done", trick=len(view.tricks))
    return done + look.say("trick-won", name=look.names[trick.winner], card=card, won=view.won[trick.winner])


def trick_line(look: Look, view: ProphecyView, number: int) -> Text:
    """Returns a completed trick in the order played, its winner marked."""
    trick = view.tricks[number]
    lead = look.suit_text(trick.lead) if trick.lead else Text(look.say("no-lead"))
    return Text.assemble(f"{number + 1:2}. ", lead, ": ", _plays(look, view, trick.plays))


def open_bids(look: Look, view: ProphecyView) -> str:
    """Returns the bids that lie face up."""
    laid = [
        look.say("bid-shown", name=look.names[seat], bid=str(view.bids[seat]), value=view.bid_value(seat))
        for seat in view.open_bidders
        if isinstance(view.bids[seat], Bid)
    ]
    return look.say("bids-face-up") + look.join(laid)
