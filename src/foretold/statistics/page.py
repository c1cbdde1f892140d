"""The report page of a simulation: one self-contained file without scripts, with plots and their figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from foretold import __version__, i18n
from foretold.games import Game
from foretold.games.seven.game import SevenGame
from foretold.statistics.intervals import Interval
from foretold.statistics.survey import Survey
from foretold.statistics.table_files import options_text

COLOURS = 6


@dataclass(frozen=True)
class Surveyed:
    """A simulated game and its survey."""

    game: Game
    bots: tuple[str, ...]
    seed: int
    fast: bool
    survey: Survey

    @property
    def is_seven(self) -> bool:
        """True if the game has prophecies as splits, False if it has bids."""
        return isinstance(self.game, SevenGame)


@dataclass(frozen=True)
class Speaker:
    """Looks up the phrases of a page in its language."""

    language: str

    def __call__(self, key: str, **values: object) -> str:
        return i18n.say(self.language, f"report.{key}", **values)

    def seat(self, surveyed: Surveyed, seat: int) -> str:
        """Returns the name of a seat with its bot."""
        return self("seat-bot", number=seat, bot=surveyed.bots[seat])

    def title(self, surveyed: Surveyed) -> str:
        """Returns the name of the game."""
        return i18n.title_name(self.language, surveyed.game.name)

    def short(self, surveyed: Surveyed) -> str:
        """Returns the name of the game, with its variant unless it is the standard one."""
        variant = str(surveyed.game.given.get("variant", "standard"))
        if variant == "standard":
            return self.title(surveyed)
        return f"{self.title(surveyed)} ({i18n.variant_name(self.language, surveyed.game.name, variant)})"

    def game(self, surveyed: Surveyed) -> str:
        """Returns the game with its players and options."""
        named = self("game", game=self.title(surveyed), players=surveyed.game.players)
        options = options_text(surveyed.game)
        return f"{named} ({options})" if options else named


@dataclass(frozen=True)
class Panel:
    """The plots and tables of one game in a section, as HTML; `note` is shown below them."""

    charts: Sequence[str]
    tables: Sequence[str]
    note: str = ""


def page(all_surveyed: Sequence[Surveyed], language: str) -> str:
    """Returns the whole page."""
    from foretold.statistics import match_sections, prophecy_sections

    say = Speaker(language)
    titles = {"scores": "scores", "starts": "starts", "prophecies": _prophecies_title(all_surveyed)}
    makers: dict[str, Callable[[Speaker, Sequence[Surveyed]], list[Panel]]] = {
        "scores": match_sections.scores,
        "starts": match_sections.starts,
        "prophecies": prophecy_sections.prophecies,
        "choices": prophecy_sections.choices,
        "lengths": match_sections.lengths,
        "decisions": match_sections.decisions,
        "ties": match_sections.ties,
    }
    body = [_section("glance", "glance", "glance-lead", match_sections.glance(say, all_surveyed), say)]
    for name, make in makers.items():
        panels = make(say, all_surveyed)
        lead = f"{titles.get(name, name)}-lead"
        if name == "choices" and not any(surveyed.is_seven for surveyed in all_surveyed):
            lead = "choices-lead-bids"
        if name == "prophecies" and len({surveyed.is_seven for surveyed in all_surveyed}) > 1:
            lead = "both-lead"
        shown = _panels(say, all_surveyed, panels)
        body.append(_section(name, titles.get(name, name), lead, shown, say, alone=len(panels) == 1))
    links = "".join(
        f'<li><a href="#{name}">{escape(say(titles.get(name, name)))}</a></li>' for name in ("glance", *makers)
    )
    first = all_surveyed[0]
    rounds = sum(surveyed.survey.rounds for surveyed in all_surveyed)
    games = " · ".join(dict.fromkeys(say.title(surveyed) for surveyed in all_surveyed))
    title = say("title-one" if len(all_surveyed) == 1 else "title", games=games, matches=count(first.survey.matches))
    intro = say("intro-fast" if first.fast else "intro", rounds=count(rounds), seed=first.seed)
    style = files("foretold.statistics").joinpath("style.css").read_text("utf-8")
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="Foretold {__version__}">\n<title>{escape(title)}</title>\n'
        f'<link rel="icon" href="data:,">\n<style>\n{style}</style>\n</head>\n<body>\n'
        f"<header>\n<h1>{escape(title)}</h1>\n<p>{escape(intro)}</p>\n"
        f'<nav aria-label="{escape(say("contents"))}"><ul>{links}</ul></nav>\n</header>\n<main>\n'
        + "\n".join(body)
        + f"\n</main>\n<footer>\n<h2>{escape(say('how'))}</h2>\n<p>{escape(say('how-text'))}</p>\n"
        f"<p>{escape(say('how-seed', version=__version__))}</p>\n</footer>\n</body>\n</html>\n"
    )


def _prophecies_title(all_surveyed: Sequence[Surveyed]) -> str:
    return "prophecies" if any(surveyed.is_seven for surveyed in all_surveyed) else "bids"


def _section(name: str, title: str, lead: str, content: str, say: Speaker, alone: bool = False) -> str:
    kind = ' class="alone"' if alone else ""
    return (
        f'<section id="{name}"{kind} aria-labelledby="{name}-h">\n<h2 id="{name}-h">{escape(say(title))}</h2>\n'
        f"<p>{escape(say(lead))}</p>\n{content}\n</section>"
    )


def _panels(say: Speaker, all_surveyed: Sequence[Surveyed], panels: Sequence[Panel]) -> str:
    """Returns the panels side by side, each in the colour of its game."""
    parts = []
    for number, (surveyed, panel) in enumerate(zip(all_surveyed, panels, strict=True)):
        head = f"<h3>{escape(say.game(surveyed))}</h3>" if len(panels) > 1 else ""
        note = f'<p class="note">{escape(panel.note)}</p>' if panel.note else ""
        parts.append(
            f'<div class="panel" style="--c:{colour(number)}">{head}<div class="parts">'
            f"<div>{''.join(panel.charts)}</div><div>{''.join(panel.tables)}</div></div>{note}</div>"
        )
    return f'<div class="panels">{"".join(parts)}</div>'


def colour(number: int) -> str:
    """Returns the colour of the game with that number."""
    return f"var(--g{number % COLOURS})"


# Parts of sections ------------------------------------------------------------------------------------------------


def figure(title: str, drawing: str) -> str:
    """Returns a drawing with its title."""
    return f"<figure><figcaption>{escape(title)}</figcaption>{drawing}</figure>"


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], visible: bool = True) -> str:
    """Returns a table; the first cell of a row is its header. A `±` in a cell is set fainter."""
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>' + "".join(f"<td>{_cell(cell)}</td>" for cell in rest) + "</tr>"
        for first, *rest in rows
    )
    shown = f'<p class="caption">{escape(caption)}</p>' if visible else ""
    return (
        f'{shown}<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cell(text: str) -> str:
    value, mark, half = escape(text).partition(" ±")
    return f'{value} <span class="pm">±{half}</span>' if mark else value


def count(number: int) -> str:
    """Formats a whole number with thousands separated."""
    return f"{number:,}"


def percent(value: float) -> str:
    """Formats a share as a percentage; small ones with one more digit."""
    if 0 < value < 5e-5:
        return "<0.01%"
    return f"{100 * value:.{1 if value == 0 or value >= 0.01 else 2}f}%"


def tick(value: float) -> str:
    """Formats a share on an axis."""
    return f"{round(100 * value, 6):g}%"


def tick_or_percent(value: float) -> str:
    """Formats a share on an axis or above a bar, with no more digits than it needs."""
    return tick(value) if abs(1000 * value - round(1000 * value)) < 1e-9 else percent(value)


def plus_minus(interval: Interval, form: Callable[[float], str]) -> str:
    """Formats a figure with half its interval."""
    return f"{form(interval.value)} ±{form(interval.half).removesuffix('%')}"


def decimal(value: float) -> str:
    """Formats a mean."""
    return f"{value + 0.0:.3f}".replace("-", "−")
