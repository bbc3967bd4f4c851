"""The tools, by what they are about. Each is a function of a call; ``ALL`` says how each is announced."""
