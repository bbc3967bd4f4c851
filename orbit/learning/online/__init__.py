"""Online learning: each finished trajectory is learned from at once, and what is found is offered.

``keeping.learned_from`` is for whoever has just kept a trajectory, ``operations`` for faces.
"""
