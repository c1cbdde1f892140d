"""The alert rules and the dashboard for operators: every alert is fired by the fault that it is about."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import ClientConnection, connect

from foretold.server.base import metrics
from tests.postgres import serving as serving_postgres
from tests.server.serving import PATIENCE, Server, serving, wait_for
from tests.server.test_kills import limit_files

MONITORING = Path(__file__).parents[3] / "docs" / "monitoring"
RULES: dict[str, str] = {
    rule["alert"]: rule["expr"]
    for group in yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
}
DASHBOARD: dict[str, Any] = json.loads((MONITORING / "dashboard.json").read_text())
RULE = re.compile(r"(?:(\w+)(?:\{[^}]*\})?(?: / (\w+))?|increase\((\w+)\[\w+\]\)) (==|>) ([\d.]+)")


def sums(server: Server) -> dict[str, float]:
    """Every metric of the server, summed over its labels; `up` is 0 if it does not answer."""
    totals: dict[str, float] = {"up": 0.0}
    for text in server.metrics():
        totals["up"] = 1.0
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                totals[sample.name] = totals.get(sample.name, 0.0) + sample.value
    return totals


def fires(alert: str, now: dict[str, float], before: dict[str, float] | None = None) -> bool:
    """Whether the condition of the alert holds, for increases since `before`."""
    matched = RULE.fullmatch(RULES[alert])
    assert matched is not None, RULES[alert]
    metric, divisor, increasing, comparison, bound = matched.groups()
    if increasing:
        value = now.get(increasing, 0.0) - (before or {}).get(increasing, 0.0)
    else:
        value = now.get(metric, 0.0) / (now[divisor] if divisor else 1.0)
    return value == float(bound) if comparison == "==" else value > float(bound)


def test_a_server_at_rest_fires_no_alert_and_one_that_is_gone_is_down(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        now = sums(server)
        assert [alert for alert in RULES if fires(alert, now, now)] == []
        server.kill()
        assert fires("ForetoldDown", sums(server))


def test_a_database_that_is_away_fires_its_alert(tmp_path: Path) -> None:
    with serving_postgres() as postgres, serving(tmp_path, database=postgres.new()) as server:
        assert not fires("ForetoldDatabaseAway", sums(server))
        postgres.stop()
        wait_for(lambda: fires("ForetoldDatabaseAway", sums(server)))
        postgres.start()
        wait_for(lambda: not fires("ForetoldDatabaseAway", sums(server)))


def test_a_full_disk_fires_the_alert_of_failed_writes(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        client = server.client()
        assert client.post("/api/me", json={"name": "Ann"}).status_code == 200
        before = sums(server)
        assert not fires("ForetoldWritesFail", before, before)
        limit_files(server, 0)
        assert client.post("/api/me", json={"name": "Bo"}).status_code == 503
        wait_for(lambda: fires("ForetoldWritesFail", sums(server), before))


def test_connections_near_the_limit_fire_their_alert(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        most = sums(server)["foretold_connections_most"]
        assert most > 0
        now = {**sums(server), "foretold_connections": 0.91 * most}
        assert fires("ForetoldNearlyFull", now)

        async def come() -> float:
            before = sums(server)["foretold_connections"]
            lines: list[ClientConnection] = [
                await connect(server.url.replace("http", "ws", 1) + "/ws", proxy=None, open_timeout=PATIENCE)
                for _ in range(5)
            ]
            risen = sums(server)["foretold_connections"] - before
            for line in lines:
                await line.close()
            return risen

        assert asyncio.run(come()) >= 5


def test_a_flood_fires_the_alert_of_limits(tmp_path: Path) -> None:
    with serving(tmp_path, "--request-rate", "1") as server, httpx.Client(base_url=server.url) as client:
        before = sums(server)
        for _ in range(520):
            client.get("/api/health")
        assert fires("ForetoldLimitsReached", sums(server), before)


def test_every_metric_of_the_rules_and_the_dashboard_exists() -> None:
    known = {"up"}
    for metric in metrics.REGISTRY.collect():
        known |= {f"{metric.name}{ending}" for ending in ("", "_total", "_bucket", "_sum", "_count")}
    queries = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", ())]
    assert len(queries) >= 10
    for query in [*queries, *RULES.values()]:
        named = set(re.findall(r"\b(?:foretold_\w+|up)\b", query))
        assert named
        assert named <= known, query


@pytest.mark.parametrize("alert", RULES)
def test_every_alert_says_what_is_wrong_and_what_to_do(alert: str) -> None:
    groups = yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"]
    [rule] = [rule for group in groups for rule in group["rules"] if rule["alert"] == alert]
    assert rule["annotations"]["summary"]
    assert rule["annotations"]["do"]
    assert rule["labels"]["severity"] in ("page", "warn")
