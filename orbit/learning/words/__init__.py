"""Words for what was learned: a name, what it is for, how it is asked for, what each step leads to."""

from __future__ import annotations

from orbit.learning.words.wording import worded

__all__ = ["worded"]
