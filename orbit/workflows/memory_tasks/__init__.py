"""Memory tasks: the steps of a workflow that read and write keyed memory, and what they ask of it."""
