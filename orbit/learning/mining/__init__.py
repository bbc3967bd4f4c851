"""Mining: which edits recur together, over all demonstrations, and where."""

from orbit.learning.mining.find import find_patterns

__all__ = ["find_patterns"]
