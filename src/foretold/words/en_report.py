"""English: the page of a simulation."""

PHRASES: dict[str, str] = {
    "report.title": "{games}: {matches} matches each",
    "report.title-one": "{games}: {matches} matches",
    "report.intro": (
        "What happens when bots play: {rounds} rounds, seed {seed}. All figures follow from the rows of every "
        "seat and round."
    ),
    "report.intro-fast": (
        "What happens when bots play: {rounds} rounds, seed {seed}, by compiled kernels. All figures "
        "follow from the rows of every seat and round."
    ),
    "report.contents": "Contents",
    "report.game": "{game}, {players} players",
    "report.figures": "figures",
    "report.seat": "seat",
    "report.seat-bot": "{number} · {bot}",
    "report.bot": "bot",
    "report.mean": "mean",
    "report.least": "5%",
    "report.median": "median",
    "report.most": "95%",
    "report.count": "count",
    "report.share": "share",
    "report.total": "all",
    # at a glance
    "report.glance": "At a glance",
    "report.glance-lead": "The figures that differ first when rules change.",
    "report.glance-matches": "matches",
    "report.glance-rounds": "rounds",
    "report.glance-length": "rounds a match",
    "report.glance-tricks": "tricks a round",
    "report.glance-decisions": "decisions a match and seat",
    "report.glance-score": "final score of a seat",
    "report.glance-fulfilled": "prophecies fulfilled",
    "report.glance-nobody": "rounds in which nobody fulfils",
    "report.glance-first": "matches won by the first leader",
    "report.glance-fair": "the same if seats were equal",
    "report.glance-tied": "matches tied on score",
    "report.glance-shared": "victories shared",
    "report.glance-chart": "Prophecies fulfilled, by game",
    "report.glance-chart-text": "For each game the share of prophecies that came true, with its interval.",
    # scores
    "report.scores": "Final scores",
    "report.scores-lead": "How matches end for each seat. The line in each row is the mean.",
    "report.scores-chart": "Final scores by seat",
    "report.scores-chart-text": "For each seat how often each final score occurs; means from {low} to {high}.",
    "report.scores-axis": "score at the end of a match",
    "report.wins": "matches won",
    # start
    "report.starts": "Does leading first help?",
    "report.starts-lead": (
        "Seats counted from the one that leads the first trick of a round. The dashed line is what equal seats "
        "would have; an interval that misses it shows an advantage or a handicap."
    ),
    "report.starts-chart": "Points a round, by seats to the left of the first leader",
    "report.starts-chart-text": (
        "Mean points a round for each distance from the first leader, with 95% intervals; the largest "
        "difference is {gap} points."
    ),
    "report.starts-axis": "points a round",
    "report.starts-match-chart": "Matches won, by seats to the left of the first leader of round 1",
    "report.starts-match-chart-text": (
        "Share of matches won for each distance from the seat that led the very first trick, with 95% intervals."
    ),
    "report.starts-match-axis": "share of matches",
    "report.first": "first leader",
    "report.away": "{number} to the left",
    "report.start": "seat",
    "report.points": "points a round",
    "report.rounds-won": "rounds won",
    "report.fulfilled": "fulfilled",
    # prophecies
    "report.prophecies": "When prophecies come true",
    "report.prophecies-lead": (
        "A round of Seven Prophecies ends with the trick in which a first seat has fulfilled all seven."
    ),
    "report.bids": "How exact bids are",
    "report.bids-lead": "In Prophecy a bid is met when as many tricks are won as were bid.",
    "report.both-lead": (
        "A round of Seven Prophecies ends with the trick in which a first seat has fulfilled all seven; in "
        "Prophecy a bid is met when as many tricks are won as were bid."
    ),
    "report.tricks-chart": "Prophecies that came true, by trick",
    "report.tricks-chart-text": (
        "Share of all prophecies, one for each seat and round, that came true in each trick; in all {share}."
    ),
    "report.tricks-axis": "trick in which the round ended",
    "report.tricks-up": "of all prophecies",
    "report.trick": "trick",
    "report.rounds-ended": "rounds ended",
    "report.came-true": "came true",
    "report.none-true": "10, nobody",
    "report.left-chart": "Tokens still open at the end of a round",
    "report.left-chart-text": (
        "Share of seats and rounds by the number of tokens that were left; none left is a prophecy that came true."
    ),
    "report.left-axis": "tokens left",
    "report.left-up": "of seats and rounds",
    "report.missed-chart": "Tricks won less tricks bid",
    "report.missed-chart-text": (
        "Share of seats and rounds by tricks won less the bid; zero is an exact bid, {share} of all."
    ),
    "report.missed-axis": "tricks won less bid",
    "report.apart": "won less bid",
    "report.seats-fulfilled": "Seats that fulfil in the same round",
    "report.seats": "seats",
    "report.of-rounds": "of rounds",
    # choices
    "report.choices": "Which prophecies are chosen, and how they fare",
    "report.choices-lead": (
        "How often each prophecy is made, and how often it then comes true. A shape is a split with its places "
        "in any order: 3-2-1-1 stands for 1-3-1-2 and all the like."
    ),
    "report.choices-lead-bids": "How often each number is bid, and how often it is then met.",
    "report.shapes-chart": "Shapes of splits: chosen and fulfilled",
    "report.shapes-chart-text": (
        "For each shape of a split its share of all prophecies, and the part of them that came true with its "
        "interval; the best is {best}."
    ),
    "report.bids-chart": "Bids: chosen and met",
    "report.bids-chart-text": (
        "For each bid its share of all bids, and the part of them that was met with its interval; the best is {best}."
    ),
    "report.chosen": "chosen",
    "report.then-fulfilled": "then fulfilled",
    "report.shape": "shape",
    "report.bid": "bid",
    "report.split": "split",
    "report.best-splits": "The ten splits that come true most often, of those chosen at least {least} times",
    "report.all-splits": "All {count} splits that were chosen",
    # lengths
    "report.lengths": "Length of matches",
    "report.lengths-lead": "Rounds until a match is over.",
    "report.lengths-chart": "Rounds in a match",
    "report.lengths-chart-text": "Share of matches by their number of rounds; the mean is {mean}.",
    "report.lengths-axis": "rounds",
    "report.lengths-up": "of matches",
    "report.lengths-more": "{number} or more",
    # decisions
    "report.decisions": "Decisions",
    "report.decisions-lead": "A decision is a prophecy, a bid or a card where there is more than one way to choose.",
    "report.decisions-chart": "Decisions in a match, all seats together",
    "report.decisions-chart-text": "How often a match has that many decisions; the mean is {mean}.",
    "report.decisions-axis": "decisions in a match",
    "report.per-match": "a match",
    "report.per-seat": "a match and seat",
    "report.per-round": "a round and seat",
    "report.decisions-row": "decisions",
    "report.actions-row": "actions, forced ones too",
    "report.forced": "forced",
    # ties
    "report.ties": "Ties, and how they are broken",
    "report.ties-lead": "Matches by how the winner was found.",
    "report.ties-chart": "How matches are decided",
    "report.ties-chart-text": "Share of matches won outright, decided by the tie-break, or shared.",
    "report.ties-up": "of matches",
    "report.tie.outright": "alone",
    "report.tie.broken": "tied, broken",
    "report.tie.partly": "tied, partly",
    "report.tie.shared": "tied, shared",
    "report.tie-text.outright": "one seat had the highest score",
    "report.tie-text.broken": "tied; the tie-break found one winner",
    "report.tie-text.partly": "tied; the tie-break left several",
    "report.tie-text.shared": "tied; the victory is shared by all",
    "report.rule.fewest_on_edges": (
        "Tie-break ({clause}): the fewest tokens placed on the first and the last place in the final round; "
        "else shared."
    ),
    "report.rule.shared": "Tie-break ({clause}): none, tied seats share the victory.",
    "report.rule.nearest_to_last": (
        "Tie-break ({clause}): among seats that fulfilled all seven, the place nearest to last in the last trick; "
        "below seven shared."
    ),
    "report.rule.rounds_fulfilled": "Tie-break ({clause}): the most rounds fulfilled; else shared.",
    # how
    "report.how": "How these figures are made",
    "report.how-text": (
        "± and bars with ends are 95% intervals. Means by seat are ratios over matches, with the spread between "
        "matches (rounds of one match are not independent); shares of prophecies and matches have Wilson's "
        "interval. A round counts for the seats with most points in it, shared equally; for all if nobody scored."
    ),
    "report.how-seed": "The same command gives the same page, byte for byte. Made by Foretold {version}.",
    # refusals of simulate, arena and their files
    "no.against-form": (
        "'{text}' is no game to compare: write GAME, GAME:VARIANT or GAME:key=value, for example prophecy:short"
    ),
    "no.fast-bots": "--fast plays for random or greedy in all seats: give --bots random or --bots greedy",
    "no.parquet-missing": "Parquet needs pyarrow: pip install foretold[parquet]",
    "no.dask-missing": "--dask needs Dask: pip install foretold[dask]",
    "no.dask-or-jobs": "--jobs starts processes here, --dask uses those of a cluster: give one of them",
    "no.dask-address": "'{address}' is no address of a scheduler: write for example tcp://10.0.0.5:8786",
    "no.dask-unreachable": "there is no Dask scheduler at {address}: {why}",
    "no.dask-no-workers": "the scheduler at {address} has no workers: start one with dask worker {address}",
    "no.dask-workers-unfit": (
        "the workers at {address} can't play: install the same version of Foretold there ({why})"
    ),
    "no.dask-lost": "the cluster at {address} was lost ({why}): start it and try again",
    "no.workers-killed": "workers were killed again and again ({why}): is there enough memory?",
    "no.simulate-no-simulation": "{file} is no file of a simulation: give --out another name",
    "no.simulate-other-plan": (
        "{file} holds another simulation ({key}: {found} there, {wanted} here): give --out another name"
    ),
    "no.simulate-bad-batch": "{file} is damaged in the batch of match {match}: remove it, or give --out another name",
    "simulate.kept": "{matches} matches are kept in {file}. To go on: the same command with --resume",
}
