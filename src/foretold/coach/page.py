"""The review as a page: one self-contained file without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from foretold import __version__
from foretold.coach.marks import COUNTS, Judged
from foretold.coach.page_charts import curve, shape, steps
from foretold.coach.review_text import Reviewed
from foretold.coach.wording import percent

CHEVRONS = {"inaccuracy": 1, "mistake": 2, "blunder": 3}


def page(all_reviewed: Sequence[Reviewed], worlds: int, seed: int) -> str:
    """Returns the whole page."""
    first = all_reviewed[0]
    style = files("foretold.coach").joinpath("style.css").read_text("utf-8")
    body = "\n".join(_match(reviewed, number) for number, reviewed in enumerate(all_reviewed, 1))
    how, text = first.say("how"), first.say("how-text", worlds=worlds, seed=seed)
    return (
        f'<!DOCTYPE html>\n<html lang="{first.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="Foretold {__version__}">\n<title>{escape(first.title)}</title>\n'
        f'<link rel="icon" href="data:,">\n<style>\n{style}</style>\n</head>\n<body>\n{_HATCH}\n<main>\n{body}\n'
        f"</main>\n<footer>\n<h2>{escape(how)}</h2>\n<p>{escape(text)}</p>\n</footer>\n</body>\n</html>\n"
    )


_HATCH = (
    '<svg width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" '
    'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" class="hatch-ground"/>'
    '<line x1="0" x2="0" y1="0" y2="6" class="hatch-line"/></pattern></defs></svg>'
)


def _match(reviewed: Reviewed, number: int) -> str:
    seats = [seat for seat in range(reviewed.record.players) if reviewed.seat in (None, seat)]
    cards = "".join(_seat(reviewed, seat) for seat in seats)
    chart = _scrolling("panel wide", reviewed.say("curve"), curve(reviewed))
    parts = [
        _section("curve", "curve-lead", chart, reviewed),
        _section("results", "results-lead", f'<div class="seats">{cards}</div>', reviewed),
        _section("decisions", "", _losses(reviewed), reviewed),
        _section("turns", "turns-lead", _turns(reviewed), reviewed),
        _section("told", "told-lead", _told(reviewed), reviewed),
    ]
    head = f"<h1>{escape(reviewed.title)}</h1><p>{escape(reviewed.outcome)}</p>"
    return f'<article id="match-{number}">{head}{"".join(parts)}</article>'


def _scrolling(kind: str, label: str, content: str) -> str:
    """Wraps content that may be wider than the window."""
    return f'<div class="{kind}" tabindex="0" role="region" aria-label="{escape(label)}">{content}</div>'


def _section(title: str, lead: str, content: str, reviewed: Reviewed) -> str:
    intro = f"<p>{escape(reviewed.say(lead))}</p>" if lead else ""
    return f"<section><h2>{escape(reviewed.say(title))}</h2>{intro}{content}</section>"


def _seat(reviewed: Reviewed, seat: int) -> str:
    figures = reviewed.review.seats[seat]
    facts = [
        (reviewed.say("accuracy"), percent(figures.accuracy, 0)),
        (reviewed.say("decided"), str(figures.decisions)),
        (reviewed.say("marked"), str(sum(figures.marks.values()))),
    ]
    listed = "".join(f"<div><dt>{escape(name)}</dt><dd>{value}</dd></div>" for name, value in facts)
    mark = f'<svg class="mark" viewBox="0 0 16 16" aria-hidden="true">{shape(seat, 8, 8)}</svg>'
    return (
        f'<div class="panel"><h3>{mark}{escape(reviewed.name(seat))}</h3>{steps(reviewed, seat)}<dl>{listed}</dl></div>'
    )


def _losses(reviewed: Reviewed) -> str:
    marked = reviewed.marked
    lead = f"<p>{escape(reviewed.thresholds)}</p>"
    if not marked:
        return f"{lead}<p>{escape(reviewed.say('none'))}</p>"
    return lead + "".join(_loss(reviewed, decision) for decision in marked)


def _loss(reviewed: Reviewed, judged: Judged) -> str:
    weighed = judged.weighed
    chevrons = "⌄" * CHEVRONS[judged.mark or "inaccuracy"]
    mark = reviewed.say(f"mark.{judged.mark}") + (f" · {reviewed.say('only')}" if judged.only else "")
    where = f"{reviewed.name(weighed.seat)} · {reviewed.where(judged)} · {mark}"
    lost = f"{reviewed.lost(judged)} · {reviewed.points(judged)}"
    return (
        f'<details class="{judged.mark}"><summary><span class="chevrons" aria-hidden="true">{chevrons}</span>'
        f"<span><strong>{escape(reviewed.instead(judged))}</strong><small>{escape(where)}</small></span>"
        f'<span class="lost">{escape(lost)}</span></summary>{_why(reviewed, judged)}{_alternatives(reviewed, judged)}'
        "</details>"
    )


def _why(reviewed: Reviewed, judged: Judged) -> str:
    reason = reviewed.why(judged)
    return f'<p class="why">{escape(reason)}</p>' if reason else ""


def _alternatives(reviewed: Reviewed, judged: Judged) -> str:
    weighed = judged.weighed
    best = weighed.found[0]
    rows = []
    for choice in weighed.found:
        notes = []
        if choice is best:
            notes.append(reviewed.say("best"))
        elif best.match - choice.match <= COUNTS * choice.error["match"]:
            notes.append(reviewed.say("as-good"))
        if choice.action == weighed.action:
            notes.append(reviewed.say("played"))
        error = percent(choice.error["match"]).removesuffix("%")
        share = (
            f"{percent(choice.match)} ±{error}" if choice is not best and not choice.exact else percent(choice.match)
        )
        bar = f'<span class="bar"><span style="width:{100 * choice.match:.1f}%"></span></span>'
        rows.append(
            f'<tr><th scope="row">{escape(reviewed.action(choice.action))}</th><td>{choice.points:.2f}</td>'
            f"<td>{share}</td><td>{bar}</td><td>{escape(' · '.join(notes))}</td></tr>"
        )
    heads = "".join(f'<th scope="col">{escape(reviewed.say(key))}</th>' for key in ("action", "to-expect", "chance"))
    head = f"<thead><tr>{heads}<td></td><td></td></tr></thead>"
    table = f"<table>{head}<tbody>{''.join(rows)}</tbody></table>"
    return _scrolling("scroll", reviewed.instead(judged), table)


def _turns(reviewed: Reviewed) -> str:
    turns = [f"{reviewed.when(turn.event)}: {reviewed.turn(turn)}" for turn in reviewed.review.turns]
    turns += [
        f"{reviewed.where(item)}: {reviewed.name(item.weighed.seat)}, "
        + reviewed.say("found-only", action=reviewed.action(item.weighed.action))
        for item in reviewed.found
    ]
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in turns) + "</ul>"


def _told(reviewed: Reviewed) -> str:
    keys = ("round-head", "seat", "was-told", "foresight", "hindsight")
    heads = "".join(f'<th scope="col">{escape(reviewed.say(key))}</th>' for key in keys)
    rows = "".join(
        f"<tr><td>{choice.round}</td><td>{escape(reviewed.name(choice.seat))}</td><td>{choice.told}</td>"
        f"<td>{choice.foresight}</td><td>{choice.hindsight or ''}</td></tr>"
        for choice in reviewed.review.told
        if reviewed.seat in (None, choice.seat)
    )
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return _scrolling("scroll", reviewed.say("told"), table)
