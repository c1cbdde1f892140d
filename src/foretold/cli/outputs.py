"""The files that `foretold simulate` writes; each appears only on success."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from foretold.cli.executors import refusing
from foretold.cli.options import writing

if TYPE_CHECKING:
    from foretold.arena.simulate import Batch, Plan
    from foretold.statistics.page import Surveyed
    from foretold.statistics.table_files import CsvTable, ParquetTable

Stream = TypeVar("Stream")


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --records, --csv, --parquet, --report."""
    parser.add_argument("--records", type=Path, metavar="FILE", help="write the records here (.jsonl, .jsonl.gz)")
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write a row for each seat and round here (.csv, .csv.gz)"
    )
    parser.add_argument("--parquet", type=Path, metavar="FILE", help="write the same rows as Parquet (extra 'parquet')")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write a page with plots here (.html)")


class Output:
    """An output file: what it takes of each batch, and how it is completed."""

    def __init__(self, path: Path, stack: ExitStack) -> None:
        self.path = path
        self._file = stack.enter_context(ExitStack())

    def open(self, opener: Callable[[Path], AbstractContextManager[Stream]]) -> Stream:
        """Opens the stream of the file."""
        with writing(self.path):
            return self._file.enter_context(opener(self.path))

    def add(self, plan: Plan, batch: Batch) -> None:
        """Writes the file's part of a batch."""

    def finish(self, surveyed: Sequence[Surveyed], spoken: str) -> None:
        """Writes the rest, after which the file appears."""
        with writing(self.path):
            self._file.close()


class Records(Output):
    """The records, one per line."""

    def __init__(self, path: Path, stack: ExitStack) -> None:
        from foretold.files import new_file

        super().__init__(path, stack)
        self._stream = self.open(new_file)

    def add(self, plan: Plan, batch: Batch) -> None:
        with writing(self.path):
            self._stream.writelines(line + "\n" for line in batch.lines)


class Rows(Output):
    """One row per seat and round, as CSV or Parquet."""

    def __init__(self, path: Path, stack: ExitStack, kind: str) -> None:
        from foretold.files import new_bytes, new_file
        from foretold.statistics.table_files import CsvTable, ParquetTable

        super().__init__(path, stack)
        self._table: CsvTable | ParquetTable
        if kind == "csv":
            lines = self.open(new_file)
            with writing(path):
                self._table = CsvTable(lines)
        else:
            stream = self.open(new_bytes)
            with refusing(), writing(path):
                self._table = ParquetTable(stream)

    def add(self, plan: Plan, batch: Batch) -> None:
        assert batch.rows is not None
        with writing(self.path):
            self._table.add(plan.game, plan.bots, batch.rows)

    def finish(self, surveyed: Sequence[Surveyed], spoken: str) -> None:
        with writing(self.path):
            self._table.close()
        super().finish(surveyed, spoken)


class Report(Output):
    """The page with plots."""

    def __init__(self, path: Path, stack: ExitStack) -> None:
        from foretold.files import new_file

        super().__init__(path, stack)
        self._stream = self.open(new_file)

    def finish(self, surveyed: Sequence[Surveyed], spoken: str) -> None:
        from foretold.statistics.page import page

        with writing(self.path):
            self._stream.write(page(surveyed, spoken))
        super().finish(surveyed, spoken)


def outputs(arguments: argparse.Namespace, stack: ExitStack) -> list[Output]:
    """Opens all requested files, so that an unwritable one is reported before hours of play."""
    files: list[Output] = []
    if arguments.records is not None:
        files.append(Records(arguments.records, stack))
    if arguments.csv is not None:
        files.append(Rows(arguments.csv, stack, "csv"))
    if arguments.parquet is not None:
        files.append(Rows(arguments.parquet, stack, "parquet"))
    if arguments.report is not None:
        files.append(Report(arguments.report, stack))
    return files
