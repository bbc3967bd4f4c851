"""Envelopes, of a track or of a clip."""

from __future__ import annotations

from daw_bridges.ableton.saved.cursor import Cursor, Handler
from daw_bridges.ableton.saved.parts import FoundEnvelope
from daw_bridges.ableton.saved.points import Points, read_points

__all__ = ["EnvelopeReader"]


class EnvelopeReader:
    """Reads rows of envelopes; ``wanted`` collects the numbers they point at."""

    def __init__(self, cursor: Cursor, wanted: set[str]) -> None:
        self._cursor = cursor
        self._wanted = wanted

    def into(self, found: list[FoundEnvelope]) -> Handler:
        """A handler for ``Envelopes`` elements, of which one stands in another, that adds to a list."""

        def one(tag: str, _: str) -> None:
            envelope = self._envelope(tag)
            if envelope.points and envelope.target:
                self._wanted.add(envelope.target)
                found.append(envelope)

        row = self._cursor.reading("Envelopes", other=one)
        return lambda _: self._cursor.read("Envelopes", {"Envelopes": row}, one)

    def _envelope(self, tag: str) -> FoundEnvelope:
        target: dict[str, str] = {}
        points = Points()

        def automation(_: str) -> None:
            nonlocal points
            points = read_points(self._cursor, "Automation")

        self._cursor.read(
            tag,
            {"EnvelopeTarget": self._cursor.gathering("EnvelopeTarget", target), "Automation": automation},
        )
        return FoundEnvelope(target.get("PointeeId", ""), points)
