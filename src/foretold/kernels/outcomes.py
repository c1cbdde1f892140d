"""Columns of a play-out's outcome: its value to the seat that chose, and what happened."""

VALUE = 0  # what choices are compared by: points above the mean of the others, and a share of the match
POINTS = 1  # of the round
SHARE = 2  # of the match: the chance to win it, shared victories in parts
FULFILLED = 3  # 1 where all seven came true, or the bid was met
TRICKS = 4  # that the round had, in Seven Prophecies; that the seat won, in Prophecy
TAKEN = 5  # what the seat takes, BITS for each trick: the place in Seven Prophecies, 1 for a trick won in Prophecy
COLUMNS = 6

BITS = 3  # a number with those of 14 tricks is exact as a float
