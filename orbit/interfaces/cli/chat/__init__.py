"""``orbit chat``: a conversation in the terminal, or a script of lines.

``command`` takes the options; ``chat`` does a line, whoever gives it; ``terminal`` and ``script`` are the two
who do.
"""

from __future__ import annotations

from orbit.interfaces.cli.chat.command import chat

__all__ = ["chat"]
