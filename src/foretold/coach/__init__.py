"""The coach: what decisions of a match cost, by what their seats could know then; luck and skill apart.

It knows views and records, no sockets and no files. docs/coach.md says what its figures mean.
"""

WORLDS = 600  # in which a decision of a review is weighed, and as many fresh ones
