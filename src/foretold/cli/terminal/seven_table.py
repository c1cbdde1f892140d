"""The table of Seven Prophecies in the terminal, drawn from a view alone."""

from __future__ import annotations

from collections import Counter

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from foretold.cli.terminal.style import Look, spaced
from foretold.games.seven.edition import PROPHECIES, TRICKS
from foretold.games.seven.game import SevenGame, splits
from foretold.games.seven.tricks import trick_places
from foretold.games.seven.view import SevenView


def table(look: Look, view: SevenView) -> list[RenderableType]:
    """Returns heading, board and seats; at most 14 lines."""
    return [heading(look, view), board(look, view), seats(look, view)]


def heading(look: Look, view: SevenView) -> Text:
    """Returns game, round, trick and lead suit in one line."""
    if view.phase == "tricks" and view.actors and view.lead is not None:
        trick = look.say("trick", trick=len(view.tricks) + 1, tricks=TRICKS)
        lead = Text.assemble(look.say("lead"), " ", look.suit_text(view.lead))
        return look.heading(view, trick, lead)
    if view.phase == "prophecy":
        return look.heading(view, look.say("phase.prophecy"))
    return look.heading(view, look.say("trick", trick=len(view.tricks), tricks=TRICKS))


def board(look: Look, view: SevenView) -> Table:
    """Returns the future row above the tricks; by place the open tokens of every seat and the cards that took it."""
    running = len(view.tricks) if view.actors or view.phase == "prophecy" else None
    made = Table(box=look.table_box, padding=0, pad_edge=False, collapse_padding=True)
    made.add_column(Text(look.say("head.open"), style="dim"), min_width=4, max_width=10, overflow="fold")
    for seat in range(view.players):
        made.add_column(look.mark(seat), width=1, justify="center")
    for number, future in enumerate(view.future):
        style = "bold reverse" if number == running else "dim" if number < len(view.tricks) else "bold"
        head = Text(f"{number + 1}\n", style="bold" if number == running else "dim")
        head.append(f"[{future}]" if number == running else future, f"{style} {look.suit_style(future[0])}")
        made.add_column(head, width=5, justify="center")
    columns = [_trick_cells(look, view, number) for number in range(len(view.future))]
    for place in range(1, view.players + 1):
        tokens = [_tokens(view, seat, place) for seat in range(view.players)]
        made.add_row(look.place(place), *tokens, *(column.get(place, Text("")) for column in columns))
    return made


def _tokens(view: SevenView, seat: int, place: int) -> Text:
    """Returns the tokens that a seat has left on a place, as far as they are known."""
    if view.left:
        count = view.left[seat][place - 1]
    elif seat == view.seat and view.prophecy is not None:
        count = view.prophecy.tokens[place - 1]
    else:
        return Text("?" if view.phase == "prophecy" else "", style="dim")
    return Text(str(count), style="bold") if count else Text(".", style="dim")


def _trick_cells(look: Look, view: SevenView, number: int) -> dict[int, Text]:
    """Returns the cards of a trick by place, with owner and token; those of the current trick as ranked so far."""
    if number < len(view.tricks):
        plays, places, confirmed = view.tricks[number]
        return {
            places[seat]: _cell(look, card, seat, look.true if confirmed[seat] else " ", "") for seat, card in plays
        }
    if number > len(view.tricks) or not view.trick:
        return {}
    places = places_so_far(view)
    return {places[seat]: _cell(look, card, seat, " ", "bold") for seat, card in view.trick}


def _cell(look: Look, card: str, seat: int, token: str, style: str) -> Text:
    gap = " " * (3 - len(card))
    return Text.assemble(look.card(card, style), (token, "bold green"), look.mark(seat), gap)


def places_so_far(view: SevenView) -> tuple[int, ...]:
    """Returns the places so far in the current trick by seat; 0 for seats that have not played."""
    game = view.rules
    assert isinstance(game, SevenGame)
    return trick_places(game, game.title.suits.index(str(view.lead)), view.trick)


