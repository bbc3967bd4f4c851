"""Five people who work in a simulated Live by hand, each with habits of their own."""
