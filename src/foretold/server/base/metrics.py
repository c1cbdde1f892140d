"""Prometheus metrics: counts only, nothing about cards, names or tables.

In a page that is its own server there is no Prometheus, and nothing is counted.
"""

from __future__ import annotations

from functools import cache

try:
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
except ImportError:
    from foretold.server.base.null_metrics import CollectorRegistry, Counter, Gauge, Histogram  # type: ignore[assignment]

REGISTRY = CollectorRegistry()

TABLES = Counter("foretold_tables", "Tables made.", registry=REGISTRY)
OPEN_TABLES = Gauge("foretold_open_tables", "Tables that are not closed.", registry=REGISTRY)
MATCHES = Counter("foretold_matches", "Matches that ended.", ["how"], registry=REGISTRY)
ENTRIES = Counter("foretold_entries", "Entries of journals: everything that happened at tables.", registry=REGISTRY)
LINES = Gauge("foretold_lines", "Open websockets at tables.", registry=REGISTRY)
MESSAGES = Counter("foretold_messages", "Messages from clients.", ["kind"], registry=REGISTRY)
REFUSALS = Counter("foretold_refusals", "Commands and requests refused.", ["reason"], registry=REGISTRY)
LIMITS = Counter("foretold_limits", "Times that somebody reached a limit.", ["reason"], registry=REGISTRY)
GARBAGE = Counter("foretold_garbage", "Requests that are no HTTP.", registry=REGISTRY)
CONNECTIONS = Gauge("foretold_connections", "Open connections of any kind.", registry=REGISTRY)
CONNECTIONS_MOST = Gauge("foretold_connections_most", "Connections that this process can hold.", registry=REGISTRY)
REQUESTS = Counter("foretold_requests", "HTTP requests.", ["status"], registry=REGISTRY)
BOTS_LATE = Counter("foretold_bots_late", "Decisions that a bot did not finish in time.", registry=REGISTRY)
BOTS_FAILED = Counter("foretold_bots_failed", "Decisions at which a bot failed.", ["bot"], registry=REGISTRY)
PREVIEWS_FAILED = Counter("foretold_previews_failed", "Previews that failed.", ["game"], registry=REGISTRY)
REVIEWS = Counter("foretold_reviews", "Reviews of matches.", ["how"], registry=REGISTRY)
CALLS = Counter("foretold_calls", "Words to people who are waited for.", ["how"], registry=REGISTRY)
REPORTS = Counter("foretold_reports", "Lines of chat that people reported.", registry=REGISTRY)
ADMIN_REFUSED = Counter("foretold_admin_refused", "Wrong links and sessions of operators.", ["how"], registry=REGISTRY)
BLOCKED = Counter("foretold_blocked", "Requests and connections of blocked people and networks.", registry=REGISTRY)
BACKUPS = Counter("foretold_backups", "Daily copies of the database.", ["how"], registry=REGISTRY)
BACKUP_TIME = Gauge("foretold_backup_timestamp_seconds", "When the last daily copy was made.", registry=REGISTRY)
STORE_ERRORS = Counter("foretold_store_errors", "Writes that failed.", registry=REGISTRY)
PROCESSES = Gauge("foretold_processes", "Processes that serve the same database.", registry=REGISTRY)
STORE_AWAY = Gauge("foretold_store_away", "Whether the database can't be reached.", registry=REGISTRY)
RULED_AGAIN = Counter("foretold_ruled_again", "Commands at which another process was quicker.", registry=REGISTRY)
LAG = Histogram(
    "foretold_lag_seconds",
    "From a write by another process until clients here are told.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=REGISTRY,
)
COMMITS = Histogram(
    "foretold_commit_writes",
    "Writes that one transaction carried.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
    registry=REGISTRY,
)

messages = cache(MESSAGES.labels)  # looking a counter up takes longer than counting
