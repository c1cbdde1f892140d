"""Plays a server's daily match in the terminal, from the views that the server sends."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from foretold.cards import Action
from foretold.cli import Usage
from foretold.cli.terminal.reconstruction import Told, imagined
from foretold.cli.terminal.solo import SoloMatch
from foretold.games import Game, State
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.records import Record
from foretold.views import Took

SECONDS = 20.0  # timeout of a request
LOOK = 0.25  # seconds between two polls of the table
PATIENCE = 300.0  # seconds that bots may take, including compilation
_ALL_CHOSEN = 2

Stage = tuple[bool, int, int, int]  # whether the match is over, deals, progress of choices, cards played


class Visit:
    """A server and the person's identity there: a secret that is saved for the next time."""

    def __init__(self, server: str, kept: Path) -> None:
        self.server, self._kept = server.rstrip("/"), kept
        self._cookies: dict[str, str] = {}
        if kept.is_file():
            self._cookies = json.loads(kept.read_text("utf-8"))

    def ask(self, method: str, path: str, body: object = None) -> Told:
        """Sends a request and returns the answer; raises Usage if there is none."""
        headers = {"Content-Type": "application/json", "Cookie": f"foretold={self._cookies.get(self.server, '')}"}
        data = None if method == "GET" else json.dumps(body or {}).encode()
        try:
            if not self.server.startswith(("http://", "https://")):
                raise ValueError(self.server)
            request = Request(self.server + path, data, headers, method=method)
            with urlopen(request, timeout=SECONDS) as answer:
                self._remember(answer.headers.get("Set-Cookie", ""))
                content: Told = json.loads(answer.read(4_000_000))
                return content
        except HTTPError as error:
            raise self._unreachable(_sentence(error)) from None
        except (OSError, ValueError) as error:
            raise self._unreachable(str(error)) from None

    def _unreachable(self, problem: str) -> Usage:
        return Usage("daily-unreachable", {"server": self.server[:80], "why": problem[:80]})

    def _remember(self, cookie: str) -> None:
        name, _, value = cookie.partition(";")[0].partition("=")
        if name == "foretold" and value:
            self._cookies[self.server] = value
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self._kept, os.O_CREAT | os.O_WRONLY, 0o600))  # only the user may read the secret
            self._kept.write_text(json.dumps(self._cookies), "utf-8")


def _sentence(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read(100_000))["error"]["sentence"])
    except (ValueError, KeyError, TypeError):
        return str(error)


class ServedMatch(SoloMatch):
    """A match at a server's table; the others' cards are invented, since the server never sends them."""

    def __init__(self, visit: Visit, table: str, game: Game, seat: int, bots: Sequence[str]) -> None:
        self._visit, self._path = visit, f"/api/tables/{table}"
        view = self._sight()
        names = tuple(entry["name"] for entry in view["table"]["seats"])
        others = tuple(bot.partition(":")[0] for bot in bots if bot)
        super().__init__(game, 0, seat, others, names)
        while not view["history"]:
            time.sleep(LOOK)
            view = self._sight()
        self._history: Sequence[Told] = view["history"]
        self._stand(len(self._history))

    @property
    def warming_up(self) -> bool:
        return False

    def take(self, action: Action | str) -> Took:
        after = self.state.apply(self.seat, action)  # an illegal action is refused here
        took = Took(self.seat, self.game.parse(action))
        turn = self._sight()["turn"]
        act = {"type": "act", "seat": self.seat, "decision": turn["decision"], "action": str(took.action)}
        self._visit.ask("POST", f"{self._path}/commands", act)
        if after.round == self.state.round and not after.awaits_deal and not after.over:
            self._line.append((after, self.seat))
        else:
            self._go_on()
        return took

    def bot_acts(self) -> Took:
        return self._go_on()

    def undo(self) -> bool:
        return False

    def record(self) -> Record:
        return self.state.record(self.names)  # with invented cards: never saved

    def _sight(self) -> Told:
        [view] = self._visit.ask("GET", f"{self._path}/views")["views"]
        return dict(view)

    def _told_all(self) -> bool:
        """Polls the table; true if nothing changed."""
        history = self._sight()["history"]
        same, self._history = history == self._history, history
        return bool(same)

    def _stand(self, length: int) -> None:
        """Sets the match to the state after so many events."""
        self._length = length
        self._line.append((imagined(self.game, self.seat, self._history[:length]), -1))

    def _go_on(self) -> Took:
        """Advances the match by one step, as soon as the server sends one."""
        now, end = _stage(self.state), time.monotonic() + PATIENCE
        while time.monotonic() < end:
            first = (
                self._length if now[2] == _ALL_CHOSEN else 1 + _last_deal(self._history[: self._length])
            )  # choices are revealed
            for length in _stops(self._history):
                if length >= first:
                    self._stand(length)
                    if _stage(self.state) > now:
                        return _last(self.game, self._history[:length])
                    self._line.pop()
            time.sleep(LOOK if self._told_all() else 0)
        raise Usage("daily-unreachable", {"server": self._visit.server[:80], "why": "timeout"})


def _last_deal(history: Sequence[Told]) -> int:
    return max(number for number, event in enumerate(history) if "deal" in event)


def _stops(history: Sequence[Told]) -> Iterator[int]:
    """Yields the lengths of the history at which somebody has to decide, or the match is over."""
    for length, event in enumerate(history, start=1):
        following = history[length] if length < len(history) else {}
        if not following.keys() & {"deal", "round", "match"} and "round" not in event:
            yield length


def _stage(state: State) -> Stage:
    """Returns how far the match is; of choices only open bids and the last one count."""
    view = state.view(None)
    assert isinstance(view, SevenView | ProphecyView)
    plays = sum(len(trick.plays) for trick in view.tricks) + len(view.trick)
    opened = set(view.open_bidders if isinstance(view, ProphecyView) else ()) <= set(view.chosen)
    chosen = _ALL_CHOSEN if len(view.chosen) == state.game.players else int(opened)
    return state.over, state.round, chosen, plays


def _last(game: Game, history: Sequence[Told]) -> Took:
    """Returns the last action sent."""
    seat, action = next((event["seat"], event["action"]) for event in reversed(history) if "action" in event)
    return Took(seat, game.parse(action))
