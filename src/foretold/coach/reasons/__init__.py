"""Reasons: the events that separate the best choice from another one, measured in the same worlds.

An event becomes a reason only if it explains at least a third of what the other choice loses. `docs/coach.md` lists
the kinds.
"""
