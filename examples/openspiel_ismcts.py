"""OpenSpiel's ISMCTS bot plays a round against random players: python openspiel_ismcts.py [SIMULATIONS [SEED]]"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import foretold.adapters.openspiel  # noqa: F401  registers the games

simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 50
chance = np.random.RandomState(int(sys.argv[2]) if len(sys.argv) > 2 else 7)

game = pyspiel.load_game("foretold_seven_prophecies(players=4,episode=round,rewards=ahead)")
bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, simulations, random_state=chance)

state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        action = chance.choice(outcomes, p=chances)
    elif state.current_player() == 0:
        action = bot.step(state)
    else:
        action = chance.choice(state.legal_actions())
    state.apply_action(int(action))

print(state.information_state_string(0))
print("returns", state.returns())
