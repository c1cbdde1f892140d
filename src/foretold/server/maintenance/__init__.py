"""Offline tools: checking a database and copying it."""
