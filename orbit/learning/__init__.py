"""Learning: from what was done in a DAW to what Orbit can do."""
