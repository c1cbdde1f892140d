"""Figures of many matches for game designers and researchers: rows, surveys, and a report page."""
