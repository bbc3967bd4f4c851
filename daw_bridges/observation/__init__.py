"""Seeing what is done to a session, by whom: states of a host told as actions of the vocabulary."""

from __future__ import annotations

from daw_bridges.observation.observed import Observed, OnSession, Origin
from daw_bridges.observation.story import Story, Told

__all__ = ["Observed", "OnSession", "Origin", "Story", "Told"]
