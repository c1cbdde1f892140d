"""What people say about how they want to be called when they are waited for."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

import msgspec

from foretold.server import answers, answers_people, posting, sealing, store
from foretold.server.api import Call
from foretold.server.asking import NoSuch, NotNow
from foretold.server.calling import ADDRESS, Address
from foretold.server.clock import date
from foretold.server.names import clean
from foretold.server.outreach import Outreach
from foretold.server.people import known

LISTENERS = 12  # of one person


async def listeners(call: Call) -> answers_people.Listeners:
    """Where I am called, and how this server can call."""
    calls = call.hub.calls
    outreach = calls.outreach or Outreach("", "")
    push = sealing.public_key(calls.key) if calls.key and outreach.push() else ""
    kept = await call.hub.read(call.hub.store.listeners, known(call))
    return answers_people.Listeners(push, tuple(outreach.hooks()), tuple(map(_told, kept)))


def _told(listener: store.Listener) -> answers_people.OwnListener:
    address = ADDRESS.decode(listener.body)
    host = urlsplit(address.url).hostname or ""
    return answers_people.OwnListener(
        listener.id, listener.kind, host, address.wants, listener.language, listener.created
    )


async def listen(call: Call, wish: answers_people.NewListener) -> answers_people.OwnListener:
    """I am called there, too, in the language of this request; saying it again changes what for."""
    person = known(call)
    outreach = call.hub.calls.outreach or Outreach("", "")
    hosts = outreach.push() if wish.kind == "push" else outreach.hooks()
    try:
        posting.target(wish.url, hosts)
        if wish.kind == "push":
            sealing.check(sealing.Keys(wish.p256dh, wish.auth))
    except (posting.Forbidden, sealing.Unsealable):
        raise NotNow("not-called", {"found": clean(wish.url, 60)}) from None
    kept = await call.hub.read(call.hub.store.listeners, person)
    id = next((each.id for each in kept if _same(each, wish)), _id(person, wish))
    if len(kept) >= LISTENERS and id not in {each.id for each in kept}:
        raise NotNow("too-many-listeners", {"limit": LISTENERS})
    body = msgspec.json.encode(Address(wish.url, tuple(sorted(set(wish.wants))), wish.p256dh, wish.auth))
    added = store.AddListener(id, person, wish.kind, body, call.language, date())
    await call.hub.durable([added])
    return _told(store.Listener(id, wish.kind, body, call.language, added.at))


def _same(listener: store.Listener, wish: answers_people.NewListener) -> bool:
    return listener.kind == wish.kind and ADDRESS.decode(listener.body).url == wish.url


def _id(person: str, wish: answers_people.NewListener) -> str:
    """The id of a listener: a webhook is each person's own, a browser belongs to whoever uses it now."""
    whose = f"{person} " if wish.kind == "hook" else ""
    return hashlib.sha256(f"{whose}{wish.kind} {wish.url}".encode()).hexdigest()[:24]


async def unlisten(call: Call) -> answers.Nothing:
    """Nobody calls me there any more."""
    kept = await call.hub.read(call.hub.store.listeners, known(call))
    if call.path["listener"] not in {each.id for each in kept}:
        raise NoSuch("no-such-listener")
    await call.hub.durable([store.DropListener(call.path["listener"])])
    return answers.Nothing()
