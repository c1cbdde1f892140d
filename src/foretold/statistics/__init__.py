"""Figures of many matches for those who design and study games: rows, surveys, and a page that shows them."""
