"""Bounds that a view proves for an action: whether it ends the round, and what the round can still score.

Nothing here is sampled or fitted: the bounds hold in every consistent deal and however play continues.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from foretold.cards import Action, Bid
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.edition import PROPHECIES, TRICKS
from foretold.games.seven.game import SevenGame
from foretold.games.seven.tricks import trick_places
from foretold.games.seven.view import SevenView
from foretold.views import Took

SPECIALIST = "Shaman"  # whoever holds nothing else and must lead gives up the lead and scores nothing (PR-13)

Span = tuple[int, int]  # the fewest and the most points
Chances = tuple[float, float]  # the least and the greatest chance or share


class Certain(NamedTuple):
    """Proven bounds of an action: the round's points, success in it, and the share of the match."""

    ends: bool  # the action ends the round: everything follows from the view
    points: Span
    chance: Chances  # of fulfilling all seven, or of meeting the bid
    share: Chances


def certain_of(view: SevenView | ProphecyView, action: Action) -> Certain:
    """Returns the bounds that a seat's view proves for one of its legal actions."""
    return _seven(view, action) if isinstance(view, SevenView) else _prophecy(view, action)


# Seven Prophecies ----------------------------------------------------------------------------------------------


def _seven(view: SevenView, action: Action) -> Certain:
    seat, game = view.seat, view.rules
    assert seat is not None
    done, left = len(view.tricks), view.tricks_left
    if view.phase != "tricks":
        own, chance = _tokens_span(game, [PROPHECIES], done, left), (0.0, 1.0)
        return Certain(False, own, chance, _seven_share(view, own, [PROPHECIES] * view.players))
    tokens = [sum(count) for count in view.left]
    after = _tokens_after(view, action, tokens[seat])
    own = _tokens_span(game, after, done + 1, left - 1)
    chance = (float(after == [0]), float(any(count <= left - 1 for count in after)))
    return Certain(_ends(view, action), own, chance, _seven_share(view, own, tokens))


def _tokens_after(view: SevenView, action: Action, tokens: int) -> list[int]:
    """Returns the numbers of tokens the seat can have left once the current trick is complete."""
    assert view.seat is not None
    if 1 < tokens < view.tricks_left:  # neither the first nor the last of these tricks decides anything
        return [tokens - 1, tokens]
    places = next(prospect.places for prospect in view.prospects() if prospect.action == action)
    waiting = view.left[view.seat]
    return sorted({tokens - (waiting[place - 1] > 0) for place in places})


def _ends(view: SevenView, action: Action) -> bool:
    """True if the card completes the last trick, or one in which somebody fulfils all seven."""
    if len(view.trick) < view.players - 1:
        return False
    if view.tricks_left == 1:
        return True
    assert view.seat is not None
    game = view.rules
    lead = game.title.suits.index(str(view.lead))
    places = trick_places(game, lead, (*view.trick, Took(view.seat, action)))
    return any(sum(waiting) == 1 and waiting[place - 1] == 1 for waiting, place in zip(view.left, places, strict=True))


def _tokens_span(game: SevenGame, tokens: Iterable[int], done: int, left: int) -> Span:
    """Returns the range of points for a seat with one of these numbers of tokens left after `done` tricks, `left` to
    come."""
    points: list[int] = []
    for count in tokens:
        if count == 0:
            points.append(game.prizes[done])
            continue
        if count <= left:
            points += game.prizes[max(PROPHECIES, done + count) : TRICKS + 1]
        missed = game.shortfalls[max(1, count - left) : count + 1]
        points += [*missed, *(missed_points + game.scoring.runner_up for missed_points in missed)]
    return min(points), max(points)


