"""The coach: what decisions of a match cost, by what their seats could know then; luck and skill apart.

It knows views and records, no sockets and no files. docs/coach.md says what its figures mean.
"""

from foretold.bots.effort import REVIEW_WORLDS as WORLDS

__all__ = ["WORLDS"]
