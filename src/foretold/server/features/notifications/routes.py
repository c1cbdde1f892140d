"""Endpoints about subscriptions to notifications."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

import msgspec

from foretold.server import store
from foretold.server.base.clock import date
from foretold.server.base.text import clean
from foretold.server.features.notifications import safe_http, webpush
from foretold.server.features.notifications.notifier import ADDRESS, Address, Notifier
from foretold.server.features.notifications.policy import NotificationPolicy
from foretold.server.features.people import types as people_types
from foretold.server.features.people.routes import known
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.table.permissions import NoSuch, NotNow

LISTENERS = 12  # subscriptions per person


async def listeners(call: Call) -> people_types.Listeners:
    """My notification subscriptions, and what kinds this server supports."""
    calls = call.feature(Notifier)
    policy = calls.policy or NotificationPolicy("", "")
    push = webpush.public_key(calls.key) if calls.key and policy.push() else ""
    stored = await call.commits.read(call.commits.store.subscriptions, known(call))
    return people_types.Listeners(push, tuple(policy.hooks()), tuple(map(_told, stored)))


def _told(subscription: store.Subscription) -> people_types.OwnListener:
    address = ADDRESS.decode(subscription.body)
    host = urlsplit(address.url).hostname or ""
    return people_types.OwnListener(
        subscription.id, subscription.kind, host, address.wants, subscription.language, subscription.created
    )


async def listen(call: Call, wish: people_types.NewListener) -> people_types.OwnListener:
    """Subscribes me in the language of this request; subscribing again changes what for."""
    person = known(call)
    policy = call.feature(Notifier).policy or NotificationPolicy("", "")
    hosts = policy.push() if wish.kind == "push" else policy.hooks()
    try:
        safe_http.target(wish.url, hosts)
        if wish.kind == "push":
            webpush.check(webpush.Keys(wish.p256dh, wish.auth))
    except (safe_http.Forbidden, webpush.Unsealable):
        raise NotNow("not-called", {"found": clean(wish.url, 60)}) from None
    stored = await call.commits.read(call.commits.store.subscriptions, person)
    id = next((subscription.id for subscription in stored if _same(subscription, wish)), _id(person, wish))
    if len(stored) >= LISTENERS and id not in {subscription.id for subscription in stored}:
        raise NotNow("too-many-listeners", {"limit": LISTENERS})
    body = msgspec.json.encode(Address(wish.url, tuple(sorted(set(wish.wants))), wish.p256dh, wish.auth))
    added = store.AddSubscription(id, person, wish.kind, body, call.language, date())
    await call.commits.durable([added])
    return _told(store.Subscription(id, wish.kind, body, call.language, added.at))


def _same(subscription: store.Subscription, wish: people_types.NewListener) -> bool:
    return subscription.kind == wish.kind and ADDRESS.decode(subscription.body).url == wish.url


def _id(person: str, wish: people_types.NewListener) -> str:
    """The id of a subscription: a webhook's is per person, a browser's belongs to whoever uses it now."""
    whose = f"{person} " if wish.kind == "hook" else ""
    return hashlib.sha256(f"{whose}{wish.kind} {wish.url}".encode()).hexdigest()[:24]


async def unlisten(call: Call) -> rest_types.Nothing:
    """Removes a notification subscription of mine."""
    stored = await call.commits.read(call.commits.store.subscriptions, known(call))
    if call.path["listener"] not in {subscription.id for subscription in stored}:
        raise NoSuch("no-such-listener")
    await call.commits.durable([store.DropSubscription(call.path["listener"])])
    return rest_types.Nothing()
