"""Passkeys, with Chromium's virtual authenticator: made on one device, used to come back on another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, CDPSession, expect

from tests.server.serving import Server
from tests.web.browsing import Person


@contextmanager
def somebody(browser: Browser, server: Server, **options: Any) -> Iterator[tuple[Person, CDPSession, str]]:
    """Somebody whose device has a fingerprint reader; their session with it, and its id.

    Browsers make no passkeys for a numeric address, so they come by the machine's name.
    """
    with Person(browser, server, **options) as person:
        person.forgiven = (*person.forgiven, "Failed to load resource")  # a refusal, where one is to come
        session = person.context.new_cdp_session(person.page)
        session.send("WebAuthn.enable")
        wish = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        made = session.send("WebAuthn.addVirtualAuthenticator", {"options": wish})
        yield person, session, str(made["authenticatorId"])


def named(server: Server) -> str:
    """The server's address with a name instead of a number."""
    return server.url.replace("127.0.0.1", "localhost")


def test_a_person_comes_back_on_another_device_with_a_passkey(browser: Browser, server: Server) -> None:
    with somebody(browser, server) as (ann, session, authenticator):
        ann.page.goto(f"{named(server)}/profile")
        ann.page.evaluate(
            "fetch('api/me', {method: 'POST', body: '{\"name\": \"Ann\"}', "
            "headers: {'Content-Type': 'application/json'}}).then((answer) => answer.json())"
        )
        ann.page.reload()
        ann.tap("[data-add-passkey]")
        expect(ann.page.locator("[data-passkeys] .devices li")).to_have_count(1)
        credentials = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
        assert [credential["rpId"] for credential in credentials] == ["localhost"]
        exported = ann.page.evaluate("fetch('api/me/export').then((answer) => answer.json())")
        assert len(exported["passkeys"]) == 1
        assert "public" not in str(exported["passkeys"])
        with somebody(browser, server) as (new, other, authenticator_there):
            new.page.goto(f"{named(server)}/profile")
            new.tap("[data-passkey]")
            expect(new.page.locator(".refusal")).to_be_visible()  # this device has no passkey yet
            other.send("WebAuthn.addCredential", {"authenticatorId": authenticator_there, "credential": credentials[0]})
            new.tap("[data-passkey]")
            expect(new.page.locator("main.profile h1")).to_have_text("Ann")
            expect(new.page.locator(".devices li").first).to_be_visible()
            assert new.page.evaluate("fetch('api/me').then((answer) => answer.json())") == {
                "known": True,
                "name": "Ann",
            }
        ann.page.reload()
        ann.tap("[data-passkeys] .devices li button")
        ann.tap("dialog[open] .btn.warn")
        expect(ann.page.locator("[data-passkeys] .devices li")).to_have_count(0)
        with somebody(browser, server) as (thief, third, authenticator_there):
            third.send("WebAuthn.addCredential", {"authenticatorId": authenticator_there, "credential": credentials[0]})
            thief.page.goto(f"{named(server)}/profile")
            with thief.page.expect_response("**/api/passkeys") as answer:
                thief.tap("[data-passkey]")
            assert answer.value.status == 404
            expect(thief.page.locator(".refusal")).to_be_visible()


def test_a_passkey_of_a_deleted_person_opens_nothing(browser: Browser, server: Server) -> None:
    with somebody(browser, server) as (ann, _, _):
        ann.page.goto(f"{named(server)}/profile")
        ann.page.evaluate(
            "fetch('api/me', {method: 'POST', body: '{\"name\": \"Ann\"}', "
            "headers: {'Content-Type': 'application/json'}})"
        )
        ann.page.reload()
        ann.tap("[data-add-passkey]")
        expect(ann.page.locator("[data-passkeys] .devices li")).to_have_count(1)
        before = server.run("SELECT count(*) FROM passkeys")[0][0]
        ann.page.evaluate("fetch('api/me', {method: 'DELETE'})")
        assert server.run("SELECT count(*) FROM passkeys")[0][0] == before - 1
        ann.page.reload()
        with ann.page.expect_response("**/api/passkeys") as answer:
            ann.tap("[data-passkey]")
        assert answer.value.status == 404


def test_no_passkey_is_offered_at_a_numeric_address(browser: Browser, server: Server) -> None:
    with Person(browser, server) as ann:
        ann.page.goto("/profile")
        ann.page.locator(".arrive").wait_for()
        assert ann.page.locator("[data-passkey]").count() == 0
