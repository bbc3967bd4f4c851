"""Sentences whose grammar no rule has: what they name, and the words that say what of it.

Every word still has to be explained. What comes out is a plain sentence, and the rules have to make edits of
that; so what can be wanted, and what is in its way, is said in one place only.
"""

from orbit.agent.offline.understanding.loosely.reading import plainly
from orbit.agent.offline.understanding.loosely.remarks import About, asks_nothing

__all__ = ["About", "asks_nothing", "plainly"]
