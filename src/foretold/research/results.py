"""The file of benchmark results, to which others can add: its validation, and its table in docs/benchmark.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from foretold.errors import Refusal
from foretold.research.evaluation import FORMAT, BenchmarkResult, Mean, OpponentFigures
from foretold.research.tasks import BLOCKS, TASKS


def check_results(document: object) -> list[BenchmarkResult]:
    """Returns the results of a file; refuses the first that is incomplete or impossible."""
    if not isinstance(document, list):
        raise Refusal("benchmark-result", {"number": 0, "field": "-"})
    seen: set[tuple[str, str, str]] = set()
    for number, result in enumerate(document, 1):
        field = next(_faults(result), None)
        if field is None:
            key = (result["task"], result["player"], result["hashes"]["opponents"])
            field = "player" if key in seen else None  # a result may occur only once
            seen.add(key)
        if field is not None:
            raise Refusal("benchmark-result", {"number": number, "field": field})
    return cast("list[BenchmarkResult]", document)


def _faults(result: object) -> Iterator[str]:
    """Yields the fields of a result that are missing or impossible."""
    if not isinstance(result, dict) or result.get("format") != FORMAT:
        yield "format"
        return
    task = TASKS.get(str(result.get("task")))
    if task is None:
        yield "task"
        return
    hashes = result.get("hashes")
    if not isinstance(hashes, dict) or hashes.get("task") != task.hash:
        yield "hashes.task"
    elif not isinstance(hashes.get("opponents"), str):
        yield "hashes.opponents"
    if result.get("kind") not in ("bot", "policy") or not isinstance(result.get("player"), str):
        yield "player"
    elif result["kind"] == "policy" and not (isinstance(hashes, dict) and hashes.get("policy")):
        yield "hashes.policy"
    if "foretold" not in (result.get("versions") or {}):
        yield "versions"
    against = result.get("against")
    if not isinstance(against, dict) or not against:
        yield "against"
        return
    for opponent, figures in against.items():
        yield from (f"against.{opponent}{field}" for field in _figure_faults(opponent, figures, task.players))


def _figure_faults(opponent: str, figures: OpponentFigures, players: int) -> Iterator[str]:
    if opponent not in BLOCKS:
        yield ""
    elif not 2 <= figures["blocks"] <= BLOCKS[opponent]:
        yield ".blocks"
    elif figures["matches"] != figures["blocks"] * players or figures["rounds"] < figures["matches"]:
        yield ".matches"
    elif not all(0 <= share["mean"] <= 1 and (share["interval"] or 0) >= 0 for share in _shares(figures)):
        yield ".round_share"


def table(results: Sequence[BenchmarkResult], task: str) -> str:
    """Returns the results of a task as a Markdown table, the best against the strongest opponent first."""
    own = sorted((result for result in results if result["task"] == task), key=_strength, reverse=True)
    lines = [
        "| player | against | rounds | ahead | rounds won | matches won | fulfilled |",
        "|---|---|---|---|---|---|---|",
    ]
    for result in own:
        for opponent in BLOCKS:
            if opponent in result["against"]:
                figures = result["against"][opponent]
                shares = " | ".join(map(_share, _shares(figures)))
                ahead = f"{figures['ahead']['mean']:+.2f} ± {figures['ahead']['interval'] or 0:.2f}"
                lines.append(f"| `{result['player']}` | `{opponent}` | {figures['rounds']:,} | {ahead} | {shares} |")
    return "\n".join(lines) + "\n"


def _strength(result: BenchmarkResult) -> tuple[float, str]:
    strongest = next(iter(reversed([name for name in BLOCKS if name in result["against"]])))
    return result["against"][strongest]["ahead"]["mean"], result["player"]


def _shares(figures: OpponentFigures) -> tuple[Mean, Mean, Mean]:
    return figures["round_share"], figures["match_share"], figures["fulfilled"]


def _share(share: Mean) -> str:
    return f"{100 * share['mean']:.1f}% ± {100 * (share['interval'] or 0):.1f}"
