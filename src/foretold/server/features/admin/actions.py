"""What operators do, as store operations: for the page and for `foretold admin`. Each is logged with its reason."""

from __future__ import annotations

from foretold.errors import BadOption
from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.text import NAME_LENGTH, clean
from foretold.server.features.admin import types
from foretold.server.features.admin.limits import RANGES
from foretold.server.live.sanctions import network_of
from foretold.server.table.permissions import NoSuch

MINUTE, HOUR = 60_000, 3_600_000  # ms
LINK_AGE = 15 * MINUTE  # that a link can be opened
SESSION_HOURS = 8
REASON_LENGTH, TEXT_LENGTH = 200, 300
_UNEXPLAINED = (types.AnnounceAction, types.RevokeAction)  # actions that explain themselves


def new_link(name: str, hours: int, now: int) -> tuple[str, list[store.Operation]]:
    """The token of a new link, and what stores it; the session that it gives lasts so many hours."""
    token, operator = identity.new_secret(), clean(name, NAME_LENGTH) or "operator"
    link = store.AddOperatorLink(identity.hashed(token), operator, now, now + LINK_AGE, hours * HOUR)
    return token, [link, store.LogOperator(now, operator, "link", f"{hours} h")]


def operations(
    database: store.Store, action: types.AnyOperatorAction, operator: str, now: int
) -> list[store.Operation]:
    """What stores the action and its line in the log; refused if it names nothing that is there."""
    reason = clean(action.reason, REASON_LENGTH)
    if not reason and not isinstance(action, _UNEXPLAINED):
        raise BadOption("admin-reason")
    target, person, done = _done(database, action, operator, reason, now)
    if action.report is not None:
        report = database.report(action.report.table, action.report.number)
        if report is None:
            raise NoSuch("no-such-report")
        outcome = action.__struct_config__.tag
        done.append(store.HandleReport(report.table, report.number, now, operator, str(outcome)))
        if isinstance(action, types.DismissAction):
            target, person = report.table, report.person
    tag = str(action.__struct_config__.tag)
    return [*done, store.LogOperator(now, operator, tag, target, person, reason)]


_Done = tuple[str, str | None, list[store.Operation]]  # target and person for the log, and what is stored


def _done(database: store.Store, action: types.AnyOperatorAction, operator: str, reason: str, now: int) -> _Done:
    if isinstance(action, types.CloseTableAction):
        if action.table not in database.open_tables():
            raise NoSuch("no-such-table")
        return action.table, None, [store.AddOrder(identity.new_id(), "close", action.table, "", now)]
    if isinstance(action, types.RemoveAction):
        person = _person(database, action.person)
        return action.table, person, [store.AddOrder(identity.new_id(), "remove", action.table, person, now)]
    if isinstance(action, types.MuteAction | types.BlockAction):
        return _restrict(database, action, operator, reason, now)
    if isinstance(action, types.LimitAction):
        return _limit(action, operator, now)
    if isinstance(action, types.AnnounceAction):
        text = clean(action.text, TEXT_LENGTH)
        if not text:
            raise BadOption("admin-text")
        until = None if action.minutes is None else now + action.minutes * MINUTE
        return text, None, [store.AddAnnouncement(identity.new_id(), text, now, until, operator)]
    if isinstance(action, types.DismissAction):
        if action.report is None:
            raise NoSuch("no-such-report")
        return "", None, []
    return _ended(database, action, now)


def _ended(
    database: store.Store, action: types.LiftAction | types.UnannounceAction | types.RevokeAction, now: int
) -> _Done:
    """What ends something that an operator did before."""
    if isinstance(action, types.LiftAction):
        restriction = next((one for one in database.restrictions(now) if one.id == action.restriction), None)
        if restriction is None:
            raise NoSuch("no-such-restriction")
        return restriction.network or restriction.kind, restriction.person, [store.DropRestriction(restriction.id)]
    if isinstance(action, types.UnannounceAction):
        shown = next((one for one in database.announcements(now) if one.id == action.announcement), None)
        if shown is None:
            raise NoSuch("no-such-announcement")
        return shown.text, None, [store.DropAnnouncement(shown.id)]
    return _revoke(database, action.session, now)


def _restrict(
    database: store.Store, action: types.MuteAction | types.BlockAction, operator: str, reason: str, now: int
) -> _Done:
    until = None if action.hours is None else now + action.hours * HOUR
    lasts = "" if action.hours is None else f"{action.hours} h"
    id = identity.new_id()
    if isinstance(action, types.BlockAction) and action.network:
        network = network_of(action.network)
        if network is None or action.person:
            raise BadOption("admin-network", {"found": clean(action.network, 60)})
        made = store.AddRestriction(id, "block", None, str(network), now, until, operator, reason)
        return ", ".join(part for part in (str(network), lasts) if part), None, [made]
    person = _person(database, action.person)
    if isinstance(action, types.MuteAction):
        return lasts, person, [store.AddRestriction(id, "mute", person, "", now, until, operator, reason)]
    freed = store.AddOrder(identity.new_id(), "remove", "", person, now)
    return lasts, person, [store.AddRestriction(id, "block", person, "", now, until, operator, reason), freed]


def _limit(action: types.LimitAction, operator: str, now: int) -> _Done:
    if action.value is None:
        return f"{action.name}: default", None, [store.ResetLimit(action.name)]
    least, most = RANGES[action.name]
    if not least <= action.value <= most:
        raise BadOption("admin-limit", {"limit": action.name, "least": least, "most": most})
    return f"{action.name}: {action.value}", None, [store.SetLimit(action.name, action.value, now, operator)]


def _revoke(database: store.Store, session: str, now: int) -> _Done:
    for row in database.operator_sessions(now):
        if identity.device(row.token) == session:
            return row.name, None, [store.DropOperatorSession(row.token)]
    for link in database.operator_links(now):
        if identity.device(link.token) == session:
            return link.name, None, [store.DropOperatorLink(link.token)]
    raise NoSuch("no-such-session")


def _person(database: store.Store, id: str) -> str:
    if database.person(id) is None:
        raise NoSuch("no-such-person")
    return id
