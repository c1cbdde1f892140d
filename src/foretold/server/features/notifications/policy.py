"""Which hosts a server may send notifications to, and how long it waits before it does."""

from __future__ import annotations

from typing import NamedTuple

PUSH_HOSTS = "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com"


class NotificationPolicy(NamedTuple):
    """Allowed hosts of push services and webhooks, separated by commas; and the operator's contact."""

    push_hosts: str = PUSH_HOSTS
    hook_hosts: str = ""
    contact: str = ""  # mailto: or https:
    delay: float = 20.0  # seconds from one's turn to the notification

    def push(self) -> list[str]:
        return [host for host in self.push_hosts.split(",") if host]

    def hooks(self) -> list[str]:
        return [host for host in self.hook_hosts.split(",") if host]


OUTREACH = NotificationPolicy()
