"""A bot for one seat at a table of Foretold: python bot.py http://127.0.0.1:8421 TABLE TOKEN"""

import asyncio
import contextlib
import sys
from json import dumps, loads
from typing import Any

from websockets import ConnectionClosed, connect


def worth(view: dict[str, Any], action: dict[str, Any]) -> Any:
    """How good a legal action looks, by what it would do now: your own ideas go here."""
    if "bid" in action:  # a bid of Prophecy: about everybody's share of the tricks
        return -abs(action["bid"] - len(view["hand"]) / view["players"])
    if "wins" in action:  # a card of Prophecy: win until the bid is reached, then lose
        return action["wins"] == (view["won"][view["seat"]] < view["bid_values"][view["seat"]])
    # Seven Prophecies: a card that takes a place where a token of ours waits; a prophecy with few tokens at any place
    return action["token"] if "token" in action else -int(max(action["action"].split("-")))


async def main(url: str, table: str, token: str) -> Any:
    async for line in connect(url.replace("http", "ws", 1) + "/ws"):  # a line that breaks is made anew
        view, turn = dict[str, Any](), dict[str, Any]()
        with contextlib.suppress(ConnectionClosed):
            await line.send(dumps({"type": "hello", "protocol": "foretold-wire/1", "table": table, "token": token}))
            while not view.get("over"):
                update = loads(await line.recv())
                if update["type"] == "bye" and "retry" not in update:
                    return update["sentence"]
                await asyncio.sleep(1 if update["type"] == "refused" else 0)  # a pause of the host: try again
                view, turn = view | update.get("view", {}), update.get("turn", turn) or {}
                if turn.get("legal") and ("turn" in update or update["type"] == "refused"):
                    best = max(turn["legal"], key=lambda action: worth(view, action))["action"]
                    act = {"type": "act", "seat": view["seat"], "decision": turn["decision"], "action": best}
                    await line.send(dumps(act))
            return None


sys.exit(asyncio.run(main(*sys.argv[1:])))  # 0 after a match, else why not
