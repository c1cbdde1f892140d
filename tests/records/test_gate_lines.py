"""The reader of records as a gate: lines and files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import foretold
from foretold import BadRecord, Record, files
from foretold.records import LINE_LIMIT
from tests.conftest import GAMES
from tests.records.gate import (
    spoken,
)
from tests.records.test_records import whole_match

# Lines ----------------------------------------------------------------------------------------------------------


def line_with(extra: str) -> str:
    """A good line with one more key, the text of whose value is given."""
    line = Record.from_dict(whole_match(foretold.load("seven-prophecies", players=3))).to_line()
    return line[:-1] + f',"extra":{extra}}}'


def assert_line_refused(line: str | bytes, reason: str | set[str]) -> None:
    with pytest.raises(BadRecord) as caught:
        foretold.replay(Record.from_line(line))
    assert caught.value.reason in ({reason} if isinstance(reason, str) else reason), spoken(caught.value)


BOMBS = {
    "[": "[" * 10_000_000,
    '{"a":': '{"a":' * 2_000_000,
    '[{"a":': '[{"a":' * 1_500_000,
    "closed": "[" * 5_000_000 + "]" * 5_000_000,
    "just too deep": "[" * 64 + "]" * 64,
    "deeper than Python": "[" * 3000 + "]" * 3000,
    "objects": '{"a":' * 500 + "1" + "}" * 500,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_deeply_nested_lines_are_refused(bomb: str) -> None:
    if bomb == "just too deep":
        assert Record.from_line(line_with("[" * 63 + "]" * 63)).extra
    else:
        assert_line_refused(BOMBS[bomb], {"too-deep", "not-json", "wrong-type"})
    assert_line_refused(line_with(BOMBS[bomb]), "too-deep")
    deep = whole_match(foretold.load("seven-prophecies", players=3))
    line = json.dumps(deep).replace('"deal": {', '"deal": {"extra": ' + BOMBS[bomb] + ", ", 1)
    assert_line_refused(line, "too-deep")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("NaN", "bad-number"),
        ("Infinity", "bad-number"),
        ("-Infinity", "bad-number"),
        ("1e999", "bad-number"),
        ("-1e999", "bad-number"),
        ("9" * 5000, "bad-number"),
        ("-" + "9" * 1_000_000, "bad-number"),
        ("9" * 400, "bad-number"),
        ("01", "not-json"),
        ("+1", "not-json"),
        ("1.", "not-json"),
        (".5", "not-json"),
        ("0x1", "not-json"),
        ("'a'", "not-json"),
        ("[1,]", "not-json"),
        ("undefined", "not-json"),
        ("1 2", "not-json"),
        ('"\t"', "not-json"),
        ('"\0"', "not-json"),
        (r'"\x41"', "not-json"),
        (r'"\ud800"', "not-utf8"),
        (r'"\udc00\ud800"', "not-utf8"),
        (r'{"\ud800": 1}', "not-utf8"),
        ('{"a": 1, "a": 1}', "duplicate-key"),
        (r'{"a": 1, "\u0061": 2}', "duplicate-key"),
        (r'{"\ud800": 1, "\ud800": 2}', "duplicate-key"),
    ],
)
def test_almost_json_is_refused(value: str, reason: str) -> None:
    assert_line_refused(line_with(value), reason)


@pytest.mark.parametrize("text", [r'"\ud83c\udccf"', "1e400e", "1e308", "-0", "0.1", "123456789012345678901234567890"])
def test_barely_valid_json_is_read(text: str) -> None:
    if text.endswith("e"):
        assert_line_refused(line_with(text), {"not-json", "bad-number"})
        return
    record = Record.from_line(line_with(text))
    assert record.extra["extra"] == json.loads(text)
    assert Record.from_line(record.to_line()) == record


def test_huge_numbers_as_points_are_refused() -> None:
    line = Record.from_dict(whole_match(foretold.load("seven-prophecies", players=3))).to_line()
    for number in ("9" * 5000, "9" * 309, "1e999", "1" * 1_000_000):
        assert_line_refused(line.replace('"points":[', f'"points":[{number},', 1), "bad-number")
    assert_line_refused(line.replace('"points":[', f'"points":[{"9" * 300},', 1), "wrong-result")


@pytest.mark.parametrize("key", ["format", "game", "players", "events", "deal", "hands", "seat", "points", "winners"])
def test_a_key_that_appears_twice_is_refused(key: str) -> None:
    line = Record.from_dict(whole_match(foretold.load("seven-prophecies", players=3))).to_line()
    assert_line_refused(line.replace(f'"{key}":', f'"{key}":0,"{key}":', 1), "duplicate-key")


def test_a_million_keys_with_one_of_them_twice_is_found_quickly() -> None:
    many = "{" + ",".join(f'"{number}":0' for number in [*range(300_000), 299_999]) + "}"
    assert_line_refused(line_with(many), "duplicate-key")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "not-json"),
        (b" ", "not-json"),
        (b"\0", "not-json"),
        (b"\0" * 1000, "not-json"),
        (b"null", "wrong-type"),
        (b"[]", "wrong-type"),
        (b'"text"', "wrong-type"),
        (b"{", "not-json"),
        (b"{}{}", "not-json"),
        (b"\xff\xfe{\0}\0", "not-utf8"),
        (b'{"a": "\xe3\x81"}', "not-utf8"),
        (b'{"a": "\xed\xa0\x80"}', "not-utf8"),
        (b'{"a": "\xc0\xaf"}', "not-utf8"),
        (b"\xef\xbb\xbf{}", "not-json"),
        (b"{}", "missing-key"),
    ],
)
def test_lines_without_a_record_are_refused(line: bytes, reason: str) -> None:
    assert_line_refused(line, reason)


def test_half_a_surrogate_pair_is_refused() -> None:
    assert_line_refused('{"a": "\ud800"}', "not-utf8")


def test_a_line_may_have_16_mib_and_no_byte_more() -> None:
    line = line_with('"%s"')
    room = LINE_LIMIT - len(line.encode()) + 2
    for filler, width in (("x", 1), ("ö", 2)):
        full = line.replace("%s", filler * (room // width))
        assert len(full.encode()) in (LINE_LIMIT, LINE_LIMIT - 1)
        assert Record.from_line(full).extra
        assert Record.from_line(full.encode()).extra
        for form in (full + "  ", (full + "  ").encode()):
            assert_line_refused(form, "line-too-long")


# Files ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines() -> list[bytes]:
    return [Record.from_dict(whole_match(game)).to_line().encode() for game in GAMES]


def count(path: Path) -> int:
    return sum(1 for _ in files.read(path))


def assert_file_refused(path: Path, line: int | None, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        count(path)
    error = caught.value
    assert (error.reason, error.line, error.file) == (reason, line, str(path))
    assert str(error).startswith(str(path))


def test_valid_files_are_read_in_every_form(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "records.jsonl"
    for content in (
        b"\n".join(lines) + b"\n",
        b"\n".join(lines),
        b"\r\n".join(lines) + b"\r\n",
        b"\n\n \t\r\n" + b"\n\n".join(lines) + b"\n\n",
    ):
        for data in (content, gzip.compress(content), gzip.compress(content[:999]) + gzip.compress(content[999:])):
            path.write_bytes(data)
            assert [record.to_line().encode() for record in files.read(path)] == lines
    path.write_bytes(gzip.compress(lines[0]) + b"\0" * 512)  # padding is allowed by the format
    assert count(path) == 1


def test_only_newlines_end_lines(tmp_path: Path) -> None:
    names = ["a\u2028b", "c\x85d", "e\u2029"]
    record = {**whole_match(foretold.load("seven-prophecies", players=3)), "names": names}
    path = tmp_path / "records.jsonl"
    path.write_text(2 * (Record.from_dict(record).to_line() + "\n"), encoding="utf-8", newline="\n")
    assert [record.names for record in files.read(path)] == [tuple(names)] * 2


def test_empty_files_hold_nothing(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    for content in (b"", b"\n", b" \n\r\n", gzip.compress(b"")):
        path.write_bytes(content)
        assert count(path) == 0


def test_unreadable_paths_are_refused(tmp_path: Path) -> None:
    assert_file_refused(tmp_path, None, "unreadable-file")
    assert_file_refused(tmp_path / "missing.jsonl", None, "unreadable-file")
    file = tmp_path / "file"
    file.touch()
    assert_file_refused(file / "below.jsonl", None, "unreadable-file")
    assert_file_refused(tmp_path / ("x" * 300), None, "unreadable-file")


def test_broken_gzip_data_is_refused(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "records.jsonl.gz"
    whole = gzip.compress(b"\n".join(lines) + b"\n", mtime=0)
    broken = {
        length: whole[:length] for length in (2, 3, 9, 10, 11, 100, len(whole) // 2, len(whole) - 8, len(whole) - 1)
    }
    flipped = {
        -place: whole[:-place] + bytes([whole[-place] ^ 1]) + whole[len(whole) - place + 1 :] for place in (1, 5, 8)
    }
    for content in (
        *broken.values(),
        *flipped.values(),
        whole + b"garbage\n",
        whole + whole[:20],
        whole[:2] + b"x" * 99,
    ):
        path.write_bytes(content)
        with pytest.raises(BadRecord) as caught:
            count(path)
        assert caught.value.reason == "not-gzip"
        assert caught.value.line is not None
        assert 1 <= caught.value.line <= len(lines) + 1


@given(data=st.data())
def test_a_changed_byte_in_gzip_is_always_noticed(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = Record.from_dict(whole_match(foretold.load("seven-prophecies", players=3))).to_line().encode()
    whole = bytearray(gzip.compress(content, mtime=0))
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.getbasetemp() / "changed.gz"
    path.write_bytes(whole)
    try:
        lines = [record.to_line().encode() for record in files.read(path)]
    except BadRecord as error:
        spoken(error)
    else:
        assert lines == [content]  # the header holds a time and a system that mean nothing here


def test_an_error_names_its_line(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"\n".join([lines[0], b"", lines[1], b"{}", lines[2]]))
    assert_file_refused(path, 4, "missing-key")
    path.write_bytes(b"\xef\xbb\xbf" + lines[0])
    assert_file_refused(path, 1, "not-json")
    path.write_bytes(lines[0] + b"\n" + lines[1] + b"\0")
    assert_file_refused(path, 2, "not-json")
    path.write_bytes(lines[0] + b"\n\xff" + lines[1])
    assert_file_refused(path, 2, "not-utf8")


def test_lines_that_are_too_long_are_skipped(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "records.jsonl"
    exact = lines[1] + b" " * (LINE_LIMIT - len(lines[1]))
    parts = [
        lines[0],
        exact + b" ",
        exact,
        exact + b"\r",
        b"\r" * 3 + exact,
        b"\r" * (LINE_LIMIT + 2) + lines[2],
        lines[3],
    ]
    path.write_bytes(b"\n".join(parts))
    read = list(files.lines(path))
    assert [line.number for line in read] == [1, 2, 3, 4, 5, 6, 7]
    too_long = [line.number for line in read if line.error is not None and line.error.reason == "line-too-long"]
    assert too_long == [2, 5, 6]


def test_a_new_file_is_complete_or_absent(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.jsonl.gz"):
        path = tmp_path / name
        with files.new_file(path) as stream:
            stream.write("é\n")
            assert not path.exists()
        data = path.read_bytes()
        assert (gzip.decompress(data) if name.endswith(".gz") else data) == "é\n".encode()
        with pytest.raises(KeyboardInterrupt), files.new_file(path) as stream:  # noqa: PT012
            stream.write("other\n")
            raise KeyboardInterrupt
        assert path.read_bytes() == data
    assert {file.name for file in tmp_path.iterdir()} == {"a.jsonl", "a.jsonl.gz"}


def test_only_regular_files_are_replaced(tmp_path: Path) -> None:
    with files.new_file(Path("/dev/null")) as stream:
        stream.write("x")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(IsADirectoryError), files.new_file(tmp_path):
        pass
    target, link = tmp_path / "target.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(target)
    with files.new_file(link) as stream:
        stream.write("x\n")
    assert link.is_symlink()
    assert target.read_text() == "x\n"
