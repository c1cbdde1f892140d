"""The client in the pseudo-language: a build that has its one file more, and eyes for what is plain or has no room."""

from __future__ import annotations

import shutil
from pathlib import Path

import hatch_build
from tests.docs.pseudo import WEB, write_client, write_python
from tests.web.browsing import Person

# A server whose words and whose client have one language more than the package.
_SERVE = """
import sys
from pathlib import Path
from foretold import words
from foretold.cli import main
from foretold.server import client
words.__path__.append({words!r})
client.BUILT = Path({built!r})
sys.exit(main(["serve", *sys.argv[1:]]))
"""


def built(folder: Path) -> tuple[str, str]:
    """The client with the pseudo-language is built in the folder; the command of a server that has it."""
    copy, words, out = folder / "web", folder / "words", folder / "built"
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copytree(WEB.parent / "docs" / "rules", folder / "docs" / "rules")
    (copy / "node_modules").symlink_to(WEB / "node_modules", target_is_directory=True)
    words.mkdir()
    write_python(words)
    write_client(copy / "src" / "words")
    hatch_build.npm(copy, "run", "build", "--", "--outDir", str(out), "--logLevel", "error")
    return "-c", _SERVE.format(words=str(words), built=str(out))


# Every text that somebody sees or hears, but for what says of itself that it is in another language.
_TEXTS = """() => {
    const found = []
    const other = (element) => (element.closest('[lang]')?.lang ?? '') !== document.documentElement.lang
    for (const element of document.body.querySelectorAll('*')) {
        if (!element.checkVisibility() || other(element) || element.closest('script, style, [contenteditable]')) continue
        for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'])
            if (element.hasAttribute(name)) found.push(element.getAttribute(name))
        for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE && node.data.trim()) found.push(node.data.trim())
    }
    found.push(document.title)
    return found
}"""

# Texts that are cut off, that stick out of the page or out of the button, cell or card they stand on.
_CUT = """() => {
    const found = []
    const near = 1.5
    for (const element of document.body.querySelectorAll('*')) {
        if (!element.checkVisibility({opacityProperty: true, visibilityProperty: true}) || element.closest('[inert], svg')) continue
        for (const node of element.childNodes) {
            if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue
            const range = document.createRange()
            range.selectNodeContents(node)
            const rects = [...range.getClientRects()].filter((rect) => rect.width > 0)
            if (rects.length === 0) continue
            const left = Math.min(...rects.map((rect) => rect.left)), right = Math.max(...rects.map((rect) => rect.right))
            const told = `${node.data.trim().slice(0, 60)} <${element.tagName.toLowerCase()} class="${element.className}">`
            let scrolls = false
            for (let box = element; box && box !== document.documentElement; box = box.parentElement) {
                const style = getComputedStyle(box), bounds = box.getBoundingClientRect()
                if (bounds.width <= 2) { scrolls = true; break } // for screen readers only
                const on = box.matches('button, .btn, th, td, .card, .pill > span, option, .panel, dialog, summary')
                const cuts = style.overflowX !== 'visible'
                if (['auto', 'scroll'].includes(style.overflowX) && box !== element) { scrolls = true; break }
                if ((cuts || on) && (right > bounds.right + near || left < bounds.left - near)) {
                    found.push(`${cuts ? 'cut' : 'sticks out'} at ${box.tagName.toLowerCase()}.${box.className}: ${told}`)
                    break
                }
                if (style.display === 'contents') continue
            }
            if (!scrolls && (right > document.documentElement.clientWidth + near || left < -near)) found.push(`beside the page: ${told}`)
        }
    }
    return [...new Set(found)]
}"""


def texts(person: Person) -> list[str]:
    """All that is to be read or heard on the page."""
    return [str(each) for each in person.page.evaluate(_TEXTS)]


def cut(person: Person) -> list[str]:
    """Texts of the page that have no room."""
    return [str(each) for each in person.page.evaluate(_CUT)]
