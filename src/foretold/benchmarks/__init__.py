"""Benchmarks of `foretold bench` that need more than one process."""
