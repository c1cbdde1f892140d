"""The store of people: their devices, and what their matches brought."""

from __future__ import annotations

from foretold.server.store import (
    AddChallenge,
    AddNotification,
    AddPerson,
    AddSubscription,
    Database,
    DelayNotification,
    Device,
    DropDevice,
    DropNotification,
    DropSubscription,
    Expire,
    ForgetPerson,
    KeepMatch,
    KeepPushKey,
    KeepResult,
    KeptNotification,
    MarkNotified,
    NoOffer,
    NotifyMaker,
    OfferPairingCode,
    Operation,
    OwnMatch,
    Person,
    SeeDevice,
    SeePerson,
    Subscription,
    UsePairingCode,
)
from tests.server.store.helpers import opened, record_line, written

ANN, BEN = AddPerson("ann", b"A" * 32, "Ann", 100), AddPerson("ben", b"B" * 32, "Ben", 200)


def test_a_person_has_a_secret_per_device(path: Database) -> None:
    offer, new = b"O" * 32, b"N" * 32
    with opened(path) as (it, listener):
        assert (
            written(
                it, listener, [ANN, BEN, OfferPairingCode(offer, "ann", 500), OfferPairingCode(b"?" * 32, "ben", 400)]
            )
            is None
        )
        assert it.devices("ann") == [Device(b"A" * 32, "", 100, 100)]
        assert it.carry("ann") == 500
        assert isinstance(written(it, listener, [UsePairingCode(offer, new, "phone", 501)]), NoOffer)
        assert written(it, listener, [UsePairingCode(offer, new, "phone", 450)]) is None
        assert isinstance(written(it, listener, [UsePairingCode(offer, b"M" * 32, "phone", 450)]), NoOffer)
        assert it.devices("ann") == [Device(b"A" * 32, "", 100, 100), Device(new, "phone", 450, 450)]
        assert it.person_by_secret(new) == Person("ann", "Ann", 100, 450)
        assert written(it, listener, [SeeDevice(new, 470), SeePerson("ann", 470)]) is None
        assert (it.person_by_secret(new), it.person("ann")) == (Person("ann", "Ann", 100, 470),) * 2
        assert it.person_by_secret(b"A" * 32) == Person("ann", "Ann", 100, 100)
        assert written(it, listener, [DropDevice(b"A" * 32), DropDevice(new)]) is None
        assert it.devices("ann") == [Device(new, "phone", 450, 470)]  # the last one stays
        assert (it.person_by_secret(b"A" * 32), it.person_by_secret(b"B" * 32)) == (None, it.person("ben"))
        assert written(it, listener, [Expire(450, 10_000, 10_000)]) is None
        assert (it.carry("ann"), it.carry("ben")) == (None, None)
        assert written(it, listener, [ForgetPerson("ann")]) is None
        assert (it.devices("ann"), it.person_by_secret(new)) == ([], None)


def test_a_matchs_results_are_stored_with_it_and_dropped_when_it_continues(path: Database) -> None:
    kept = KeepMatch("match", "table", 900, "over", True, "prophecy", record_line(["Ann"]), ((0, "ann"),), b"first")
    with opened(path) as (it, listener):
        assert written(it, listener, [ANN, kept, KeepResult("none", b"x")]) is None
        assert it.own_matches("ann") == [OwnMatch("match", "prophecy", 900, 0, b"first")]
        assert written(it, listener, [kept._replace(result=b"", ended=950)]) is None
        assert it.own_matches("ann") == [OwnMatch("match", "prophecy", 950, 0, None)]
        assert written(it, listener, [KeepResult("match", b"second"), ANN._replace(id="x", secret=b"X")]) is None
        assert it.own_matches("ann") == [OwnMatch("match", "prophecy", 950, 0, b"second")]
        assert it.own_matches("x") == []


def test_a_notification_is_queued_once_per_absence(path: Database) -> None:
    listener = AddSubscription("l", "ann", "push", b"{}", "en", 5)
    with opened(path) as (it, listener_of_store):

        def write(*operations: Operation) -> None:
            assert written(it, listener_of_store, operations) is None

        write(ANN, BEN, AddNotification("ann", "tables/t", "turn", 50, 10))
        assert (it.next_notification(0), it.subscriptions("ann")) == (None, [])  # nobody listens for her
        write(
            listener,
            AddNotification("ann", "tables/t", "turn", 60, 10),
            AddNotification("ann", "tables/t", "turn", 90, 70),
        )
        assert (it.next_notification(0), it.next_notification(60), it.notifications_due(59, 9)) == (60, None, [])
        assert it.notifications_due(60, 9) == [KeptNotification("ann", "tables/t", "turn", 0)]
        write(DelayNotification("ann", "tables/t", 80))
        assert it.notifications_due(80, 9) == [KeptNotification("ann", "tables/t", "turn", 1)]
        write(MarkNotified("ann", "tables/t", 100), AddNotification("ann", "tables/t", "turn", 120, 100))
        assert it.notifications_due(500, 9) == []  # she has not been there since
        write(AddNotification("ann", "tables/t", "turn", 130, 110))
        assert it.notifications_due(500, 9) == [KeptNotification("ann", "tables/t", "turn", 0)]
        write(DropNotification("ann", "tables/t"), listener._replace(person="ben", body=b"2"))
        assert (it.next_notification(0), it.subscriptions("ann")) == (None, [])
        assert it.subscriptions("ben") == [Subscription("l", "push", b"2", "en", 5)]
        write(AddNotification("ben", "tables/t", "turn", 50, 10), KeepPushKey("first"), KeepPushKey("second"))
        assert it.push_key() == "first"
        write(ForgetPerson("ben"))
        assert (it.subscriptions("ben"), it.next_notification(0)) == ([], None)
        write(AddSubscription("m", "ann", "hook", b"{}", "ja", 6), DropSubscription("m"))
        assert it.subscriptions("ann") == []


def test_the_maker_of_a_challenge_is_notified_when_anothers_match_is_stored(path: Database) -> None:
    listener = AddSubscription("l", "ann", "push", b"{}", "en", 5)
    anns = KeepMatch("anns", "table", 10, "over", False, "prophecy", record_line(["Ann"]), ((0, "ann"),))
    bens = anns._replace(id="bens", record=record_line(["Ben"]), people=((0, "ben"),))
    call = NotifyMaker("c", "bens", "challenges/c", "friend", 50, 40)
    void = UsePairingCode(b"?" * 32, b"N" * 32, "phone", 1)  # nothing is stored with it
    with opened(path) as (it, listener_of_store):

        def write(*operations: Operation) -> None:
            assert written(it, listener_of_store, operations) is None

        write(ANN, BEN, AddChallenge("c", 1, None, "ann", b"{}"), bens, call)
        assert it.next_notification(0) is None  # nobody listens for her
        write(listener, anns, call._replace(match="anns"), call._replace(challenge="unknown"))
        assert it.next_notification(0) is None  # her own match is no news
        assert written(it, listener_of_store, [call, void]) is not None
        assert it.next_notification(0) is None  # what is not stored calls nobody
        write(call, call._replace(due=60, since=100))
        assert it.notifications_due(60, 9) == [KeptNotification("ann", "challenges/c", "friend", 0)]
        assert it.next_notification(0) == 50
        write(MarkNotified("ann", "challenges/c", 70), call._replace(due=80, since=70))
        assert it.next_notification(0) is None
        write(call._replace(due=90, since=71))
        assert it.next_notification(0) == 90
