"""Report sections about matches: their plots and figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from html import escape

from foretold.statistics.charts import Words, bars, columns, dots, ridges
from foretold.statistics.intervals import share
from foretold.statistics.page import (
    Panel,
    Speaker,
    Surveyed,
    colour,
    count,
    decimal,
    figure,
    percent,
    plus_minus,
    table,
    tick_or_percent,
)
from foretold.statistics.survey import BROKEN, OUTRIGHT, PARTLY, SHARED, WHOLE, Survey, mean, quantile

MOST_LENGTHS = 12  # number of bars; longer matches share the last one


def glance(say: Speaker, all_surveyed: Sequence[Surveyed]) -> str:
    """Shows the figures of all games in one table, and compares several games in a plot."""
    games = [say.game(surveyed) for surveyed in all_surveyed]
    rows: list[list[str]] = []

    def row(key: str, tell: Callable[[Survey], str]) -> None:
        rows.append([say(f"glance-{key}"), *(tell(surveyed.survey) for surveyed in all_surveyed)])

    row("matches", lambda survey: count(survey.matches))
    row("rounds", lambda survey: count(survey.rounds))
    row("length", lambda survey: f"{survey.rounds / survey.matches:.2f}")
    row("tricks", lambda survey: f"{mean(survey.tricks):.2f}")
    row("decisions", lambda survey: f"{mean(survey.decisions) / survey.players:.1f}")
    row("score", lambda survey: f"{mean(_all_scores(survey)):.2f}")
    row("fulfilled", lambda survey: plus_minus(survey.fulfilled_share(), percent))
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
        [(say.short(surveyed), surveyed.survey.fulfilled_share()) for surveyed in all_surveyed],
        "glance-dots",
        percent=True,
        colours=[colour(number) for number in range(len(games))],
    )
    return (
        f'<div class="panel glance" style="--c:var(--line)">{shown.replace(plain, heads)}</div>'
        f'<div class="panel" style="--c:var(--line);margin-top:1.25rem">{figure(say("glance-chart"), drawn)}</div>'
    )


def _all_scores(survey: Survey) -> Counter[int]:
    counts: Counter[int] = Counter()
    for (_, score), times in survey.scores.items():
        counts[score] += times
    return counts


def scores(say: Speaker, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Shows final scores by seat."""
    panels = []
    for number, surveyed in enumerate(all_surveyed):
        survey = surveyed.survey
        by_seat = [survey.scores_of(seat) for seat in range(survey.players)]
        means = [mean(counts) for counts in by_seat]
        text = say("scores-chart-text", low=f"{min(means):.2f}", high=f"{max(means):.2f}")
        drawn = ridges(
            Words(say("scores-chart"), text, say("scores-axis")),
            [(say.seat(surveyed, seat), counts) for seat, counts in enumerate(by_seat)],
            f"scores-{number}",
        )
        rows = [
            [
                say.seat(surveyed, seat),
                percent(survey.wins[seat] / (WHOLE * survey.matches)),
                f"{means[seat]:.2f}",
                *(str(quantile(counts, part)) for part in (0.05, 0.5, 0.95)),
            ]
            for seat, counts in enumerate(by_seat)
        ]
        heads = [say(key) for key in ("seat", "wins", "mean", "least", "median", "most")]
        panels.append(
            Panel([figure(say("scores-chart"), drawn)], [table(say("scores-chart"), heads, rows, visible=False)])
        )
    return panels


def starts(say: Speaker, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Shows the worth of leading first, or of sitting at some distance to the leader's left."""
    panels = []
    for number, surveyed in enumerate(all_surveyed):
        survey = surveyed.survey
        labels = [say("first") if away == 0 else say("away", number=away) for away in range(survey.players)]
        points, rounds, fulfilled, matches = (
            [survey.starts[measure, away].interval(unit) for away in range(survey.players)]
            for measure, unit in (("points", 1), ("rounds", WHOLE), ("fulfilled", 1), ("matches", WHOLE))
        )
        values = [surveyed.value for surveyed in points]
        text = say("starts-chart-text", gap=decimal(max(values) - min(values)))
        by_round = dots(
            Words(say("starts-chart"), text, say("starts-axis")),
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
        panels.append(Panel(charts, shown))
    return panels


def lengths(say: Speaker, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Shows the number of rounds in a match."""
    panels = []
    for number, surveyed in enumerate(all_surveyed):
        survey = surveyed.survey
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
        panels.append(
            Panel([figure(say("lengths-chart"), drawn)], [table(say("lengths-chart"), heads, rows, visible=False)])
        )
    return panels


def decisions(say: Speaker, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Shows the number of decisions in a match."""
    panels = []
    for number, surveyed in enumerate(all_surveyed):
        survey = surveyed.survey
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
        panels.append(Panel([figure(say("decisions-chart"), drawn)], shown))
    return panels


def ties(say: Speaker, all_surveyed: Sequence[Surveyed]) -> list[Panel]:
    """Shows how matches were decided."""
    panels = []
    kinds = (OUTRIGHT, BROKEN, PARTLY, SHARED)
    for number, surveyed in enumerate(all_surveyed):
        survey = surveyed.survey
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
        rule, clause = surveyed.game.tie_break
        heads = ["", say("count"), say("share")]
        shown = table(say("ties-chart"), heads, rows, visible=False)
        panels.append(Panel([figure(say("ties-chart"), drawn)], [shown], say(f"rule.{rule}", clause=clause)))
    return panels
