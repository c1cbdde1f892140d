"""Links that others open: what they say before that, their pictures, and what may be shown in a frame."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator

import httpx
import pytest

from foretold.server.web.preview_pictures import HEIGHT, WIDTH, Chair, Picture, png
from tests.server.requesting import SHORT, played
from tests.server.serving import Server, make_table, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000") as running:
        yield running


def tags_of(server: Server, path: str) -> dict[str, str]:
    """What the head of a page says of it, by property."""
    page = httpx.get(server.url + path).text
    return dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', page))


def assert_picture(server: Server, address: str) -> None:
    answer = httpx.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    assert_png(answer.content)


def assert_png(body: bytes) -> None:
    """A whole PNG of the size that is promised, not larger than a messenger takes."""
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", body[16:24]) == (WIDTH, HEIGHT)
    length = struct.unpack(">I", body[33:37])[0]
    assert len(zlib.decompress(body[41 : 41 + length])) == HEIGHT * (1 + 3 * WIDTH)
    assert len(body) < 150_000


def test_tables_days_and_puzzles_have_link_previews(server: Server) -> None:
    ann = server.client()
    table = make_table(ann, seats=["me", "open", "bot:greedy"], **SHORT)
    for path, title in (
        (f"/tables/{table}", "Join a table of"),
        ("/daily", "Daily match"),
        ("/puzzles/seven-prophecies/3", "Puzzle 3: Seven Prophecies"),
    ):
        tags = tags_of(server, path)
        assert tags["og:title"].startswith(title)
        assert tags["og:description"]
        assert tags["og:url"] == server.url + path
        assert tags["og:image"].startswith(server.url)
        assert_picture(server, tags["og:image"])
    assert "og:title" not in tags_of(server, "/tables/nothing")
    assert "og:title" not in tags_of(server, "/puzzles/own/3")
    assert httpx.get(f"{server.url}/pictures/tables/nothing.png").status_code == 404


def test_a_private_match_has_a_link_preview_only_by_its_share_link(server: Server) -> None:
    ann = server.client()
    match = played(server, ann)
    page = httpx.get(f"{server.url}/matches/{match}").text
    assert "og:title" not in page
    assert "Ann" not in page
    assert httpx.get(f"{server.url}/pictures/matches/{match}.png").status_code == 404

    link = ann.post(f"/api/matches/{match}/share").json()["url"]
    tags = tags_of(server, link.removeprefix(server.url))
    assert "Ann" in tags["og:title"] + tags["og:description"]
    assert tags["robots"] == "noindex"
    assert_picture(server, tags["og:image"])
    assert "og:title" not in tags_of(server, f"/shared/{match}/wrong")
    ann.delete(f"/api/matches/{match}/share")
    assert "og:title" not in tags_of(server, link.removeprefix(server.url))


def test_names_are_escaped_in_the_page(server: Server) -> None:
    ann = server.client()
    table = make_table(ann, name='"><script>', **SHORT)
    page = httpx.get(f"{server.url}/tables/{table}").text
    assert "<script>" not in page
    assert "&quot;&gt;&lt;script&gt;" in page


@pytest.mark.parametrize("path", ["/embed/daily", "/embed/puzzles/prophecy/1", "/embed/matches/x", "/embed/shared/x/y"])
def test_only_embeddable_pages_may_be_framed(server: Server, path: str) -> None:
    framed = httpx.get(server.url + path)
    assert framed.status_code == 200
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers
    for other in ("/", path.removeprefix("/embed"), "/profile", "/api/health", "/embed", "/embedded/daily"):
        answer = httpx.get(server.url + other)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], other
        assert answer.headers["x-frame-options"] == "DENY"


def test_every_kind_of_preview_picture_is_complete_and_repeatable() -> None:
    chairs = (Chair(height=1, won=True), Chair(height=0.5), Chair(taken=False), Chair(), Chair(), Chair())
    for kind in ("table", "challenge", "daily", "match", "puzzle"):
        for count in (2, 6):
            body = png(Picture(kind, chairs[:count]))
            assert_png(body)
            assert body == png.__wrapped__(Picture(kind, chairs[:count]))
