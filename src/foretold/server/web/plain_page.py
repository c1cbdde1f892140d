"""A plain page with the public tables, for visitors without the browser client."""

from __future__ import annotations

from html import escape

from foretold import i18n
from foretold.server.table.table import Table


def home(tables: list[Table], language: str, base: str) -> str:
    """The page as HTML, without any script."""

    def say(key: str, **values: object) -> str:
        return escape(i18n.say(language, key, **values))

    rows = "".join(
        f"<li>{escape(i18n.title_name(language, table.settings.game))}: {say('page.phase.' + table.phase)}, "
        f"{say('page.free', free=sum(seat.kind == 'open' for seat in table.seats), players=len(table.seats))} "
        f"<code>{escape(table.id)}</code></li>"
        for table in tables
    )
    listed = f"<ul>{rows}</ul>" if rows else f"<p>{say('page.none')}</p>"
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>Foretold</title>'
        '<meta name="viewport" content="width=device-width"></head><body><main><h1>Foretold</h1>'
        f"<p>{say('page.what')}</p><h2>{say('page.tables')}</h2>{listed}"
        f'<p>{say("page.api")} <a href="{escape(base)}/api/openapi.json">OpenAPI</a></p></main></body></html>'
    )


def blocked(sentence: str, language: str) -> str:
    """The page that says that a network is blocked."""
    sentence_html = escape(sentence[:1].upper() + sentence[1:])
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>Foretold</title>'
        '<meta name="viewport" content="width=device-width"></head>'
        f"<body><main><h1>Foretold</h1><p>{sentence_html}</p></main></body></html>"
    )


def busy(sentence: str, language: str, seconds: float) -> str:
    """The page that says why the server is busy; it reloads by itself."""
    title = escape(i18n.say(language, "page.busy"))
    explanation = i18n.say(language, "page.busy.why", sentence=sentence[:1].upper() + sentence[1:])
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title} – Foretold</title>'
        f'<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="{seconds:.0f}"></head>'
        f"<body><main><h1>{title}</h1><p>{escape(explanation)}</p>"
        f"<p>{escape(i18n.say(language, 'page.busy.again'))}</p></main></body></html>"
    )
