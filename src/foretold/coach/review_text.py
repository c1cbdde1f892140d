"""A review in words, for terminal and page: names, positions in the match, sentences."""

from __future__ import annotations

from typing import NamedTuple

from foretold import i18n
from foretold.cards import Action
from foretold.coach.marks import THRESHOLDS, Judged
from foretold.coach.reasons.words import worded
from foretold.coach.review import Change, Review
from foretold.coach.wording import action_name, percent
from foretold.games import load
from foretold.records import Record

LETTERS = "ABCDEF"
MOST_LETTERS = 12  # of a name in a table


class Reviewed(NamedTuple):
    """A match, its review, the seat whose decisions are listed (None: all), the language."""

    record: Record
    review: Review
    seat: int | None
    language: str

    def say(self, key: str, **values: object) -> str:
        """Returns the phrase `review.key`, in this title's own words if it has some."""
        return i18n.say(self.language, i18n.own(self.language, f"review.{key}", self.record.game), **values)

    def name(self, seat: int) -> str:
        """Returns the name of a seat with its letter, since two may have the same name."""
        names = self.record.names
        return f"{LETTERS[seat]} {names[seat]}" if names and names[seat] else LETTERS[seat]

    def short_name(self, seat: int) -> str:
        """Like `name`, shortened."""
        name = self.name(seat)
        return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1] + "."

    def action(self, action: Action) -> str:
        """Returns an action in words."""
        return action_name(self.language, self.record.game, action)

    @property
    def title(self) -> str:
        """Returns the title and settings of the match."""
        return self.say("title", game=i18n.title_name(self.language, self.record.game))

    @property
    def outcome(self) -> str:
        """Says who won."""
        end = next((event["match"] for event in self.record.events if "match" in event), None)
        if end is None:
            return self.say("unfinished")
        join = i18n.phrases(self.language)["join"]
        names = join.join(self.name(seat) for seat in end["winners"])
        scores = " : ".join(str(score) for score in end["scores"])
        return self.say("won" if len(end["winners"]) == 1 else "shared", names=names, scores=scores)

    @property
    def thresholds(self) -> str:
        """Explains the marks."""
        return self.say("decisions-lead", **{mark: percent(least, 0) for least, mark in THRESHOLDS})

    @property
    def marked(self) -> list[Judged]:
        """The decisions that certainly lost something."""
        return [decision for decision in self._own if decision.mark is not None]

    @property
    def found(self) -> list[Judged]:
        """The decisions in which the only move was found."""
        return [decision for decision in self._own if decision.only and decision.match == 0]

    @property
    def _own(self) -> list[Judged]:
        return [decision for decision in self.review.decisions if self.seat in (None, decision.weighed.seat)]

    def where(self, judged: Judged) -> str:
        """Returns round and trick of a decision."""
        weighed = judged.weighed
        if weighed.trick:
            return self.say("where", round=weighed.round, trick=weighed.trick)
        return self.say("where-told", round=weighed.round)

    def instead(self, judged: Judged) -> str:
        """Says what was chosen instead of what."""
        weighed = judged.weighed
        return self.say("instead", action=self.action(weighed.action), best=self.action(weighed.found[0].action))

    def lost(self, judged: Judged) -> str:
        """Returns the loss of a decision, with its error."""
        error = percent(judged.error_match).removesuffix("%")
        return self.say("lost", match=percent(judged.match), error=error)

    def why(self, judged: Judged) -> str:
        """Says why the best choice was better; nothing where no event explains it."""
        record, weighed = self.record, judged.weighed
        game = load(record.game, record.players, options=record.options)
        names = [self.name(seat) for seat in range(record.players)]
        return " ".join(worded(reason, game, self.language, names) for reason in weighed.reasons)

    def points(self, judged: Judged) -> str:
        """Returns the loss of a decision in points of the round."""
        return self.say("points", points=f"{judged.points:.1f}")

    def turn(self, turn: Change) -> str:
        """Describes a turning point in a sentence."""
        before, after = percent(turn.chance - turn.amount, 0), percent(turn.chance, 0)
        return self.say(f"turn.{turn.cause}", who=self.name(turn.seat), before=before, after=after)

    def when(self, event: int) -> str:
        """Returns round and trick of an event that was a decision, or the end of a round."""
        at = [decision for decision in self.review.decisions if decision.weighed.event <= event]
        return self.where(at[-1]) if at else ""
