"""Metrics for Prometheus on a port of their own, apart from the one that people reach."""

from __future__ import annotations

import errno
import logging
import os
from typing import NamedTuple

from prometheus_client import start_http_server

from foretold.server.base import metrics

log = logging.getLogger("foretold.server")


class MetricsAddress(NamedTuple):
    """Where metrics are served; port 0 is any free one."""

    host: str
    port: int


def serve_metrics(address: MetricsAddress, ports: int = 1) -> int:
    """Serves the metrics of this process in a thread, and returns the port: the first free one of so many."""
    for port in range(address.port, address.port + ports):
        try:
            server, _ = start_http_server(port, address.host, metrics.REGISTRY)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or port == address.port + ports - 1:
                raise
        else:
            log.info("metrics", extra={"metrics_port": server.server_port, "pid": os.getpid()})
            return server.server_port
    raise AssertionError("no port was tried")
