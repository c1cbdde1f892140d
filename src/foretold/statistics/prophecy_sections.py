"""Report sections about prophecies: which were made and which came true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from foretold.statistics.charts import Words, columns, pairs
from foretold.statistics.intervals import share
from foretold.statistics.page import (
    Panel,
    Speaker,
    Surveyed,
    count,
    decimal,
    figure,
    percent,
    plus_minus,
    table,
    tick,
    tick_or_percent,
)
from foretold.statistics.rows import prophecy_text
from foretold.statistics.survey import Survey, quantile

BEST = 10  # splits
RARE = 2000  # a prophecy made less often than once in so many times is too rare to be called best


def prophecies(say: Speaker, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Shows how often and when prophecies come true, and how far bids miss."""
    tops = [max(_by_trick(surveyed.survey).values(), default=0.0) for surveyed in all_surveyed if surveyed.is_seven]
    top = max(tops, default=0.0)
    return [
        (_seven_prophecies(say, surveyed, number, top) if surveyed.is_seven else _exact_bids(say, surveyed, number))
        for number, surveyed in enumerate(all_surveyed)
    ]


def _by_trick(survey: Survey) -> dict[int, float]:
    total = survey.rounds * survey.players
    return {tricks: survey.fulfilled_in[tricks] / total for tricks in range(7, 11)}


def _seven_prophecies(say: Speaker, surveyed: Surveyed, number: int, top: float) -> Panel:
    survey = surveyed.survey
    whole = survey.rounds * survey.players
    total = survey.fulfilled_share()
    by_trick = columns(
        Words(
            say("tricks-chart"),
            say("tricks-chart-text", share=percent(total.value)),
            say("tricks-axis"),
            say("tricks-up"),
        ),
        [(str(tricks), part) for tricks, part in _by_trick(survey).items()],
        f"tricks-{number}",
        tick_or_percent,
        top,
    )
    left = columns(
        Words(say("left-chart"), say("left-chart-text"), say("left-axis"), say("left-up")),
        [(str(tokens), survey.missed[-tokens] / whole) for tokens in range(8)],
        f"left-{number}",
        tick_or_percent,
        strong=("0",),
    )
    nobody = survey.fulfilled_by[0]
    rows = [
        [
            str(tricks),
            percent((survey.tricks[tricks] - (nobody if tricks == 10 else 0)) / survey.rounds),
            plus_minus(share(survey.fulfilled_in[tricks], whole), percent),
        ]
        for tricks in range(7, 11)
    ]
    rows.append([say("none-true"), percent(nobody / survey.rounds), "–"])
    rows.append([say("total"), "100%", plus_minus(total, percent)])
    heads = [say("trick"), say("rounds-ended"), say("came-true")]
    return Panel(
        [figure(say("tricks-chart"), by_trick), figure(say("left-chart"), left)],
        [table(say("tricks-chart"), heads, rows, visible=False), _together(say, survey)],
    )


def _together(say: Speaker, survey: Survey) -> str:
    rows = [
        [str(seats), count(times), percent(times / survey.rounds)]
        for seats, times in sorted(survey.fulfilled_by.items())
        if times
    ]
    return table(say("seats-fulfilled"), [say("seats"), say("count"), say("of-rounds")], rows)


