"""From a pattern to a routine: what differs from time to time becomes an open place, the rest stays."""

from __future__ import annotations

from orbit.learning.generalising.routines import generalise

__all__ = ["generalise"]
