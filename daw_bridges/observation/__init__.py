"""Seeing what is done to a session, by whom: states of a host told as actions of the vocabulary."""

from __future__ import annotations

from daw_bridges.observation.observed import Observed, OnSession, Origin

__all__ = ["Observed", "OnSession", "Origin"]
