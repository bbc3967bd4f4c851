"""`orbit install logic`: there is nothing to copy into Logic, and a few things to see to and to click.

``looking`` finds out what there is of Logic on this Mac, ``telling`` says what was found and what to do.
"""

from __future__ import annotations

from daw_bridges.logic.installing.install import install

__all__ = ["install"]
