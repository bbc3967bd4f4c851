"""What a refinement may cost: in one call, and in all."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Budget"]


@dataclass(frozen=True)
class Budget:
    """Limits of a refinement; a call that would go beyond them is not made.

    ``requests`` and ``tokens`` are for all calls together, ``call_requests`` and ``call_tokens`` for one
    (a second request is made where the first answer was malformed), ``call_seconds`` for one request.
    """

    requests: int = 40
    tokens: int = 120_000
    call_requests: int = 2
    call_tokens: int = 8_000
    call_seconds: float = 60.0
