"""Ratings and the ladder."""
