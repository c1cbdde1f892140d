"""Levels for people: names for a bot with a budget."""

from __future__ import annotations

from foretold.bots.novice import NoviceBot
from foretold.bots.seer import SeerBot

PATIENCE = 1.5  # seconds that a person may wait for a first move while kernels are compiled


class AdeptBot(SeerBot):
    """Looks ahead, but into a few worlds only: quick, and wrong where it is close."""

    def __init__(self, worlds: int = 6) -> None:
        super().__init__(worlds=worlds, patience=PATIENCE)


LEVELS = {"novice": NoviceBot, "adept": AdeptBot, "seer": SeerBot}
