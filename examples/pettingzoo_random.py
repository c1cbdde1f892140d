"""Random play of a match through PettingZoo: python pettingzoo_random.py [GAME [PLAYERS [SEED]]]"""

import sys

from foretold.adapters.pettingzoo import env

game = sys.argv[1] if len(sys.argv) > 1 else "seven-prophecies"
players = int(sys.argv[2]) if len(sys.argv) > 2 else 4
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 7

table = env(game, players=players, render_mode="ansi")
table.reset(seed=seed)
for agent in table.possible_agents:
    table.action_space(agent).seed(seed)

returns = dict.fromkeys(table.possible_agents, 0.0)
for agent in table.agent_iter():
    observation, reward, terminated, truncated, info = table.last()
    returns[agent] += reward
    over = terminated or truncated
    table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

print(table.render(), end="")
print("returns", returns)
