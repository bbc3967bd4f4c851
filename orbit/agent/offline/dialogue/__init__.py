"""What is said across the turns of a conversation: again, more, no, why, undo, thanks.

``said`` has what a sentence can mean there, ``wordings`` and ``corrections`` read it, ``past`` is what it can
refer to, ``deeds`` makes edits of earlier edits, and ``replying`` makes the move.
"""

from __future__ import annotations
