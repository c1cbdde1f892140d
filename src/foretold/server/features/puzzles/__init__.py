"""Puzzles and what-if tables."""
