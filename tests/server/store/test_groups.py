"""Groups in both kinds of store: members, results, messages to their chats, and what is deleted with whom."""

from __future__ import annotations

from pathlib import Path

from foretold.server.maintenance.copy import copy
from foretold.server.store import (
    AddGroup,
    AddGroupMatch,
    AddGroupPost,
    AddNotification,
    AddPerson,
    AddSubscription,
    AnswerGroup,
    Database,
    DelayGroupPost,
    DropEmptyGroup,
    DropGroup,
    Expire,
    ForgetPerson,
    HandOverGroup,
    JoinGroup,
    KeepMatch,
    KeptGroupPost,
    LeaveGroup,
    MarkNotified,
    Operation,
    PostOutcome,
    RenameGroup,
    RenewInvite,
    SayGroupPost,
    SetGroupHook,
    SetGroupSchedule,
    open_store,
)
from tests.server.store.helpers import opened, written

DAY = 86_400_000
PEOPLE: list[Operation] = [AddPerson(id, id.encode() * 8, id.capitalize(), 100) for id in ("ann", "ben", "cai")]
GROUP: list[Operation] = [
    *PEOPLE,
    AddGroup("g", "Fridays", "invite", "ann", "Europe/Berlin", 5),
    JoinGroup("g", "ann", "a", 5, 3),
    JoinGroup("g", "ben", "b", 6, 3),
]


def match(id: str, ended: int, *people: str) -> KeepMatch:
    """A stored match of these people."""
    return KeepMatch(id, "table", ended, "over", False, "prophecy", b'{"events":[]}', tuple(enumerate(people)), b"{}")


def test_members_join_once_up_to_the_limit_and_leave(path: Database) -> None:
    with opened(path) as (it, listener):
        assert written(it, listener, GROUP) is None
        again = [JoinGroup("g", "ben", "x", 7, 3), JoinGroup("g", "cai", "c", 8, 2), JoinGroup("no", "cai", "c", 8, 9)]
        assert written(it, listener, again) is None
        assert [(member.member, member.name, member.joined) for member in it.group_members("g")] == [
            ("a", "Ann", 5),
            ("b", "Ben", 6),
        ]
        assert (it.count_members("g"), [group.id for group in it.groups_of("ben")]) == (2, ["g"])
        changes: list[Operation] = [
            *(RenameGroup("g", "Saturdays"), RenewInvite("g", "other"), HandOverGroup("g", "ben")),
            *(SetGroupHook("g", "{}"), SetGroupSchedule("g", "[]", "UTC")),
        ]
        assert written(it, listener, changes) is None
        assert it.group_invited_by("invite") is None
        group = it.group_invited_by("other")
        assert group is not None
        assert group == it.group("g")
        assert (group.name, group.owner, group.zone, group.hook, group.schedule) == (
            *("Saturdays", "ben", "UTC"),
            *("{}", "[]"),
        )
        assert written(it, listener, [LeaveGroup("g", "a"), DropEmptyGroup("g")]) is None
        assert it.group("g") is not None
        assert written(it, listener, [LeaveGroup("g", "b"), DropEmptyGroup("g")]) is None
        assert it.group("g") is None


def test_a_message_is_queued_once_and_only_where_there_is_a_chat(path: Database) -> None:
    with opened(path) as (it, listener):
        assert written(it, listener, [*GROUP, AddGroupPost("g", "opened t", 10, "text")]) is None
        assert it.group_posts_due(100, 9) == []
        posts: list[Operation] = [
            SetGroupHook("g", "{}"),
            *(AddGroupPost("g", "opened t", 10, text) for text in ("one", "two")),
        ]
        assert written(it, listener, [*posts, AddGroupPost("g", "full t", 50, "three")]) is None
        assert it.group_posts_due(20, 9) == [KeptGroupPost("g", "opened t", 0, "one")]
        assert (it.next_group_post(20), it.last_group_post("g")) == (50, PostOutcome(None, 0))
        assert written(it, listener, [DelayGroupPost("g", "opened t", 60)]) is None
        assert it.group_posts_due(70, 1) == [KeptGroupPost("g", "full t", 0, "three")]
        sent = [SayGroupPost("g", "opened t", 65, 204), SayGroupPost("g", "full t", 66, 0)]
        assert written(it, listener, [*sent, AddGroupPost("g", "opened t", 90, "again")]) is None
        assert (it.group_posts_due(99, 9), it.last_group_post("g")) == ([], PostOutcome(65, 204))
        assert {row[-1] for row in it._rows("SELECT * FROM group_posts")} == {""}  # texts are not kept
        assert written(it, listener, [Expire(40 * DAY, 400 * DAY, 30 * DAY)]) is None
        assert it.count("group_posts") == 0
        assert it.group("g") is not None


