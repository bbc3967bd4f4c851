"""Repair: a workflow whose step fails by now is mended by what the user did instead.

``operations`` is for faces, ``keeping.mended_by`` for whoever has just kept a trajectory.
"""
