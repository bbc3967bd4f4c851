"""Learning offline: trajectory files, saved sets and folders of them, all at once."""

from __future__ import annotations

from orbit.learning.offline.gathering import Progress
from orbit.learning.offline.learning import Report, learn
from orbit.learning.offline.settling import Settled, settle
from orbit.learning.offline.sources import Trouble

__all__ = ["Progress", "Report", "Settled", "Trouble", "learn", "settle"]
