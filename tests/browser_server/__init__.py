"""Tests of the server in a page."""
