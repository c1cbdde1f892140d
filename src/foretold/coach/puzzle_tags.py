"""What a puzzle is about, as measured: the kind of decision, and what the answer does that the obvious one does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Literal, get_args

import numpy as np

from foretold.bots.weighing import outcomes_of
from foretold.cards import Action, Play
from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.edition import TRICKS as ALL_TRICKS
from foretold.games.seven.view import SevenView
from foretold.kernels.outcomes import BITS, FULFILLED, TAKEN, TRICKS
from foretold.views import View

Tag = Literal["prophecy", "bid", "endgame", "deny", "save", "lead", "follow"]
TAGS: tuple[Tag, ...] = get_args(Tag)  # the first of them that a puzzle has is its theme
WORLDS = 1_000
ENDGAME = 4  # tricks left at most, with this one
DENIED = 0.05  # by so much rarer the answer lets another player end the round, beyond what own success explains
SAVED = 0.10  # by so much rarer the answer gets in this trick what the obvious choice gets


def tags_of(view: View, answer: Action, natural: Action) -> tuple[Tag, ...]:
    """Returns the tags of a puzzle with this answer and this obvious choice; the same position gives the same tags.

    A prophecy or bid has its own tag alone. A card is led or follows, may come in the endgame, and may deny (another
    player's seven come true in time less often) or save (what the obvious card takes now is left for later).
    """
    assert isinstance(view, SevenView | ProphecyView)
    if view.phase != "tricks":
        return ("bid",) if isinstance(view, ProphecyView) else ("prophecy",)
    tags: set[Tag] = {"follow" if view.trick else "lead"}
    if view.tricks_left <= ENDGAME:
        tags.add("endgame")
    if isinstance(answer, Play) and isinstance(natural, Play):
        numbers = np.array([view.legal.index(answer), view.legal.index(natural)])
        outcomes = outcomes_of(view, Random(f"puzzle-tags:{len(view.history)}"), numbers, WORLDS)
        now = [_taken_now(view, outcomes[:, at, TAKEN].astype(np.int64)) for at in (0, 1)]
        if now[1] - now[0] >= SAVED:
            tags.add("save")
        if isinstance(view, SevenView):
            fulfilled = outcomes[:, :, FULFILLED] > 0
            cut_short = ~fulfilled & (outcomes[:, :, TRICKS] < ALL_TRICKS)
            rarer = cut_short[:, 1].mean() - cut_short[:, 0].mean()
            gained = fulfilled[:, 0].mean() - fulfilled[:, 1].mean()
            if rarer - max(gained, 0.0) >= DENIED:
                tags.add("deny")
    return tuple(tag for tag in TAGS if tag in tags)


def _taken_now(view: SevenView | ProphecyView, taken: np.ndarray[tuple[int], np.dtype[np.int64]]) -> float:
    """Returns how often the seat gets in this trick what it still needs: a token's place, or a trick of its bid."""
    assert view.seat is not None
    now = taken >> BITS * len(view.tricks) & (1 << BITS) - 1
    if isinstance(view, SevenView):
        needed = [place for place, tokens in enumerate(view.left[view.seat], 1) if tokens]
        return float(np.isin(now, needed).mean())
    needs = view.won[view.seat] < (view.bid_value(view.seat) or 0)
    return float((now > 0).mean()) if needs else 0.0


def themes_of(game: Game, view: View | None = None) -> tuple[Tag, ...]:
    """Returns the themes that puzzles of a game can have, or that one at this position can have."""
    bids = isinstance(game, ProphecyGame)
    every = tuple(tag for tag in TAGS if tag not in (("prophecy", "deny") if bids else ("bid",)))
    if view is None:
        return every
    assert isinstance(view, SevenView | ProphecyView)
    if view.phase != "tricks":
        return ("bid",) if bids else ("prophecy",)
    if view.tricks_left <= ENDGAME:
        return ("endgame",)
    return tuple(tag for tag in every if tag in ("deny", "save", "follow" if view.trick else "lead"))


def rarest(themes: Sequence[str], had: Counter[str]) -> list[str]:
    """Returns the themes in the order in which a collection that has so many of each should take them."""
    return sorted(dict.fromkeys(themes), key=lambda theme: (had[theme], theme))
