"""Reports of what somebody said: stored and counted, without names, and gone with the person."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.server.lining import SHORT
from tests.server.requesting import refused
from tests.server.serving import Server, command, make_table, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000", database=database) as running:
        yield running


def test_a_reported_line_is_stored_once_with_its_context_and_deleted_with_its_person(server: Server) -> None:
    ann, bo, nobody = server.client(), server.client(), server.client()
    table = make_table(ann, ["me", "open", "open"], chat="free", **SHORT)
    assert command(bo, table, type="sit", seat=1, name="Bo").status_code == 200
    for text in ("first", "something rude"):
        assert command(bo, table, type="say", text=text).status_code == 200
    assert command(ann, table, type="say", text="after it").status_code == 200
    reports = f"/api/tables/{table}/reports"
    line = {"seat": 1, "name": "Bo", "text": "something rude"}
    assert refused(nobody.post(reports, json=line)) == (403, "nobody-known")
    assert refused(bo.post(reports, json=line)) == (404, "no-such-line"), "nobody reports themselves"
    assert refused(ann.post(reports, json={**line, "text": "never said"})) == (404, "no-such-line")
    for _ in range(2):
        assert ann.post(reports, json=line).json() == {}
    assert "foretold_reports_total 2.0" in "".join(server.metrics())
    assert ann.get("/api/me/export").json()["reports"][0]["mine"] is False
    (mine,) = bo.get("/api/me/export").json()["reports"]
    assert (mine["table"], mine["mine"], mine["text"]) == (table, True, "something rude")
    [(body,)] = server.run("SELECT body FROM reports")
    assert json.loads(body) == [{"seat": 1, "text": "first"}, {"seat": 1, "text": "something rude", "reported": True}]
    assert bo.delete("/api/me").status_code == 200
    assert ann.get("/api/me/export").json()["reports"] == []


def test_a_person_can_report_only_a_few_lines_at_once(server: Server) -> None:
    ann, bo = server.client(), server.client()
    table = make_table(ann, ["me", "open", "open"], chat="free", **SHORT)
    assert command(bo, table, type="sit", seat=1, name="Bo").status_code == 200
    for number in range(6):
        assert command(bo, table, type="say", text=f"line {number}").status_code == 200
    answers = [
        ann.post(f"/api/tables/{table}/reports", json={"seat": 1, "name": "Bo", "text": f"line {number}"}).status_code
        for number in range(6)
    ]
    assert answers == [200] * 5 + [429]


def test_only_the_host_reads_reports(server: Server) -> None:
    ann, bo, cy = server.client(), server.client(), server.client()
    table = make_table(ann, ["me", "open", "open"], chat="free", **SHORT)
    for seat, guest in ((1, bo), (2, cy)):
        assert command(guest, table, type="sit", seat=seat, name=f"Guest {seat}").status_code == 200
    assert command(bo, table, type="say", text="something rude").status_code == 200
    assert command(ann, table, type="say", text="the host's own").status_code == 200
    reports = f"/api/tables/{table}/reports"
    assert cy.post(reports, json={"seat": 1, "name": "Guest 1", "text": "something rude"}).status_code == 200
    assert cy.post(reports, json={"seat": 0, "name": "Ann", "text": "the host's own"}).status_code == 200
    [line] = ann.get(reports).json()["lines"]
    assert (line["seat"], line["name"], line["text"]) == (1, "Guest 1", "something rude")
    assert "reporter" not in line
    for guest in (bo, cy, server.client()):
        assert refused(guest.get(reports)) == (403, "not-host")


def test_reports_are_limited_per_block_of_addresses(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with serving(tmp_path_factory.mktemp("own"), "--request-rate", "1000") as own:
        ann, bo = own.client(), own.client()
        table = make_table(ann, ["me", "open", "open"], chat="free", **SHORT)
        assert command(bo, table, type="sit", seat=1, name="Bo").status_code == 200
        assert command(bo, table, type="say", text="something rude").status_code == 200
        line = {"seat": 1, "name": "Bo", "text": "something rude"}
        statuses = []
        for _ in range(6):
            guest = own.client()
            assert guest.post("/api/me", json={"name": "Guest"}).status_code == 200
            statuses += [guest.post(f"/api/tables/{table}/reports", json=line).status_code for _ in range(4)]
        assert statuses.count(200) <= 21
        assert statuses[-1] == 429
