"""What can go wrong with a request, as codes for programs and sentences for people."""

from __future__ import annotations

from typing import Any

NOT_FOUND = "not_found"
OUT_OF_RANGE = "out_of_range"
NOT_POSSIBLE = "not_possible"
UNSUPPORTED = "unsupported"
NOT_APPLIED = "not_applied"
BAD_REQUEST = "protocol"
REFUSED = "refused"
CANCELLED = "cancelled"
HOST_ERROR = "host_error"


class EditError(Exception):
    """An edit that was not done: a code, a sentence, and what Live reads where that is known."""

    def __init__(self, code: str, message: str, observed: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.observed = code, message, observed


class WireError(Exception):
    """Bytes that are not the protocol; the connection they came on is closed."""
