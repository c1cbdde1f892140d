"""One table for all games: picks the right drawing for a view."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from foretold import i18n
from foretold.cards import Card
from foretold.cli.terminal import plain, prophecy_table, seven_table
from foretold.cli.terminal.style import Look, spaced
from foretold.games import title
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.views import View


def table(look: Look, view: View) -> list[RenderableType]:
    """All that is open on the table; where nothing is drawn, the own hand as well."""
    if look.plain:
        return plain.table(look, view)
    if isinstance(view, ProphecyView):
        return prophecy_table.table(look, view)
    assert isinstance(view, SevenView)
    return seven_table.table(look, view)


def heading(look: Look, view: View) -> Text:
    """The first line of a table: the game, the round and what is played."""
    if isinstance(view, ProphecyView):
        return prophecy_table.heading(look, view)
    assert isinstance(view, SevenView)
    return seven_table.heading(look, view)


def hand(look: Look, view: View, *, numbered: bool = True, picked: Sequence[str] = ()) -> Table:
    """The own hand, what may be played marked by a number."""
    if look.plain:
        return Table.grid()  # it is among the lines of the table
    if isinstance(view, ProphecyView):
        return prophecy_table.hand(look, view, numbered=numbered, picked=picked)
    assert isinstance(view, SevenView)
    return seven_table.hand(look, view, numbered=numbered)


def hint(look: Look, view: View, picked: Sequence[str] = ()) -> list[str]:
    """What there is to choose now, in one or two lines."""
    if look.plain and view.phase == "tricks":
        return []  # the marks that it explains are not drawn
    if isinstance(view, SevenView) and view.phase == "prophecy":
        even = "  ".join(f"{number}:{split}" for number, split in enumerate(seven_table.even_splits(view), 1))
        return [look.say("hint.prophecy", last=look.place(view.players), even=even)]
    if isinstance(view, ProphecyView) and view.phase == "bid":
        return _bid_hint(look, view, picked)
    if view.legal == ("surrender",):
        return [look.say("hint.surrender")]
    if isinstance(view, ProphecyView):
        if not view.trick:
            return [look.say("hint.lead")]
        return [look.say("hint.wins", true=look.true)]
    return [look.say("hint.places", arrow=look.arrow, true=look.true)]


def _bid_hint(look: Look, view: ProphecyView, picked: Sequence[str]) -> list[str]:
    game = view.rules
    worth = look.join(f"{look.suit(suit)} {value}" for value, suit in enumerate(game.title.suits))
    if picked:
        value = prophecy_table.bid_value(view, picked)
        more = game.bid_size - len(picked)
        return [look.say("hint.picked", cards="+".join(picked), value=value, more=more)]
    example = " ".join(str(number + 1) for number in range(game.bid_size))
    reach = prophecy_table.reachable_bids(view)
    return [
        look.say("hint.bid", size=game.bid_size, example=example, worth=worth),
        look.say("hint.reach", reach=reach, tricks=game.tricks, bonus=game.bonus),
    ]


def prompt(look: Look, view: View) -> str:
    """The question to the person."""
    return look.say(f"prompt.{view.phase}") + " "


def trick_summary(look: Look, view: View) -> str:
    """The last trick in a line or two."""
    if isinstance(view, ProphecyView):
        return prophecy_table.trick_summary(look, view)
    assert isinstance(view, SevenView)
    return seven_table.trick_summary(look, view)


def trick_line(look: Look, view: View, number: int) -> Text:
    """A finished trick of the running round in the order played."""
    if isinstance(view, ProphecyView):
        return prophecy_table.trick_line(look, view, number)
    assert isinstance(view, SevenView)
    return seven_table.trick_line(look, view, number)


def revealed(look: Look, before: View, after: View) -> str | None:
    """What has just been turned face up: prophecies, or the leaders' bids."""
    if isinstance(before, SevenView) and isinstance(after, SevenView):
        if before.prophecies or not after.prophecies:
            return None
        parts = [f"{look.names[seat]} {prophecy}" for seat, prophecy in enumerate(after.prophecies)]
        return look.say("revealed") + look.join(parts)
    assert isinstance(before, ProphecyView)
    assert isinstance(after, ProphecyView)
    waiting = [seat for seat in after.open_bidders if seat in before.actors]
    done = before.round == after.round and set(after.open_bidders) <= set(after.chosen)
    return prophecy_table.open_bids(look, after) if waiting and done and before.phase == "bid" else None


def rules_now(look: Look, view: View) -> list[str]:
    """The rules that matter now, each with its clause, and the commands."""
    phrases = i18n.phrases(look.language)
    variant = str(view.options.get("variant", "standard"))
    keys = [f"terminal.rules.{view.game}.{view.phase}", f"terminal.rules.{view.game}.{variant}"]
    if isinstance(view, ProphecyView) and view.phase == "bid" and prophecy_table.wheel_is_assumed(view):
        keys.append("terminal.rules.prophecy.wheel")
    if isinstance(view, ProphecyView) and view.phase == "bid" and view.rules.early_bids:
        keys.append("terminal.rules.prophecy.early-bids")
    if isinstance(view, ProphecyView) and view.phase == "tricks":
        keys.insert(1, "terminal.rules.prophecy.specialists" + ("" if view.trump else "-no-trump"))
    keys += [i18n.own(look.language, "terminal.legend.seven", view.game)] if isinstance(view, SevenView) else []
    keys += [f"terminal.commands.{view.phase}", "terminal.commands"]
    example = title(view.game).examples[0]
    split = "2-1-1-3" if view.players == 4 else "2-2-3"
    values = {"true": look.true, "example": example, "split": split, "digits": split.replace("-", "")}
    return [line for key in keys if key in phrases for line in phrases[key].format(**values).splitlines()]


def history(look: Look, view: View) -> list[RenderableType]:
    """All tricks of the round in the order played, the cards gone and those unseen, and one's own bid."""
    lines: list[RenderableType] = [look.heading(view, look.say("history"))]
    assert isinstance(view, SevenView | ProphecyView)
    lines += [trick_line(look, view, number) for number in range(len(view.tricks))]
    made = Table.grid(padding=(0, 2))
    made.add_row("", Text(look.say("gone"), style="bold"), Text(look.say("unseen"), style="bold"))
    for suit in (*title(view.game).suits, None):
        gone = _numbers(look, [card for card in view.gone if card.suit == suit])
        unseen = _numbers(look, [card for card in view.unseen if card.suit == suit])
        if suit is not None or isinstance(view, ProphecyView):
            label = look.suit_text(suit) if suit else Text(look.say("specialists"))
            made.add_row(label, gone, unseen)
    lines.append(made)
    own = view.bids[view.seat] if isinstance(view, ProphecyView) and view.seat is not None else None
    if isinstance(view, ProphecyView) and own is not None:
        cards = Text.assemble(look.say("own-bid"), " ", spaced((look.card(card) for card in own.cards), " "))
        lines.append(cards.append(f" = {view.rules.bid_of(own.cards)}"))
    return lines


def _numbers(look: Look, cards: list[Card]) -> Text:
    if not cards:
        return Text(look.say("none"), style="dim")
    texts = [Text(str(card.number) if card.number is not None else str(card)) for card in cards]
    return spaced(texts, " ")
