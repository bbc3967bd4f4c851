"""What is said beside an answer: that something the user often does by hand could be kept, once of each."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from daw_bridges.errors import MemoryStoreError

if TYPE_CHECKING:
    from orbit.agent import Answer
    from orbit.memory import Library

__all__ = ["with_offer"]

_log = logging.getLogger("orbit.engine")


def with_offer(answer: Answer, library: Library) -> Answer:
    """Give an answer to what was done, with an offer that was never told of, if there is one."""
    if not answer.ok or answer.run is None:
        return answer
    from orbit.learning.online.telling import mention

    try:
        said = mention(library)
    except MemoryStoreError as error:
        _log.warning("an offer was not told: %s", error)
        return answer
    return answer if said is None else replace(answer, reply=f"{answer.reply} {said}")
