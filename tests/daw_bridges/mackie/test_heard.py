"""What a real host sent: Ardour 7.3 greets a Logic Control and shows its first bank, one message a line."""

from __future__ import annotations

from pathlib import Path

from daw_bridges.mackie import messages as m
from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.codec import Direction, decode, encode
from daw_bridges.mackie.handshake import Identity, queries, response_to
from daw_bridges.mackie.stream import Decoder
from daw_bridges.mackie.surface import Surface
from tests.daw_bridges.mackie.raw_surface import RawSurface
from tests.daw_bridges.mackie.test_surface_model import seen

_LINES = (Path(__file__).parent / "heard" / "ardour.txt").read_text("ascii").split()
_HEARD = [bytes.fromhex(line) for line in _LINES]
_MESSAGES = [decode(data, Direction.DOWN) for data in _HEARD]
_MODEL = m.Model.LOGIC_CONTROL


def test_the_host_asks_for_every_device_and_takes_our_answer() -> None:
    identity = Identity(model=_MODEL)
    assert set(_MESSAGES[:4]) == set(queries())
    reply = _MESSAGES[4]
    assert reply == m.ConnectionReply(_MODEL, identity.serial, response_to(identity.challenge))
    assert identity.answer(reply) == m.ConnectionConfirmation(_MODEL, identity.serial)
    assert _MESSAGES[5] == m.VersionRequest(_MODEL)


def test_every_message_is_known_and_canonical_but_what_is_for_no_display_of_ours() -> None:
    """For another maker's second display, and a digit where the time display has no place."""
    unknown = [message.data for message in _MESSAGES if isinstance(message, m.Unknown)]
    assert {data[:5] for data in unknown} == {b"\xf0\x00\x00\x67\x15", b"\xb0\x4e\x30"}
    assert [encode(message) for message in _MESSAGES] == _HEARD


def test_the_surface_shows_the_bank_as_the_second_model_does() -> None:
    surface, decoder = Surface(_MODEL), Decoder(Direction.DOWN)
    for data in _HEARD:
        for message in decoder.feed(data):
            surface.apply(message)
    assert surface.cells(0) == ("Kick", "Snare", "Hats", "Prcssn", "Bass", "Keys", "Pad", "LdSynt")
    assert (surface.mode, surface.view, surface.alert) == ("MX", Button.PAN, False)
    assert surface.faders[:8] == (12808,) * 8
    assert seen(surface) == RawSurface(_MODEL).hear(b"".join(_HEARD)).seen()
