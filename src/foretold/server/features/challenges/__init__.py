"""Dailies and challenges: the same cards for everyone, compared afterwards."""
