"""The sections of the page of a simulation: what each plots, and the figures beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from html import escape

from foretold.statistics.charts import Words, bars, columns, dots, pairs, ridges
from foretold.statistics.intervals import Interval, share
from foretold.statistics.page import (
    Panel,
    Surveyed,
    Teller,
    colour,
    count,
    decimal,
    figure,
    percent,
    table,
    tick,
)
from foretold.statistics.rows import prophecy_text
from foretold.statistics.survey import BROKEN, OUTRIGHT, PARTLY, SHARED, WHOLE, Survey

MOST_LENGTHS = 12  # bars; longer matches share the last one
BEST = 10  # splits
RARE = 2000  # what is chosen once in so many times, or less, is too rare to be called best


def plus_minus(each: Interval, form: Callable[[float], str]) -> str:
    """A figure and half its interval."""
    return f"{form(each.value)} ±{form(each.half).removesuffix('%')}"


def quantile(counts: Mapping[int, int], part: float) -> int:
    """The smallest value that at least this part of all does not exceed."""
    left = part * sum(counts.values())
    for value in sorted(counts):
        left -= counts[value]
        if left <= 1e-9:
            return value
    return max(counts)


def mean(counts: Mapping[int, int]) -> float:
    """The mean of values by how often they occur."""
    return sum(value * times for value, times in counts.items()) / max(1, sum(counts.values()))


def glance(say: Teller, all_surveyed: Sequence[Surveyed]) -> str:
    """The figures of all games in one table; with several games a plot that compares them."""
    games = [say.game(each) for each in all_surveyed]
    rows: list[list[str]] = []

    def row(key: str, tell: Callable[[Survey], str]) -> None:
        rows.append([say(f"glance-{key}"), *(tell(each.survey) for each in all_surveyed)])

    row("matches", lambda survey: count(survey.matches))
    row("rounds", lambda survey: count(survey.rounds))
    row("length", lambda survey: f"{survey.rounds / survey.matches:.2f}")
    row("tricks", lambda survey: f"{mean(survey.tricks):.2f}")
    row("decisions", lambda survey: f"{mean(survey.decisions) / survey.players:.1f}")
    row("score", lambda survey: f"{mean(_all_scores(survey)):.2f}")
    row("fulfilled", lambda survey: plus_minus(_fulfilled(survey), percent))
    row("nobody", lambda survey: percent(survey.fulfilled_by[0] / survey.rounds))
    row("first", lambda survey: plus_minus(survey.starts["matches", 0].interval(WHOLE), percent))
    row("fair", lambda survey: percent(1 / survey.players))
    row("tied", lambda survey: percent(1 - survey.ties[OUTRIGHT] / survey.matches))
    row("shared", lambda survey: percent((survey.ties[PARTLY] + survey.ties[SHARED]) / survey.matches))
    shown = table(say("glance"), [say("figures"), *games], rows, visible=False)
    if len(games) == 1:
        return f'<div class="panel glance" style="--c:{colour(0)}">{shown}</div>'
    heads = "".join(
        f'<th scope="col"><span class="key" style="--c:{colour(number)}"></span>{escape(game)}</th>'
        for number, game in enumerate(games)
    )
    plain = "".join(f'<th scope="col">{escape(game)}</th>' for game in games)
    drawn = dots(
        Words(say("glance-chart"), say("glance-chart-text"), say("glance-fulfilled")),
        [(_short(each), _fulfilled(each.survey)) for each in all_surveyed],
        "glance-dots",
        percent=True,
        colours=[colour(number) for number in range(len(games))],
    )
    return (
        f'<div class="panel glance" style="--c:var(--line)">{shown.replace(plain, heads)}</div>'
        f'<div class="panel" style="--c:var(--line);margin-top:1.25rem">{figure(say("glance-chart"), drawn)}</div>'
    )


def _short(surveyed: Surveyed) -> str:
    variant = surveyed.game.given.get("variant")
    return f"{surveyed.game.name}:{variant}" if variant else surveyed.game.name


def _all_scores(survey: Survey) -> Counter[int]:
    found: Counter[int] = Counter()
    for (_, score), times in survey.scores.items():
        found[score] += times
    return found


def _fulfilled(survey: Survey) -> Interval:
    return share(sum(survey.fulfilled_in.values()), survey.rounds * survey.players)


def scores(say: Teller, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Final scores by seat."""
    found = []
    for number, each in enumerate(all_surveyed):
        survey = each.survey
        by_seat = [survey.scores_of(seat) for seat in range(survey.players)]
        means = [mean(counts) for counts in by_seat]
        told = say("scores-chart-text", low=f"{min(means):.2f}", high=f"{max(means):.2f}")
        drawn = ridges(
            Words(say("scores-chart"), told, say("scores-axis")),
            [(say.seat(each, seat), counts) for seat, counts in enumerate(by_seat)],
            f"scores-{number}",
        )
        rows = [
            [
                say.seat(each, seat),
                percent(survey.wins[seat] / (WHOLE * survey.matches)),
                f"{means[seat]:.2f}",
                *(str(quantile(counts, part)) for part in (0.05, 0.5, 0.95)),
            ]
            for seat, counts in enumerate(by_seat)
        ]
        heads = [say(key) for key in ("seat", "wins", "mean", "least", "median", "most")]
        found.append(
            Panel([figure(say("scores-chart"), drawn)], [table(say("scores-chart"), heads, rows, visible=False)])
        )
    return found


