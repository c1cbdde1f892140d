"""The client in the pseudo-language: a build that has its one file more, and eyes for what is plain or has no room."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import hatch_build
import pytest

from tests.docs.pseudo import WEB, write_client, write_python
from tests.server.serving import wait_for
from tests.web.browsing import Person

# A server whose words and whose client have one language more than the package.
_SERVE = """
import sys
from pathlib import Path
from foretold import i18n
from foretold.server.web import static_files as client
from tests.web.certain import serve
i18n.__path__.append({words!r})
client.BUILT = Path({built!r})
sys.exit(serve())
"""


def built(factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The client with the pseudo-language is built, by one worker for all; the command of a server that has it."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "pseudo-language"
    words, out = folder / "words", folder / "built"
    try:
        folder.mkdir()
    except FileExistsError:
        wait_for(lambda: (out / "done").exists(), 300)
    else:
        _build(folder, words, out)
        (out / "done").touch()
    return "-c", _SERVE.format(words=str(words), built=str(out))


def _build(folder: Path, words: Path, out: Path) -> None:
    copy = folder / "web"
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copytree(WEB.parent / "docs" / "rules", folder / "docs" / "rules")
    (copy / "node_modules").symlink_to(WEB / "node_modules", target_is_directory=True)
    words.mkdir()
    write_python(words)
    write_client(copy / "src" / "i18n")
    hatch_build.npm(copy, "run", "build", "--", "--outDir", str(out), "--logLevel", "error")


NAMES = ".name, .me-chip, .who, .by b, .results th, .brand, .where h1"

# Every text that somebody sees or hears, but for what says of itself that it is in another language.
_TEXTS = """() => {
    const found = [document.title]
    const other = (element) => (element.closest('[lang]')?.lang ?? '') !== document.documentElement.lang
    for (const element of document.body.querySelectorAll('*')) {
        if (!element.checkVisibility() || other(element)) continue
        for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'])
            if (element.hasAttribute(name)) found.push(element.getAttribute(name))
        for (const node of element.childNodes)
            if (node.nodeType === Node.TEXT_NODE && node.data.trim()) found.push(node.data.trim())
    }
    return found
}"""

# Texts that are cut off, or that stick out of the page or of what they stand on; names may be cut: people choose them.
_CUT = """(names) => {
    const found = new Set()
    const shown = {opacityProperty: true, visibilityProperty: true}
    const solid = 'button, .btn, th, td, .card, .pill > span, .panel, .seat, dialog, summary'
    const page = document.documentElement
    for (const element of document.body.querySelectorAll('*')) {
        if (!element.checkVisibility(shown) || element.closest('[inert], svg') || element.closest(names)) continue
        for (const node of element.childNodes) {
            if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue
            const range = document.createRange()
            range.selectNodeContents(node)
            const boxes = [...range.getClientRects()].filter((box) => box.width > 0)
            if (boxes.length === 0) continue
            const left = Math.min(...boxes.map((box) => box.left)) + 1.5
            const right = Math.max(...boxes.map((box) => box.right)) - 1.5
            const where = `<${element.tagName.toLowerCase()} class="${element.className}">`
            const told = `${node.data.trim().slice(0, 60)} ${where}`
            let reached = true // by the edge of the page
            for (let around = element; around && around !== page; around = around.parentElement) {
                const bounds = around.getBoundingClientRect()
                const flow = getComputedStyle(around).overflowX
                reached = bounds.width > 6 && !['auto', 'scroll'].includes(flow) // else: only heard, or scrolled to
                if (!reached) break
                if (flow === 'visible' && !around.matches(solid)) continue
                if (right > bounds.right || left < bounds.left) found.add(`${around.className} cuts ${told}`)
            }
            if (reached && (right > page.clientWidth || left < 0)) found.add(`beside the page: ${told}`)
        }
    }
    return [...found]
}"""


def texts(person: Person) -> list[str]:
    """All that is to be read or heard on the page."""
    return [str(text) for text in person.page.evaluate(_TEXTS)]


def cut(person: Person) -> list[str]:
    """Texts of the page that have no room."""
    return [str(text) for text in person.page.evaluate(_CUT, NAMES)]
