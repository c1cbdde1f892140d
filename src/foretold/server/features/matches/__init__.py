"""Finished matches: what is stored when one ends, and its results."""
