"""How learning bears size: the processes that `benchmarks.learning` starts and measures."""
