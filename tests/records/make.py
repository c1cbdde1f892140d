"""Makes the recorded matches beside this file: run `python -m tests.records.make` after a change of the rules.

Every title × player count × variant gets a match of greedy bots and, with a changed option, one of random ones; where
bids may be laid early, one in which everybody bids whenever they like;
then random matches are added until every way to end is there. All of it follows from fixed seeds.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import foretold
from foretold.arena.simulate import match_record, match_seed, play_match
from foretold.bots import bot
from foretold.games import Game, State
from tests.conftest import GAMES
from tests.rules.endings import REQUIRED, endings

HERE = Path(__file__).parent


def play(game: Game, name: str, number: int) -> tuple[State, str]:
    """Match `number` of these bots, and its line in a record file."""
    state = play_match(game, [bot(name)] * game.players, match_seed(2017, number), f"record:{number}")
    return state, match_record(state, [name] * game.players).to_line()


def with_options(game: Game) -> Game:
    """The same game with its other options changed."""
    changed: dict[str, str | bool] = {
        "tenth_trick_scores": False,
        "negative_scores": True,
        "wheel": "EVPS" if game.options.get("variant") == "short" else "EEVVPPSS",
    }
    kept = {name: value for name, value in changed.items() if name in game.options}
    return foretold.load(game.name, players=game.players, **{**game.given, **kept})


def play_early(game: Game) -> str:
    """The line of a match with early bids, in which random bots bid in any order."""
    game = foretold.load(game.name, players=game.players, **{**game.given, "early_bids": True})
    state, player, rng = game.start(seed=match_seed(2017, 0)), bot("random"), Random("record:early")
    while not state.over:
        seat = rng.choice(state.actors)
        state = state.apply(seat, player.choose(state.view(seat), rng))
    return match_record(state, ["random"] * game.players).to_line()


def main() -> None:
    """Writes one file per title × player count × variant."""
    files: dict[str, list[str]] = {}
    missing = {title: set(required) for title, required in REQUIRED.items()}
    for game in GAMES:
        name = f"{game.name}-{game.players}-{game.options.get('variant', 'standard')}.jsonl"
        state, line = play(game, "greedy", 0)
        files[name] = [line]
        missing[game.name] -= endings(state)
        if game.options:
            files[name].append(play(with_options(game), "random", 0)[1])
        if "early_bids" in game.options and game.players > 2:
            files[name].append(play_early(game))
    for title, wanted in missing.items():
        games = [game for game in GAMES if game.name == title]
        for number in count(1):
            if not wanted:
                break
            game = games[number % len(games)]
            state, line = play(game, "random" if number % 3 else "greedy", number)
            if endings(state) & wanted:
                wanted -= endings(state)
                variant = game.options.get("variant", "standard")
                files[f"{game.name}-{game.players}-{variant}.jsonl"].append(line)
    for name, lines in files.items():
        (HERE / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
