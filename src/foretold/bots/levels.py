"""Levels for people: names for a bot with a budget."""

from __future__ import annotations

from foretold.bots.novice import NoviceBot
from foretold.bots.seer import SeerBot


class AdeptBot(SeerBot):
    """Looks ahead, but into a few worlds only: quick, and wrong where it is close."""

    def __init__(self, worlds: int = 6) -> None:
        super().__init__(worlds=worlds)


LEVELS = {"novice": NoviceBot, "adept": AdeptBot, "seer": SeerBot}