def _seven_share(view: SevenView, own: Span, tokens: Sequence[int]) -> Chances:
    game, seat = view.rules, view.seat
    assert seat is not None
    spans = [own if other_seat == seat else _others_span(view, count) for other_seat, count in enumerate(tokens)]
    floor = game.floor
    totals = [
        tuple(score + points if floor is None else max(floor, score + points) for points in span)
        for score, span in zip(view.scores, spans, strict=True)
    ]
    target = game.scoring.target
    over = view.round == game.rounds or (target is not None and any(least >= target for least, _ in totals))
    return _share(over, totals[seat], [total for other, total in enumerate(totals) if other != seat])


def _others_span(view: SevenView, tokens: int) -> Span:
    """Returns the range of points for another seat that has so many tokens left before the current trick."""
    done, left = len(view.tricks), view.tricks_left
    if view.phase != "tricks":
        return _tokens_span(view.rules, [tokens], done, left)
    return _tokens_span(view.rules, [tokens - 1, tokens], done + 1, left - 1)


# Prophecy ------------------------------------------------------------------------------------------------------


def _prophecy(view: ProphecyView, action: Action) -> Certain:
    seat, game = view.seat, view.rules
    assert seat is not None
    if isinstance(action, Bid):
        bid, won, left = game.bid_of(action.cards), [0], view.tricks_left
    else:
        bid, left = view.bid_value(seat) or 0, view.tricks_left - 1
        won = _won_after(view, action, bid)
    gives_up = action == "surrender" or _gave_up(view, seat)
    if gives_up:
        own, chance = (0, 0), (0.0, 0.0)
    else:
        holds = any(card == SPECIALIST for card in view.hand) and action != SPECIALIST
        own = _tricks_span(game.bonus, [bid], won, left, may_give_up=holds and left > 0)
        can = [count <= bid <= count + left for count in won]
        chance = (float(left == 0 and all(can)), float(any(can)))
    last = view.phase == "tricks" and left == 0 and len(view.trick) == view.players - 1
    return Certain(last, own, chance, _prophecy_share(view, own))


def _won_after(view: ProphecyView, action: Action, bid: int) -> list[int]:
    """Returns the numbers of tricks the seat can have won once the current one is complete."""
    assert view.seat is not None
    won = view.won[view.seat]
    if won < bid < won + view.tricks_left:  # this trick alone decides nothing
        return [won, won + 1]
    wins = next(prospect.wins for prospect in view.prospects() if prospect.action == action)
    return [won, won + 1] if wins is None else [won + wins]


def _gave_up(view: ProphecyView, seat: int) -> bool:
    """True if the seat has given up a lead in this round."""
    plays = [took for trick in view.tricks for took in trick.plays] + list(view.trick)
    return any(took == (seat, "surrender") for took in plays)


def _tricks_span(bonus: int, bids: Iterable[int], won: Sequence[int], left: int, may_give_up: bool) -> Span:
    """Returns the range of points for a seat with one of these bids and numbers of tricks won, `left` to come."""
    points = [
        count + (bonus if count == bid else 0) for bid in bids for now in won for count in range(now, now + left + 1)
    ]
    return 0 if may_give_up else min(points), max(points)


def _prophecy_share(view: ProphecyView, own: Span) -> Chances:
    game, seat = view.rules, view.seat
    assert seat is not None
    others = []
    for other in range(view.players):
        if other == seat:
            continue
        known = view.bid_value(other)
        bids = range(3 * game.bid_size + 1) if known is None else [known]
        won = view.won[other] if view.won else 0
        least, most = _tricks_span(game.bonus, bids, [won], view.tricks_left, may_give_up=True)
        others.append((view.scores[other] + least, view.scores[other] + most))
    score = view.scores[seat]
    return _share(view.round == game.rounds, (score + own[0], score + own[1]), others)


def _share(over: bool, own: Sequence[int], others: Iterable[Sequence[int]]) -> Chances:
    """Returns bounds of the share of the match, given whether this round ends it and the range of each total."""
    if not over:
        return 0.0, 1.0
    spans = list(others)
    beaten = any(least > own[1] for least, _ in spans)
    return float(all(most < own[0] for _, most in spans)), float(not beaten)
