"""Putting Orbit's Remote Script where Live finds it.

``places`` knows where Live keeps things, ``choosing`` which folder it shall be, ``script_folder`` what stands
there; ``putting`` and ``backups`` do the work so that nothing is lost, ``install`` puts it all together and
``telling`` says what was done and what to click.
"""

from __future__ import annotations

from daw_bridges.ableton.installing.install import install

__all__ = ["install"]
