"""What a screen reader says: Chromium's accessibility tree in reading order, what takes the focus, and live regions."""

from __future__ import annotations

import re
from typing import Any

from tests.web.browsing import Person

# Keeps the text of every live region that changes, in order; of one that is not atomic only what is new.
_LISTEN = """() => {
    window.heard = []
    const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output'
    const said = new WeakMap()
    const near = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest(LIVE)
    const inside = (node) => (node.nodeType === 1 ? [...node.querySelectorAll('[role=alert]')] : [])
    new MutationObserver((records) => {
        const added = records.flatMap((each) => [...each.addedNodes])
        const regions = [...records.map((each) => each.target), ...added].map(near).concat(added.flatMap(inside))
        for (const region of new Set(regions)) {
            if (!region?.isConnected || region.closest('[aria-hidden=true], [aria-live=off], [inert]')) continue
            const parts = region.getAttribute('aria-atomic') === 'false' ? [...region.children] : [region]
            for (const part of parts) {
                const text = part.textContent.replace(/ +/g, ' ') // with the mark of what is said again
                if (text.trim() && said.get(part) !== text) window.heard.push(text.trim())
                said.set(part, text)
            }
        }
    }).observe(document, {childList: true, subtree: true, characterData: true})
}"""

SILENT = {"status"}  # what was said is not read again
SKIPPED = {
    "none",
    "LabelText",
    "generic",
    "InlineTextBox",
    "ListMarker",
    "LineBreak",
    "paragraph",
    "Section",
    "LayoutTable",
}
NAMED = {"StaticText": "", "RootWebArea": "page", "image": "picture", "DescriptionListTerm": "term"}


def listen(person: Person) -> None:
    """Everything that pages of this person announce from now on is kept."""
    person.context.add_init_script(f"addEventListener('DOMContentLoaded', {_LISTEN}, {{once: true}})")


def heard(person: Person) -> list[str]:
    """What was announced since the last time somebody asked, in order."""
    texts: list[str] = person.page.evaluate("() => window.heard.splice(0)")
    return texts


def wait_heard(person: Person, text: str) -> None:
    """Waits until the text was announced."""
    person.page.wait_for_function("(text) => window.heard.some((each) => each.includes(text))", arg=text)


def _properties(node: dict[str, Any]) -> str:
    """The states that a reader says: pressed, expanded, disabled, level, value."""
    properties = {item["name"]: item["value"].get("value") for item in node.get("properties", [])}
    said = []
    if "level" in properties and node["role"]["value"] == "heading":
        said.append(str(properties["level"]))
    if properties.get("disabled"):
        said.append("unavailable")
    if properties.get("pressed") == "true":
        said.append("pressed")
    if properties.get("checked") == "true":
        said.append("checked")
    if "expanded" in properties:
        said.append("expanded" if properties["expanded"] else "collapsed")
    value = node.get("value", {}).get("value")
    if value not in (None, "", node.get("name", {}).get("value")):
        said.append(str(value))
    return ", ".join(said)


def read(person: Person) -> list[str]:
    """The page as it is read from its beginning to its end, a line for each thing."""
    client = person.context.new_cdp_session(person.page)
    try:
        nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    finally:
        client.detach()
    known = {node["nodeId"]: node for node in nodes}
    lines: list[str] = []

    def visit(node: dict[str, Any], spoken: str) -> None:
        role = node["role"]["value"] if "role" in node else "none"
        if role in SILENT:
            return
        name = re.sub(r"\s+", " ", str(node.get("name", {}).get("value", ""))).strip()
        if not node.get("ignored") and role not in SKIPPED:
            what = NAMED.get(role, role)
            states = _properties(node)
            if what or (name and name not in spoken):
                lines.append(": ".join(filter(None, [" ".join(filter(None, [what, states])), name])))
            if name and role != "RootWebArea":
                spoken = name if role != "StaticText" else spoken
        for child in node.get("childIds", []):
            if child in known:
                visit(known[child], spoken)

    visit(nodes[0], "")
    return lines
