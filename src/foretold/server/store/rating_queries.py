"""What is read of ratings, for both kinds of store."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeAlias

from foretold.server.store.rating_operations import KeptRated, KeptRating

Row: TypeAlias = tuple[Any, ...]  # as the database gives it

RATED = (
    *("match_id", "seat", "number", "game", "at", "person_id", "bot", "place"),
    *("mu", "sigma", "new_mu", "new_sigma"),
)
_RATED = f"SELECT {', '.join(RATED)} FROM rated"
_RATING = "SELECT person_id, game, since, mu, sigma, matches FROM ratings"
_SURELY = "mu - 2 * sigma"  # what somebody is worth, most likely, at least


class RatedRows(ABC):
    """Ratings in a database, and the matches that they come from."""

    @abstractmethod
    def _rows(self, statement: str, *values: str | bytes | int) -> Sequence[Row]:
        """What the statement finds, all of it at once; each ? in it stands for one of the values."""

    def ratings_of(self, person: str) -> list[KeptRating]:
        """What a person is rated, by game; nothing of who does not want to be."""
        return [KeptRating(*row) for row in self._rows(f"{_RATING} WHERE person_id = ? ORDER BY game", person)]

    def ratings(self) -> list[KeptRating]:
        """All ratings."""
        return [KeptRating(*row) for row in self._rows(f"{_RATING} ORDER BY person_id, game")]

    def rated_of(self, person: str, game: str, limit: int) -> list[KeptRated]:
        """The last matches of a game by which a person was rated, the oldest first."""
        own = f"{_RATED} WHERE person_id = ? AND game = ? ORDER BY number DESC LIMIT ?"
        return [KeptRated(*row) for row in reversed(self._rows(own, person, game, limit))]

    def rated(self) -> list[KeptRated]:
        """The seats of all matches by which people were rated, match by match."""
        return [KeptRated(*row) for row in self._rows(f"{_RATED} ORDER BY number, seat")]

    def ladder(self, game: str, limit: int) -> list[tuple[str, KeptRating]]:
        """Those who have been rated in a game with their names, who is worth most, most likely at least, first."""
        rows = self._rows(
            "SELECT name, person_id, game, since, mu, sigma, matches FROM ratings JOIN people ON id = person_id "
            f"WHERE game = ? AND matches > 0 ORDER BY {_SURELY} DESC, since, person_id LIMIT ?",
            game,
            limit,
        )
        return [(name, KeptRating(*row)) for name, *row in rows]

    def count_rated(self, game: str) -> int:
        """How many people have been rated in a game."""
        [(count,)] = self._rows("SELECT count(*) FROM ratings WHERE game = ? AND matches > 0", game)
        return int(count)

    def ladder_place(self, rating: KeptRating) -> int:
        """How many of the game are worth more than this, most likely at least."""
        more = f"SELECT count(*) FROM ratings WHERE game = ? AND matches > 0 AND {_SURELY} > ?"
        [(count,)] = self._rows(more, rating.game, rating.surely)
        return int(count)
