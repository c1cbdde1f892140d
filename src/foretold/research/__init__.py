"""The benchmark's tasks, the evaluation of policies and bots on them, and data sets (docs/benchmark.md)."""
