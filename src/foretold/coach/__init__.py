"""The coach: what decisions of a match cost, given what their seats knew then; luck and skill separately.

It works on views and records, without sockets and files. docs/coach.md explains its figures.
"""

from foretold.bots.effort import REVIEW_WORLDS as WORLDS

__all__ = ["WORLDS"]
