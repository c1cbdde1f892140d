"""Pure logic of one table: journal in, state out. No I/O, no clock, no randomness of its own."""
