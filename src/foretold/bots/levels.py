"""Levels for people: named bots with a budget."""

from __future__ import annotations

from foretold.bots.novice import NoviceBot
from foretold.bots.seer import SeerBot


class AdeptBot(SeerBot):
    """Searches only a few worlds: fast, and wrong when choices are close."""

    def __init__(self, worlds: int = 6) -> None:
        super().__init__(worlds=worlds)


LEVELS = {"novice": NoviceBot, "adept": AdeptBot, "seer": SeerBot}
