"""Playing and reading matches in a terminal."""
