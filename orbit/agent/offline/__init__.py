"""``offline``: a model in pydantic-ai's sense with no language model in it; understanding by rules, tools as for any other."""

from __future__ import annotations

from orbit.agent.offline.model import OfflineModel

__all__ = ["OfflineModel"]
