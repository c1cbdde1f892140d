"""Which hosts a server may send notifications to, and how long it waits before it does."""

from __future__ import annotations

from typing import NamedTuple

PUSH_HOSTS = "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com"


class NotificationPolicy(NamedTuple):
    """Whom this server may call: hosts of push services and of webhooks, with commas between; who answers for it."""

    push_hosts: str = PUSH_HOSTS
    hook_hosts: str = ""
    contact: str = ""  # mailto: or https:
    delay: float = 20.0  # seconds from one's turn to the word

    def push(self) -> list[str]:
        return [each for each in self.push_hosts.split(",") if each]

    def hooks(self) -> list[str]:
        return [each for each in self.hook_hosts.split(",") if each]


OUTREACH = NotificationPolicy()
