"""The alert rules and the dashboard for operators: every alert is fired by the fault that it is about."""

from __future__ import annotations

import json
import re
import socket
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from foretold.server.base import metrics
from foretold.server.store.sqlite.backups import BackupPolicy, new_copy
from tests.postgres import serving as serving_postgres
from tests.server.faults.test_kills import limit_files
from tests.server.serving import Server, serving, wait_for

MONITORING = Path(__file__).parents[3] / "docs" / "monitoring"
RULES: dict[str, str] = {
    rule["alert"]: rule["expr"]
    for group in yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
}
DASHBOARD: dict[str, Any] = json.loads((MONITORING / "dashboard.json").read_text())
SERIES = r"\w+(?:\{[^}]*\})?"
RULE = re.compile(
    rf"(?:({SERIES})(?: / ({SERIES}))?|increase\(({SERIES})\[\w+\]\)|time\(\) - \(({SERIES}) > 0\)) (==|>) ([\d.]+)"
)

FILES = 200
FEW_FILES = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))
from foretold.cli import main
sys.exit(main(sys.argv[1:]))
"""
EARLY_COPIES = """
import sys
from foretold.server.jobs import backups
begin = backups.Backups.__init__
begin.__defaults__ = (0.0, *begin.__defaults__[1:])  # seconds until the first copy
from foretold.cli import main
sys.exit(main(sys.argv[1:]))
"""


def sums(server: Server) -> dict[str, float]:
    """Every metric of the server, summed over its labels and for each label; `up` is 0 if it does not answer."""
    totals: dict[str, float] = {'up{job="foretold"}': 0.0}
    for text in server.metrics():
        totals['up{job="foretold"}'] = 1.0
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                labels = [f'{sample.name}{{{label}="{value}"}}' for label, value in sample.labels.items()]
                for name in (sample.name, *labels):
                    totals[name] = totals.get(name, 0.0) + sample.value
    return totals


def fires(alert: str, now: dict[str, float], before: dict[str, float] | None = None) -> bool:
    """Whether the condition of the alert holds, for increases since `before`."""
    matched = RULE.fullmatch(RULES[alert])
    assert matched is not None, RULES[alert]
    metric, divisor, increasing, moment, comparison, bound = matched.groups()
    if moment:
        value = time.time() - now[moment] if now.get(moment) else 0.0
    elif increasing:
        value = now.get(increasing, 0.0) - (before or {}).get(increasing, 0.0)
    else:
        value = now.get(metric, 0.0) / (now[divisor] if divisor else 1.0)
    return value == float(bound) if comparison == "==" else value > float(bound)


def test_an_idle_server_fires_no_alert_and_a_dead_one_is_down(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        now = sums(server)
        assert [alert for alert in RULES if fires(alert, now, now)] == []
        server.kill()
        assert fires("ForetoldDown", sums(server))


def test_an_unreachable_database_fires_its_alert(tmp_path: Path) -> None:
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
    """A server that may open few files, from a proxy it trusts, so that one address may have them all."""
    server = Server(tmp_path, "--proxies", "127.0.0.1", command=("-c", FEW_FILES, "serve"))
    server.start()
    try:
        before = sums(server)
        most = before["foretold_connections_most"]
        assert most < FILES
        assert not fires("ForetoldNearlyFull", before)
        with ExitStack() as open_lines:
            for _ in range(round(0.93 * most)):
                open_lines.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            wait_for(lambda: fires("ForetoldNearlyFull", sums(server)))
        wait_for(lambda: not fires("ForetoldNearlyFull", sums(server)))
    finally:
        server.clear()


def test_a_copy_that_fails_fires_its_alert(tmp_path: Path) -> None:
    (tmp_path / "copies").write_text("no folder")
    server = Server(tmp_path, "--backup-dir", str(tmp_path / "copies"), command=("-c", EARLY_COPIES, "serve"))
    server.start()
    try:
        wait_for(lambda: fires("ForetoldBackupsFail", sums(server), {}))
        assert not fires("ForetoldBackupOld", sums(server)), "none was ever made"
    finally:
        server.clear()


def test_a_server_whose_last_copy_is_old_fires_its_alert(tmp_path: Path) -> None:
    copy = new_copy(BackupPolicy(tmp_path / "foretold.sqlite", tmp_path / "backups"), time.time() - 3 * 86_400)
    copy.touch()
    with serving(tmp_path) as server:
        now = sums(server)
        assert fires("ForetoldBackupOld", now)
        assert not fires("ForetoldBackupOld", {**now, "foretold_backup_timestamp_seconds": time.time() - 86_400})


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
