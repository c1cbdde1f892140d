"""Evenings: several tables, several rounds, one ranking."""