def starts(say: Teller, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """What it is worth to lead first, or to sit so many seats to the left."""
    found = []
    for number, each in enumerate(all_surveyed):
        survey = each.survey
        labels = [say("first") if away == 0 else say("away", number=away) for away in range(survey.players)]
        points, rounds, fulfilled, matches = (
            [survey.starts[measure, away].interval(whole) for away in range(survey.players)]
            for measure, whole in (("points", 1), ("rounds", WHOLE), ("fulfilled", 1), ("matches", WHOLE))
        )
        values = [each.value for each in points]
        told = say("starts-chart-text", gap=decimal(max(values) - min(values)))
        by_round = dots(
            Words(say("starts-chart"), told, say("starts-axis")),
            list(zip(labels, points, strict=True)),
            f"starts-{number}",
            percent=False,
            reference=sum(values) / len(values),
        )
        by_match = dots(
            Words(say("starts-match-chart"), say("starts-match-chart-text"), say("starts-match-axis")),
            list(zip(labels, matches, strict=True)),
            f"starts-match-{number}",
            percent=True,
            reference=1 / survey.players,
        )
        by_distance = list(enumerate(labels))
        rounds_rows = [
            [label, plus_minus(points[away], decimal), plus_minus(rounds[away], percent)] for away, label in by_distance
        ]
        matches_rows = [
            [label, plus_minus(fulfilled[away], percent), plus_minus(matches[away], percent)]
            for away, label in by_distance
        ]
        shown = [
            table(say("starts"), [say(key) for key in ("start", "points", "rounds-won")], rounds_rows, visible=False),
            table(say("starts"), [say(key) for key in ("start", "fulfilled", "wins")], matches_rows, visible=False),
        ]
        charts = [figure(say("starts-chart"), by_round), figure(say("starts-match-chart"), by_match)]
        found.append(Panel(charts, shown))
    return found


def prophecies(say: Teller, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """How often and when prophecies come true; how far bids are from the truth."""
    tops = [max(_by_trick(each.survey).values(), default=0.0) for each in all_surveyed if each.is_seven]
    top = max(tops, default=0.0)
    return [
        (_seven_prophecies(say, each, number, top) if each.is_seven else _exact_bids(say, each, number))
        for number, each in enumerate(all_surveyed)
    ]


def _by_trick(survey: Survey) -> dict[int, float]:
    whole = survey.rounds * survey.players
    return {tricks: survey.fulfilled_in[tricks] / whole for tricks in range(7, 11)}


def _seven_prophecies(say: Teller, each: Surveyed, number: int, top: float) -> Panel:
    survey = each.survey
    whole = survey.rounds * survey.players
    total = _fulfilled(survey)
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


def _together(say: Teller, survey: Survey) -> str:
    rows = [
        [str(seats), count(times), percent(times / survey.rounds)]
        for seats, times in sorted(survey.fulfilled_by.items())
        if times
    ]
    return table(say("seats-fulfilled"), [say("seats"), say("count"), say("of-rounds")], rows)


def _exact_bids(say: Teller, each: Surveyed, number: int) -> Panel:
    survey = each.survey
    whole = survey.rounds * survey.players
    total = _fulfilled(survey)
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


def tick_or_percent(value: float) -> str:
    """A share on an axis or above a bar, with no more digits than it needs."""
    return tick(value) if abs(1000 * value - round(1000 * value)) < 1e-9 else percent(value)


def choices(say: Teller, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Which prophecies are made, and what comes of them."""
    return [
        _splits(say, each, number) if each.is_seven else _bids(say, each, number)
        for number, each in enumerate(all_surveyed)
    ]


class _Fares:
    """How a group of prophecies fared."""

    def __init__(self, survey: Survey, codes: Sequence[int]) -> None:
        whole = sum(survey.chosen.values())
        self.times = sum(survey.chosen[code] for code in codes)
        self.chosen = self.times / whole
        self.met = share(sum(survey.met[code] for code in codes), self.times)
        self.points = sum(survey.gained[code] for code in codes) / max(1, self.times)

    def cells(self) -> list[str]:
        return [count(self.times), percent(self.chosen), plus_minus(self.met, percent), decimal(self.points)]


def _heads(say: Teller, first: str) -> list[str]:
    return [say(key) for key in (first, "count", "chosen", "then-fulfilled", "points")]


def _pairs(say: Teller, kind: str, key: str, fares: Mapping[str, _Fares]) -> str:
    best = max(fares, key=lambda label: fares[label].met.value)
    return pairs(
        Words(say(f"{kind}-chart"), say(f"{kind}-chart-text", best=best)),
        [(label, each.chosen, each.met) for label, each in fares.items()],
        key,
        tick,
        (say("chosen"), say("then-fulfilled")),
    )


def _splits(say: Teller, each: Surveyed, number: int) -> Panel:
    survey, game = each.survey, each.game
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
    whole = table(caption, _heads(say, "split"), [[split, *by_split[split].cells()] for split in rest], visible=False)
    return Panel(
        [figure(say("shapes-chart"), drawn)],
        [
            table(say("shapes-chart"), _heads(say, "shape"), shapes_rows, visible=False),
            table(
                say("best-splits", least=count(least)),
                _heads(say, "split"),
                [[split, *by_split[split].cells()] for split in best],
            ),
            f"<details><summary>{escape(caption)}</summary>{whole}</details>",
        ],
    )


def _bids(say: Teller, each: Surveyed, number: int) -> Panel:
    fares = {str(bid): _Fares(each.survey, [bid]) for bid in sorted(each.survey.chosen)}
    drawn = _pairs(say, "bids", f"choices-{number}", fares)
    rows = [[bid, *fare.cells()] for bid, fare in fares.items()]
    return Panel(
        [figure(say("bids-chart"), drawn)], [table(say("bids-chart"), _heads(say, "bid"), rows, visible=False)]
    )


def lengths(say: Teller, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Rounds in a match."""
    found = []
    for number, each in enumerate(all_surveyed):
        survey = each.survey
        known = range(min(survey.lengths), max(survey.lengths) + 1)
        cut = known.start + MOST_LENGTHS - 1
        bars = {str(length): survey.lengths[length] for length in known if len(known) <= MOST_LENGTHS or length < cut}
        if len(known) > MOST_LENGTHS:
            more = sum(times for length, times in survey.lengths.items() if length >= cut)
            bars[f"{cut}+"] = more
        average = survey.rounds / survey.matches
        drawn = columns(
            Words(
                say("lengths-chart"),
                say("lengths-chart-text", mean=f"{average:.2f}"),
                say("lengths-axis"),
                say("lengths-up"),
            ),
            [(label, times / survey.matches) for label, times in bars.items()],
            f"lengths-{number}",
            tick_or_percent,
        )
        rows = [[label, count(times), percent(times / survey.matches)] for label, times in bars.items()]
        rows.append([say("mean"), f"{average:.2f}", ""])
        heads = [say("lengths-axis"), say("count"), say("share")]
        found.append(
            Panel([figure(say("lengths-chart"), drawn)], [table(say("lengths-chart"), heads, rows, visible=False)])
        )
    return found


def decisions(say: Teller, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Decisions in a match."""
    found = []
    for number, each in enumerate(all_surveyed):
        survey = each.survey
        total = sum(decided * times for decided, times in survey.decisions.items())
        average = total / survey.matches
        drawn = ridges(
            Words(
                say("decisions-chart"),
                say("decisions-chart-text", mean=f"{average:.1f}"),
                say("decisions-axis"),
            ),
            [("", survey.decisions)],
            f"decisions-{number}",
        )
        seats = survey.players
        rows = [
            [
                say(name),
                *(f"{amount / units:.1f}" for units in (survey.matches, survey.matches * seats, survey.rounds * seats)),
            ]
            for name, amount in (
                ("decisions-row", total),
                ("actions-row", survey.actions),
                ("forced", survey.actions - total),
            )
        ]
        spread = [
            [say(key), str(quantile(survey.decisions, part))]
            for key, part in (("least", 0.05), ("median", 0.5), ("most", 0.95))
        ]
        heads = ["", say("per-match"), say("per-seat"), say("per-round")]
        shown = [
            table(say("decisions"), heads, rows, visible=False),
            table(say("decisions-chart"), ["", say("per-match")], spread),
        ]
        found.append(Panel([figure(say("decisions-chart"), drawn)], shown))
    return found


def ties(say: Teller, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """How matches were decided."""
    found = []
    kinds = (OUTRIGHT, BROKEN, PARTLY, SHARED)
    for number, each in enumerate(all_surveyed):
        survey = each.survey
        drawn = bars(
            Words(say("ties-chart"), say("ties-chart-text"), say("ties-up")),
            [(say(f"tie.{kind}"), survey.ties[kind] / survey.matches) for kind in kinds],
            f"ties-{number}",
            tick_or_percent,
        )
        rows = [
            [
                say(f"tie-text.{kind}"),
                count(survey.ties[kind]),
                plus_minus(share(survey.ties[kind], survey.matches), percent),
            ]
            for kind in kinds
        ]
        rule, clause = each.game.tie_break
        heads = ["", say("count"), say("share")]
        shown = table(say("ties-chart"), heads, rows, visible=False)
        found.append(Panel([figure(say("ties-chart"), drawn)], [shown], say(f"rule.{rule}", clause=clause)))
    return found
