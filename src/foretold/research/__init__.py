"""Tasks of the benchmark, evaluation of policies and bots, data sets, training of `student` (docs/benchmark.md)."""
