"""Benchmarks that need more than one process: `foretold bench` runs them."""
