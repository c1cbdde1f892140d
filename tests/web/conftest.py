"""What the tests of the browser client share: a server that people with browsers come to, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.serving import Server, serving
from tests.web import certain
from tests.web.browsing import browsing


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Server]:
    """A server that people with browsers come to, one in a worker: every person is a new one there."""
    chance: dict[str, Any] = {} if pytestconfig.getoption("--long") else {"command": certain.COMMAND}
    flags = ("--request-rate", "1000", "--review-worlds", "60", "--review-nice", "0")
    with serving(tmp_path_factory.mktemp("web"), *flags, **chance) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser, one in a worker: every person has a context of their own.

    It ends with this folder: while it is there, its library runs an event loop that other tests can't have.
    """
    with browsing() as shared_browser:
        yield shared_browser
