"""Does it help to lead first? Both editions of Seven Prophecies by numbers: python editions.py [MATCHES]"""

import sys
from pathlib import Path

import foretold
from foretold.arena.simulate import Plan, simulate
from foretold.statistics.page import Surveyed, page
from foretold.statistics.survey import Survey

matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
surveyed = []
for name in ("seven-prophecies", "seven-prophecies-2017"):
    game = foretold.load(name, players=4)
    plan = Plan(game, ("greedy",) * 4, seed=7, keep_survey=True, fast=True)  # without fast: any bots, the engine plays
    survey = Survey(game.players)
    for batch in simulate(plan, matches):  # an executor as third argument spreads the work
        assert batch.survey is not None  # the plan keeps it
        survey.join(batch.survey)
    surveyed.append(Surveyed(game, plan.bots, plan.seed, plan.fast, survey))
    print(f"{game.title.label}: {survey.matches} matches, {survey.rounds} rounds")
    for away in range(game.players):
        points = survey.starts["points", away].interval()
        print(f"  {away} to the left of the first leader: {points.value:.3f} points a round ±{points.half:.3f}")

Path("report.html").write_text(page(surveyed, "en"), encoding="utf-8")
print("report.html shows it all")
