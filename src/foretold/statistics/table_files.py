"""Writes rows for other programs as CSV and Parquet, with the names of game and bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import IO, TYPE_CHECKING, Any

from foretold.errors import Refusal
from foretold.games import Game
from foretold.statistics.rows import COLUMNS, PROPHECY, SEAT, prophecy_text

if TYPE_CHECKING:
    from foretold.statistics.rows import WholeNumbers

GAME_COLUMNS = ("game", "options", "players")
FILE_COLUMNS = (*GAME_COLUMNS, *COLUMNS[: SEAT + 1], "bot", *COLUMNS[SEAT + 1 :])
ROWS_A_GROUP = 100_000  # rows in a Parquet row group


def options_text(game: Game) -> str:
    """Returns the options that differ from the defaults: `variant=short`."""
    return " ".join(
        f"{name}={str(value).lower() if value in (True, False) else value}" for name, value in game.given.items()
    )


class CsvTable:
    """Rows as CSV (RFC 4180, except for plain line ends); no field needs quotes."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        stream.write(",".join(FILE_COLUMNS) + "\n")

    def add(self, game: Game, bots: Sequence[str], rows: WholeNumbers) -> None:
        """Writes the rows of whole matches."""
        text = _texts(game)
        head = f"{game.name},{options_text(game)},{game.players},"
        named = [f"{seat},{bot}" for seat, bot in enumerate(bots)]
        lines = []
        for match, number, seat, away, prophecy, *rest in rows.tolist():
            figures = ",".join(map(str, rest))
            lines.append(f"{head}{match},{number},{named[seat]},{away},{text(prophecy)},{figures}\n")
        self._stream.writelines(lines)

    def close(self) -> None:
        """Does nothing: rows are written at once."""


class ParquetTable:
    """Rows as Parquet, in row groups of equal size, however they are batched."""

    def __init__(self, stream: IO[bytes]) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise Refusal("parquet-missing") from None
        texts = {"game", "options", "bot", "prophecy"}
        wide = {"match"}
        kinds = {name: pyarrow.string() if name in texts else pyarrow.int32() for name in FILE_COLUMNS}
        self._schema = pyarrow.schema(
            [(name, pyarrow.int64() if name in wide else kinds[name]) for name in FILE_COLUMNS]
        )
        self._arrow = pyarrow
        self._writer = parquet.ParquetWriter(stream, self._schema, compression="zstd")
        self._held: list[Any] = []  # pyarrow has no types
        self._count = 0

    def add(self, game: Game, bots: Sequence[str], rows: WholeNumbers) -> None:
        """Adds the rows of whole matches."""
        import numpy as np

        text = _texts(game)
        codes, places = np.unique(rows[:, PROPHECY], return_inverse=True)
        written = np.array([text(int(code)) for code in codes], object)[places]
        columns: dict[str, object] = {name: rows[:, at] for at, name in enumerate(COLUMNS)}
        columns |= {"prophecy": written, "bot": np.array(bots, object)[rows[:, SEAT]]}
        facts: tuple[object, ...] = (game.name, options_text(game), game.players)
        columns |= {name: [fact] * len(rows) for name, fact in zip(GAME_COLUMNS, facts, strict=True)}
        self._held.append(self._arrow.table({name: columns[name] for name in FILE_COLUMNS}, schema=self._schema))
        self._count += len(rows)
        if self._count >= ROWS_A_GROUP:
            self._flush(ROWS_A_GROUP)

    def _flush(self, least: int) -> None:
        """Writes complete groups, or with `least` 1 all rows that are left."""
        table = self._arrow.concat_tables(self._held)
        at = 0
        while table.num_rows - at >= least and at < table.num_rows:
            self._writer.write_table(table.slice(at, ROWS_A_GROUP).combine_chunks(), row_group_size=ROWS_A_GROUP)
            at += ROWS_A_GROUP
        rest = table.slice(at)
        self._held, self._count = ([rest], rest.num_rows) if rest.num_rows else ([], 0)

    def close(self) -> None:
        """Writes the remaining rows and the end of the file."""
        if self._held:
            self._flush(1)
        self._writer.close()


def _texts(game: Game) -> Callable[[int], str]:
    return lru_cache(maxsize=None)(lambda code: prophecy_text(game, code))