def seats(look: Look, view: SevenView) -> Table:
    """Returns one line per seat: score, prophecy, confirmed tokens, and what is known about it."""
    made = Table.grid(padding=(0, 2))
    for justify in ("left", "right", "left", "left"):
        made.add_column(justify=justify, no_wrap=True, overflow="crop")
    counted = view.rules.scoring.counts
    alone = counted == "tokens" and view.rounds == 1
    for seat in range(view.players):
        prophecy = str(view.prophecies[seat]) if view.left else ""
        true = f"{PROPHECIES - sum(view.left[seat])}/{PROPHECIES}{look.true}" if view.left else ""
        score = true  # if the tokens of one round are the score, it is shown before the round ends
        if not alone:
            score = look.say(f"score.{counted}", score=view.scores[seat])
            prophecy = f"{prophecy} {true}".strip()
        made.add_row(look.who(seat), score, prophecy, _notes(look, view, seat))
    return made


def _notes(look: Look, view: SevenView, seat: int) -> Text:
    notes: list[Text] = []
    to_lead = seat == view.leader and not view.trick
    if seat in view.actors and view.phase == "tricks":
        notes.append(Text(look.say("note.to-lead" if to_lead else "note.turn"), style="bold"))
    if view.phase == "prophecy":
        notes.append(Text(look.say("note.chosen" if seat in view.chosen else "note.choosing")))
    if seat == view.leader and view.trick:
        notes.append(Text(look.say("note.leads")))
    if seat == view.starter:
        notes.append(Text(look.say("note.starter"), style="dim"))
    if view.actors and view.left and not view.fits[seat]:
        notes.append(Text(look.say("note.out"), style="dim"))
    if seat != view.seat and view.voids[seat]:
        notes.append(Text(look.say("note.void", suits=" ".join(view.voids[seat]))))
    return spaced(notes, look.say("note.gap"))


def hand(look: Look, view: SevenView, *, numbered: bool = True) -> Table:
    """Returns the hand by suit; legal cards have a number and show their immediate effect. At most 5 lines."""
    numbers = {str(action): number for number, action in enumerate(view.legal, 1)} if numbered else {}
    outlooks = {str(outlook.action): outlook for outlook in view.outlooks()}
    leads = Counter(future[0] for future in view.future)
    made = hand_grid()
    for suit in view.rules.title.suits:
        items = []
        for card in (card for card in view.hand if card.suit == suit):
            number = numbers.get(str(card))
            if number is None or view.phase != "tricks":
                items.append(look.card(card, "" if view.phase == "prophecy" else "dim"))
                continue
            outlook = outlooks[str(card)]
            item = Text.assemble((f"{number}:", "bold"), look.card(card, "bold"))
            item.append(look.arrow + look.place(outlook.place) + (look.true if outlook.token else ""), "dim")
            items.append(item)
        label = look.suit_text(suit)
        if view.phase == "prophecy":
            label.append(" " + look.say("leads-times", times=leads[suit]), "dim")
        if items or view.phase == "prophecy":
            made.add_row(label, spaced(items) if items else Text(look.say("none"), style="dim"))
    if view.open:
        made.add_row(look.say("aside"), spaced(look.card(card, "dim") for card in view.open))
    return made


def hand_grid() -> Table:
    """Returns a table of suits and cards, wrapped between cards only."""
    made = Table.grid(padding=(0, 2))
    made.add_column(no_wrap=True)
    made.add_column()
    return made


def even_splits(view: SevenView) -> tuple[str, ...]:
    """Returns the most even splits, which can be chosen by number."""
    even = [split for split in splits(PROPHECIES, view.players) if max(split) - min(split) <= 1]
    return tuple("-".join(map(str, split)) for split in even)


def trick_summary(look: Look, view: SevenView) -> str:
    """Says who took which place in the last trick, and whose prophecies came true."""
    trick = view.tricks[-1]
    order = sorted(trick.plays, key=lambda took: trick.places[took.seat])
    parts = [
        look.say("took", place=look.place(trick.places[seat]), name=look.names[seat], card=card)
        + (look.true if trick.confirmed[seat] else "")
        for seat, card in order
    ]
    return look.say("trick-done", trick=len(view.tricks)) + look.join(parts)


def trick_line(look: Look, view: SevenView, number: int) -> Text:
    """Returns a completed trick in the order played."""
    trick = view.tricks[number]
    suit = view.future[number][0]
    line = Text.assemble(f"{number + 1:2}. ", look.suit_text(suit), ": ")
    parts = []
    for seat, card in trick.plays:
        part = Text.assemble(look.mark(seat), " ", look.card(card), f" {look.place(trick.places[seat])}")
        parts.append(part.append(look.true if trick.confirmed[seat] else "", "green"))
    return line.append_text(spaced(parts))
