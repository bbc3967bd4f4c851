"""AbletonOSC's manners over UDP, for controllers that speak them: on only where ``reply_port`` is configured.

There is no token and no acknowledgement in that protocol: whoever can send to this machine's loopback can
edit. Answers go to the sender at the reply port. What goes wrong is told on ``/live/error``, with what was
asked behind the text; it ends the bundle it is in, and the next packet counts again.
"""

from __future__ import annotations

import importlib
import re
import socket
from typing import Any, Callable, List, Optional, Sequence, Tuple, Type

from .addresses import ADDRESSES
from .addresses.application import STARTUP
from .addresses.area import Address
from .addresses.desk import Desk
from .bundles import messages_in
from .errors import WireError
from .live import LiveSet
from .osc import decode, encode

_LARGEST = 65536
_MOST_PER_TICK = 64
_WILDCARD = "*"
_ERROR = "/live/error"
_FAILED = "Error handling OSC message: %s"
_UNKNOWN = "Unknown OSC address: %s"
# A pattern asks and listens; it never changes anything.
_PATTERNS_REACH = ("/get/", "/start_listen/", "/stop_listen/")

Skipped = Tuple[Type[Exception], ...]


class Controllers:
    """The UDP socket, and whoever sent to it last."""

    def __init__(
        self,
        live: LiveSet,
        address: Tuple[str, int],
        reply_port: int,
        log: Callable[[str], None],
        show: Callable[[str], None],
        rebuild_midi_map: Callable[[], None],
    ) -> None:
        self._reply_port, self._log = reply_port, log
        self._desk = Desk(live, self._say, show, rebuild_midi_map)
        self._sender = address[0]
        self._socket: Optional[socket.socket] = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        try:
            self._socket.bind(address)
            log("answering AbletonOSC's addresses on UDP %d, to port %d" % (address[1], reply_port))
            self._say(STARTUP, [])
        except OSError as error:
            log("AbletonOSC's addresses are not answered: UDP %d is taken (%s)" % (address[1], error))
            self.close()

    def pump(self) -> None:
        """Answer what has arrived."""
        for _ in range(_MOST_PER_TICK):
            if self._socket is None:
                return
            try:
                packet, sender = self._socket.recvfrom(_LARGEST)
            except ConnectionError:
                # Nobody reads at the reply port: Windows tells it here. The next packet is as good as ever.
                continue
            except OSError:
                return
            self._sender = sender[0]
            self._take(packet)

    def _take(self, packet: bytes) -> None:
        try:
            for message in messages_in(packet):
                # Whoever sends a bundle counts on each message having worked before the next is tried.
                if not self._answer(message):
                    return
        except WireError as error:
            self._fail(_FAILED, error, "", [])

    def _answer(self, message: bytes) -> bool:
        """Do what a message says; whether nothing went wrong with it, as an unknown address does not."""
        address, arguments = "", []
        try:
            address, arguments = decode(message)
            if self._desk.log_level == "debug":
                self._log("a controller says %s %r" % (address, arguments))
        except WireError as error:
            self._fail(_FAILED, error, address, arguments)
            return False
        if address in ADDRESSES:
            return self._run(address, ADDRESSES[address], arguments)
        if _WILDCARD in address:
            self._run_all(address, arguments)
        else:
            self._fail(_UNKNOWN, address, address, arguments)
        return True

    def _run(self, address: str, entry: Address, arguments: List[Any], passing: Skipped = ()) -> bool:
        """Do what an address is for, and say whether it worked, whatever Live raises there."""
        try:
            if len(arguments) < len(entry.needs):
                raise WireError("%s needs: %s" % (address, ", ".join(entry.needs)))
            answer = entry.run(self._desk, arguments)
            if answer is not None:
                self._say(address, answer)
        except passing:
            pass
        except Exception as error:  # noqa: BLE001 - see above
            self._fail(_FAILED, error, address, arguments)
            return False
        return True

    def _run_all(self, pattern: str, arguments: List[Any]) -> None:
        """Do what every address is for that begins as the pattern does and takes these arguments."""
        form = re.compile(re.escape(pattern).replace(r"\*", "[^/]+"))
        for address, entry in ADDRESSES.items():
            if form.match(address) and any(verb in address for verb in _PATTERNS_REACH):
                self._run(address, entry, arguments, passing=(AttributeError, ValueError, WireError))

    def _fail(self, form: str, why: object, address: str, arguments: Sequence[Any]) -> None:
        if self._desk.log_level != "critical":
            self._log("a controller asked in vain for %s: %s" % (address or "a packet's content", why))
        self._say(_ERROR, [form % why, *([address, *arguments] if address else [])])

    def _say(self, address: str, values: Sequence[Any]) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendto(encode(address, *values), (self._sender, self._reply_port))
        except OSError as error:
            self._log("an answer could not be sent: %s" % error)

    def build_midi_map(self, handle: Any) -> None:
        """Map the controllers that were asked for; Live calls for it."""
        midi = importlib.import_module("Live").MidiMap
        for (channel, controller), parameter in self._desk.mapped.items():
            midi.map_midi_cc(handle, parameter, channel, controller, midi.MapMode.absolute, True)

    def close(self) -> None:
        """Stop listening to anything, and close the socket."""
        self._desk.clear()
        if self._socket is not None:
            self._socket.close()
            self._socket = None
