"""What `benchmarks.memory` runs in processes of their own: one system, one size, one JSON line of figures."""
