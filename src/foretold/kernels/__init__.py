"""Compiled rules on integers: worlds, play-outs, exact endgames; compiled on first use."""
