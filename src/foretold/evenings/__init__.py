"""Evenings of many people: who sits where in each round, and how everybody stands. Pure: no I/O, no clock."""
