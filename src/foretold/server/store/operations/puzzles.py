"""Operations and rows about answers to puzzles, in whole thousandths of rating points."""

from __future__ import annotations

from typing import NamedTuple

from foretold.ratings.glicko import Glicko, after


class AnswerPuzzle(NamedTuple):
    """Stores a person's first answer to a puzzle, and rates both; further answers change nothing.

    The four last fields are where the person in this game and the puzzle begin, if neither was rated before.
    """

    person: str
    game: str
    puzzle: str  # the hash of its content
    at: int
    solved: bool
    rating: int
    deviation: int
    puzzle_rating: int
    puzzle_deviation: int

    def rated(self, person: Glicko | None, puzzle: Glicko | None) -> tuple[Glicko, Glicko]:
        """Both ratings after the answer, given those before it."""
        return after(
            person or Glicko(self.rating, self.deviation),
            puzzle or Glicko(self.puzzle_rating, self.puzzle_deviation),
            solved=self.solved,
        )


class KeptAnswer(NamedTuple):
    """A person's first answer to a puzzle as stored, with their rating after it."""

    puzzle: str
    game: str
    at: int
    solved: bool
    rating: int
    deviation: int


class KeptSolver(NamedTuple):
    """A person's puzzle rating in a game as stored."""

    game: str
    rating: int
    deviation: int
    answers: int
