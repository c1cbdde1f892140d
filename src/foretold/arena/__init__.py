"""Bots against bots: tournaments, simulation and statistics, on any executor."""