def test_group_results_and_companions_are_stored(path: Database) -> None:
    with opened(path) as (it, listener):
        assert written(it, listener, [*GROUP, match("m1", 50, "ann", "ben"), match("m2", 60, "cai", "ann")]) is None
        counted = [AddGroupMatch("m1", "g"), AddGroupMatch("m1", "g"), AddGroupMatch("gone", "g")]
        assert written(it, listener, [*counted, AddGroupMatch("m2", "gone")]) is None
        assert it.group_standing("g") == (1, 50)
        assert [(seat.match, seat.seat, seat.person) for seat in it.group_seats("g", 10)] == [
            ("m1", 0, "ann"),
            ("m1", 1, "ben"),
        ]
        assert [(seat.match, seat.seat, seat.name) for seat in it.companions("ann", 9)] == [
            ("m2", 0, "Cai"),
            ("m1", 1, "Ben"),
        ]
        assert [seat.name for seat in it.companions("ben", 9)] == ["Ann"]
        assert written(it, listener, [DropGroup("g")]) is None
        assert (it.group_standing("g"), it.count("group_members")) == ((0, 0), 0)
        assert it.match("m1") is not None  # the match stays with those who played it


def test_a_deleted_person_leaves_nothing_in_a_group(path: Database) -> None:
    with opened(path) as (it, listener):
        answers = [AnswerGroup("g", "ann", 900, 1), AnswerGroup("g", "ben", 900, 1), AnswerGroup("g", "ben", 900, 0)]
        assert written(it, listener, [*GROUP, *answers]) is None
        assert it.group_answers("g", 900) == {"ann": True, "ben": False}
        assert it.answers_of("ben") == [("g", 900, False)]
        assert written(it, listener, [ForgetPerson("ann")]) is None
        group = it.group("g")
        assert group is not None
        assert group.owner is None
        assert [member.person for member in it.group_members("g")] == ["ben"]
        assert it.group_answers("g", 900) == {"ben": False}
        assert written(it, listener, [ForgetPerson("ben"), Expire(200, 400 * DAY, 30 * DAY)]) is None
        assert (it.group("g"), it.count("group_answers")) == (None, 0)  # nobody is left


def test_the_sender_of_an_invitation_is_not_kept_once_it_is_sent(path: Database) -> None:
    with opened(path) as (it, listener):
        listens = AddSubscription("l", "ben", "push", b'{"url":"https://x","wants":["call"]}', "en", 1)
        call = AddNotification("ben", "groups/g", "call", 20, 0, "Ann\nFridays")
        assert written(it, listener, [*GROUP, listens, call]) is None
        assert [call.about for call in it.notifications_due(30, 9)] == ["Ann\nFridays"]
        assert it.group_subscriptions("g") == [("ben", listens.body)]
        assert it.called_since("ben", 10)
        assert written(it, listener, [MarkNotified("ben", "groups/g", 40)]) is None
        assert [row[0] for row in it._rows("SELECT about FROM calls")] == [""]
        assert (it.called_since("ben", 39), it.called_since("ben", 40), it.called_since("ann", 0)) == (
            True,
            False,
            False,
        )


def test_groups_are_copied_with_everything_else(path: Database, tmp_path: Path) -> None:
    with opened(path) as (here, listener), open_store(tmp_path / "other.sqlite") as there:
        more: list[Operation] = [
            SetGroupHook("g", "{}"),
            AddGroupPost("g", "k", 1, "text"),
            AnswerGroup("g", "ann", 9, 1),
        ]
        matches: list[Operation] = [match("m1", 50, "ann", "ben"), AddGroupMatch("m1", "g")]
        assert written(here, listener, [*GROUP, *more, *matches]) is None
        copy(here, there)
        for part in ("groups", "group_members", "group_answers", "group_matches", "group_posts"):
            assert (there.count(part), [*there.rows_of(part)]) == (here.count(part), [*here.rows_of(part)])
            assert there.count(part) > 0
