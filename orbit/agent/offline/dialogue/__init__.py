"""What is done for a sentence about what was done before, as the discourse of the reader takes it.

``said`` has what a sentence can mean there, ``past`` what it can refer to, ``deeds`` makes edits of earlier
edits, ``turning`` says what goes first, and ``replying`` and ``correcting`` make the move.
"""

from __future__ import annotations
