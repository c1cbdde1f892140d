"""Columns of a play-out's outcome: its value to the seat that chose, and what happened."""

VALUE = 0  # what choices are compared by: points above the mean of the others, plus a share of the match
POINTS = 1  # of the round
SHARE = 2  # share of the match: the chance to win it, shared victories in parts
FULFILLED = 3  # 1 if all seven came true, or the bid was met
TRICKS = 4  # tricks of the round in Seven Prophecies; tricks the seat won in Prophecy
TAKEN = 5  # result of each trick for the seat, BITS each: its place in Seven Prophecies, 1 for a win in Prophecy
COLUMNS = 6

BITS = 3  # the numbers of 14 tricks fit exactly into a float
