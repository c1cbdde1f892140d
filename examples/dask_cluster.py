"""A simulation on a Dask cluster: python dask_cluster.py [ADDRESS]; without an address two workers are started here."""

import sys
from contextlib import ExitStack

from distributed import Client, LocalCluster

import foretold
from foretold.arena.simulate import Plan, simulate
from foretold.arena.tally import Tally


def main() -> None:
    with ExitStack() as stack:
        if len(sys.argv) > 1:
            where = sys.argv[1]
        else:
            where = stack.enter_context(LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None))
        client = stack.enter_context(Client(where))
        plan = Plan(foretold.load("seven-prophecies", players=3), ("greedy", "random", "random"), seed=7)
        total = Tally(plan.game.players)
        for batch in simulate(plan, 200, client.get_executor(), ahead=8):
            total.join(batch.tally)
    print(f"{total.matches} matches, {total.rounds} rounds; greedy won {total.figures()['seats'][0]['win_share']:.1%}")


if __name__ == "__main__":  # the workers import this file
    main()
