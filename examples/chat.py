"""A chat model plays a match against bots: python chat.py MODULE:CALLABLE [GAME [PLAYERS [SEED [LANGUAGE]]]]

The callable takes messages, [{"role": "system" | "user" | "assistant", "content": TEXT}, …], and returns a text whose
last word is the action in notation. Wrap the client of any model in one.
"""

import random
import sys
from collections.abc import Callable
from importlib import import_module

import foretold
from foretold.games import State
from foretold.views import View

Message = dict[str, str]
Chat = Callable[[list[Message]], str]

TRIES = 3
RULES = (
    "You play a trick-taking card game with predictions. Each message shows all that your seat may know. "
    "Think briefly if you like, and end your answer with one legal action in notation, as its last word."
)


def ask(chat: Chat, view: View, lang: str = "en") -> str:
    """The model's action; after three answers that are not legal the first legal one."""
    messages = [{"role": "system", "content": RULES}, {"role": "user", "content": view.text(lang)}]
    for _ in range(TRIES):
        answer = chat(messages)
        action = answer.split()[-1].strip("`*.'\"") if answer.split() else ""
        if action in view.legal:
            return action
        refusal = f"'{action[:40]}' is not one of your legal actions. Answer with one of them."
        messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": refusal}]
    return view.legal[0]


def play(chat: Chat, game: str = "seven-prophecies", players: int = 4, seed: int = 7, lang: str = "en") -> State:
    """A whole match: the model at seat 0, the bot `greedy` at the others."""
    state: State = foretold.load(game, players=players).start(seed=seed)
    greedy, chance = foretold.bot("greedy"), random.Random(seed)
    while not state.over:
        seat = state.actors[0]
        view = state.view(seat)
        state = state.apply(seat, greedy.choose(view, chance) if seat else ask(chat, view, lang))
    return state


if __name__ == "__main__":
    module, _, name = sys.argv[1].partition(":")
    game, players, seed, lang = (*sys.argv[2:], *("seven-prophecies", "4", "7", "en")[len(sys.argv) - 2 :])
    ended = play(getattr(import_module(module), name), game, int(players), int(seed), lang)
    print("scores", *ended.scores, "winners", *ended.winners)