def _exact_bids(say: Speaker, surveyed: Surveyed, number: int) -> Panel:
    survey = surveyed.survey
    whole = survey.rounds * survey.players
    total = survey.fulfilled_share()
    known = sorted(survey.missed)
    low, high = (quantile(survey.missed, part) for part in (0.002, 0.998))
    shown = range(min(low, -1), max(high, 1) + 1)
    drawn = columns(
        Words(
            say("missed-chart"),
            say("missed-chart-text", share=percent(survey.missed[0] / whole)),
            say("missed-axis"),
            say("left-up"),
        ),
        [(_signed(apart), survey.missed[apart] / whole) for apart in shown],
        f"missed-{number}",
        tick_or_percent,
        strong=("0",),
    )
    rows = [[_signed(apart), count(survey.missed[apart]), percent(survey.missed[apart] / whole)] for apart in known]
    heads = [say("apart"), say("count"), say("share")]
    rows.append([say("fulfilled"), count(sum(survey.fulfilled_in.values())), plus_minus(total, percent)])
    return Panel(
        [figure(say("missed-chart"), drawn)],
        [table(say("missed-chart"), heads, rows, visible=False), _together(say, survey)],
    )


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def choices(say: Speaker, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Shows which prophecies are made and how they fare."""
    return [
        _splits(say, surveyed, number) if surveyed.is_seven else _bids(say, surveyed, number)
        for number, surveyed in enumerate(all_surveyed)
    ]


class _Fares:
    """How a group of prophecies fared."""

    def __init__(self, survey: Survey, codes: Sequence[int]) -> None:
        total = sum(survey.chosen.values())
        self.times = sum(survey.chosen[code] for code in codes)
        self.chosen = self.times / total
        self.met = share(sum(survey.met[code] for code in codes), self.times)
        self.points = sum(survey.gained[code] for code in codes) / max(1, self.times)

    def cells(self) -> list[str]:
        return [count(self.times), percent(self.chosen), plus_minus(self.met, percent), decimal(self.points)]


def _heads(say: Speaker, first: str) -> list[str]:
    return [say(key) for key in (first, "count", "chosen", "then-fulfilled", "points")]


def _pairs(say: Speaker, kind: str, key: str, fares: Mapping[str, _Fares]) -> str:
    best = max(fares, key=lambda label: fares[label].met.value)
    return pairs(
        Words(say(f"{kind}-chart"), say(f"{kind}-chart-text", best=best)),
        [(label, fare.chosen, fare.met) for label, fare in fares.items()],
        key,
        tick,
        (say("chosen"), say("then-fulfilled")),
    )


def _splits(say: Speaker, surveyed: Surveyed, number: int) -> Panel:
    survey, game = surveyed.survey, surveyed.game
    shapes: dict[str, list[int]] = {}
    for code in survey.chosen:
        tokens = prophecy_text(game, code).split("-")
        shapes.setdefault("-".join(sorted(tokens, reverse=True)), []).append(code)
    by_shape = {shape: _Fares(survey, shapes[shape]) for shape in sorted(shapes)}
    by_split = {prophecy_text(game, code): _Fares(survey, [code]) for code in survey.chosen}
    least = max(1, sum(survey.chosen.values()) // RARE)
    often = [split for split, fares in by_split.items() if fares.times >= least]
    best = sorted(often, key=lambda split: (-by_split[split].met.value, split))[:BEST]
    shapes_rows = [[name, *fare.cells()] for name, fare in by_shape.items()]
    drawn = _pairs(say, "shapes", f"choices-{number}", by_shape)
    rest = sorted(by_split, key=lambda split: (-by_split[split].times, split))
    caption = say("all-splits", count=len(by_split))
    full_table = table(
        caption, _heads(say, "split"), [[split, *by_split[split].cells()] for split in rest], visible=False
    )
    return Panel(
        [figure(say("shapes-chart"), drawn)],
        [
            table(say("shapes-chart"), _heads(say, "shape"), shapes_rows, visible=False),
            table(
                say("best-splits", least=count(least)),
                _heads(say, "split"),
                [[split, *by_split[split].cells()] for split in best],
            ),
            f"<details><summary>{escape(caption)}</summary>{full_table}</details>",
        ],
    )


def _bids(say: Speaker, surveyed: Surveyed, number: int) -> Panel:
    fares = {str(bid): _Fares(surveyed.survey, [bid]) for bid in sorted(surveyed.survey.chosen)}
    drawn = _pairs(say, "bids", f"choices-{number}", fares)
    rows = [[bid, *fare.cells()] for bid, fare in fares.items()]
    return Panel(
        [figure(say("bids-chart"), drawn)], [table(say("bids-chart"), _heads(say, "bid"), rows, visible=False)]
    )
