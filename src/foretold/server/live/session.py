"""Handles the messages of one connection, whatever transports them."""

from __future__ import annotations

from functools import partial

import msgspec

from foretold import i18n
from foretold.errors import Refusal
from foretold.server.base import identity, metrics
from foretold.server.base.text import NAME_LENGTH, clean
from foretold.server.live.commit_queue import NotStored
from foretold.server.live.connection import Connection
from foretold.server.live.hub import Hub
from foretold.server.protocol import messages


def too_long(data: str) -> bool:
    """True if a message exceeds the size limit."""
    return len(data) > messages.MESSAGE_LIMIT or len(data.encode()) > messages.MESSAGE_LIMIT


def hello_of(connection: Connection, data: str) -> messages.Hello | None:
    """The first message if it is valid; otherwise ends the connection with the reason."""
    try:
        hello = None if too_long(data) else messages.read(data)
    except (msgspec.DecodeError, RecursionError) as error:
        connection.end("bad-message", found=clean(str(error), 200))
        return None
    if not isinstance(hello, messages.Hello):
        connection.end("no-hello")
        return None
    connection.language = i18n.known(hello.language) or i18n.DEFAULT
    if hello.protocol != messages.PROTOCOL:
        connection.end("other-protocol")
        return None
    if hello.token:
        connection.person = identity.external(hello.token)
    metrics.messages("hello").inc()
    return hello


def join(hub: Hub, connection: Connection, hello: messages.Hello) -> bool:
    """Joins the connection to its table; False if it was ended with a reason."""
    try:
        hub.presence.join(connection, hello)
    except Refusal as error:
        turn_away(connection, error)
    return connection.closing is None


def turn_away(connection: Connection, error: Refusal) -> None:
    """Ends the connection with the reason of the refusal."""
    metrics.REFUSALS.labels(error.reason).inc()
    connection.end(error.reason, retry=1.0 if isinstance(error, NotStored) else None)


def answer(hub: Hub, connection: Connection, data: str, name: str) -> bool:
    """Carries out one message; False where it could not be read."""
    id = ""
    try:
        message = messages.read(data)
        if isinstance(message, messages.Ping):
            connection.tell(_PONG)
            return True
        if isinstance(message, messages.Hello):
            raise Refusal("hello-twice")
        id = message.id
        if isinstance(message, messages.AskHint):
            metrics.messages("ask-hint").inc()
            hub.hint(connection, message, partial(_refuse, hub, connection, id))
            return True
        metrics.messages(message.__struct_config__.tag).inc()
        if isinstance(message, messages.Sit | messages.TakeOver):
            message = _named(connection, message, name)
        if isinstance(message, messages.Say):
            message = msgspec.structs.replace(message, name=clean(message.name, NAME_LENGTH) or name)
        live = connection.live
        assert live is not None

        def done(number: int | None) -> None:
            if number is not None:  # otherwise the connection is about to be closed
                connection.tell(messages.write(messages.Done(id=id, number=number)))

        refused = partial(_refuse, hub, connection, id)
        hub.command(live, connection.person, message, done, refused, connection.blocks)
        return True
    except (msgspec.DecodeError, RecursionError) as error:
        hub.answer(
            connection, refusal(connection, _id(data), Refusal("bad-message", {"found": clean(str(error), 200)}))
        )
        return False
    except Refusal as error:
        _refuse(hub, connection, id, error)
        return True


def _refuse(hub: Hub, connection: Connection, id: str, error: Refusal) -> None:
    hub.answer(connection, refusal(connection, id, error))


class _Id(msgspec.Struct):
    id: messages.Id = ""


def _id(data: str) -> str:
    """The id of a message that is otherwise unreadable, '' if it has none."""
    try:
        return msgspec.json.decode(data, type=_Id).id
    except (msgspec.DecodeError, RecursionError):
        return ""


def _named(
    connection: Connection, message: messages.Sit | messages.TakeOver, name: str
) -> messages.Sit | messages.TakeOver:
    if not connection.person or connection.person.startswith("external:"):
        raise Refusal("nobody-known")
    return msgspec.structs.replace(message, name=clean(message.name, NAME_LENGTH) or name or "?")


def refusal(connection: Connection, id: str, error: Refusal) -> bytes:
    """The message that refuses a command, in the connection's language."""
    metrics.REFUSALS.labels(error.reason).inc()
    return messages.write(
        messages.Refused(
            id=id,
            reason=error.reason,
            sentence=error.sentence(connection.language),
            clause=error.clause,
            values=error.values,
        )
    )


_PONG = messages.write(messages.Pong())
