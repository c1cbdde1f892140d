"""Bots against bots: simulation and its statistics, on any executor."""
