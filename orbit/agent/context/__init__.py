"""What a conversation has come to so far: what "it", "again" and "the other one" can mean.

Kept apart from the messages, so that the next command in another process can still mean it.
"""

from __future__ import annotations

from orbit.agent.context.context import Context
from orbit.agent.context.corrections import corrections_in
from orbit.agent.context.lately import Done, Lately, Outcome
from orbit.agent.context.record import Record
from orbit.agent.context.shelf import KeptShelf, ShortShelf

__all__ = ["Context", "Done", "KeptShelf", "Lately", "Outcome", "Record", "ShortShelf", "corrections_in"]
