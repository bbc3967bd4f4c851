"""AbletonOSC's manners over UDP, for controllers that speak them: on only where ``reply_port`` is configured.

There is no token and no acknowledgement in that protocol: whoever can send to this machine's loopback can
edit. Answers go to the sender at the reply port. What goes wrong is told on ``/live/error``, with what was
asked behind the text; it ends the bundle it is in, and the next packet counts again.
"""

from __future__ import annotations

import errno
import importlib
import re
import socket
from typing import Any, Callable, List, Optional, Sequence, Set, Tuple

from .addresses import ADDRESSES
from .addresses.application import STARTUP
from .addresses.area import Address
from .addresses.arguments import Behind, Unfit
from .addresses.desk import Desk
from .bundles import messages_in
from .errors import WireError
from .live import LiveSet
from .osc import decode, encode

_LARGEST = 65507
"""Bytes of UDP's largest datagram."""
_MOST_PER_TICK = 64
_WILDCARD = "*"
_ERROR = "/live/error"
_FAILED = "Error handling OSC message: %s"
_BEHIND = "Index out of range"  # AbletonOSC's words, which its clients may look for
_UNKNOWN = "Unknown OSC address: %s"
_NOT_TAKEN = "Live does not take this with what was said; %s needs: %s"
_TOO_LONG = "message too long: the answer has %d bytes and a packet holds %d; ask for less%s"
_LONGEST_TEXT = 4000
# A pattern asks and listens; it never changes anything.
_PATTERNS_REACH = ("/get/", "/start_listen/", "/stop_listen/")


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
            # A Mac lets no datagram out that is larger than this, and begins with 9 KB.
            if self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) < _LARGEST:
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LARGEST)
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

    def _run(self, address: str, entry: Address, arguments: List[Any]) -> bool:
        """Do what an address is for, and say whether it worked."""
        error = self._attempt(address, entry, arguments)
        if error is not None:
            self._refuse(error, address, entry, arguments)
        return error is None

    def _attempt(self, address: str, entry: Address, arguments: List[Any]) -> Optional[Exception]:
        """Do what an address is for, and give whatever went wrong, in Live too."""
        try:
            if len(arguments) < len(entry.needs):
                raise Unfit("%s needs: %s" % (address, ", ".join(entry.needs)))
            answer = entry.run(self._desk, arguments)
        except Exception as error:  # noqa: BLE001 - see above
            return error
        if answer is not None:
            self._say(address, answer, arguments)
        return None

    def _run_all(self, pattern: str, arguments: List[Any]) -> None:
        """Do what every address is for that begins as the pattern does and takes these arguments."""
        form = re.compile(re.escape(pattern).replace(r"\*", "[^/]+"))
        told: Set[str] = set()
        for address, entry in ADDRESSES.items():
            if form.match(address) and any(verb in address for verb in _PATTERNS_REACH):
                error = self._attempt(address, entry, arguments)
                # A place that is none is none for all of them.
                if error and not isinstance(error, (AttributeError, Unfit)) and str(error) not in told:
                    told.add(str(error))
                    self._refuse(error, address, entry, arguments)

    def _refuse(self, error: Exception, address: str, entry: Address, arguments: Sequence[Any]) -> None:
        self._fail(_FAILED, _in_words(error, address, entry), address, arguments, error)

    def _fail(
        self, form: str, why: object, address: str, arguments: Sequence[Any], cause: object = None
    ) -> None:
        text = (form % why)[:_LONGEST_TEXT]
        if self._desk.log_level != "critical":
            self._log(
                "a controller asked in vain for %s: %s" % (address or "a packet's content", cause or why)
            )
        about = [address, *arguments] if address else []
        about += [str(cause)] if isinstance(cause, Behind) else []
        # What was said may fill a packet by itself.
        self._say(_ERROR, [text, *(about if len(encode(_ERROR, text, *about)) <= _LARGEST else about[:1])])

    def _say(self, address: str, values: Sequence[Any], asked: Sequence[Any] = ()) -> None:
        if self._socket is None:
            return
        packet = encode(address, *values)
        try:
            if len(packet) > _LARGEST:
                raise OSError(errno.EMSGSIZE, "Message too long")
            self._socket.sendto(packet, (self._sender, self._reply_port))
        except OSError as error:
            if error.errno == errno.EMSGSIZE and address != _ERROR:
                less = ADDRESSES[address].less if address in ADDRESSES else ""
                how = ", " + less if less else " at a time"
                self._fail(_FAILED, _TOO_LONG % (len(packet), _LARGEST, how), address, asked)
            else:
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


def _in_words(error: Exception, address: str, entry: Address) -> str:
    """The cause as somebody at a controller understands it: Live's own words, never Python's."""
    if isinstance(error, Behind):
        return _BEHIND
    if isinstance(error, (WireError, RuntimeError)):
        return str(error)
    return _NOT_TAKEN % (address, ", ".join(entry.needs) or "nothing")
