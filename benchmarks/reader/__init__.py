"""What people say to Orbit and the edits it leads to, a row each; the voices in ``judge`` train nothing."""
