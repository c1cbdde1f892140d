"""A message to the webhook of a chat server, and names that can do no harm in it."""

from __future__ import annotations

import json

_HARMLESS = str.maketrans({"@": "@\u2060", "<": "‹", ">": "›", "[": "(", "]": ")", "`": "'"})


def chat_message(text: str) -> tuple[dict[str, str], bytes]:
    """Headers and body: chat servers read one field or the other."""
    return {"Content-Type": "application/json"}, json.dumps({"text": text, "content": text}).encode()


def harmless(name: str) -> str:
    """A name that chat servers show as it is: it mentions nobody and becomes no link."""
    return name.translate(_HARMLESS)
