"""AbletonOSC's manners over UDP, for controllers that speak them: on only where ``reply_port`` is configured.

There is no token and no acknowledgement in that protocol: whoever can send to this machine's loopback can
edit. Answers go to the sender at the reply port; what goes wrong is told on ``/live/error``, and the
next message counts again.
"""

from __future__ import annotations

import socket
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from .addresses import AREAS, Area
from .errors import WireError
from .live import LiveSet
from .osc import decode, encode

_LARGEST = 65536
_MOST_PER_TICK = 64
_EVERY = "*"

Listening = Tuple[str, str, Tuple[int, ...]]


class Controllers:
    """The UDP socket and what its senders listen to."""

    def __init__(
        self, live: LiveSet, address: Tuple[str, int], reply_port: int, log: Callable[[str], None]
    ) -> None:
        self._live, self._reply_port, self._log = live, reply_port, log
        self._listening: Dict[Listening, Callable[[], None]] = {}
        self._sender = address[0]
        self._socket: Optional[socket.socket] = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        try:
            self._socket.bind(address)
            log("answering AbletonOSC's addresses on UDP %d, to port %d" % (address[1], reply_port))
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
            except OSError:
                return
            self._sender = sender[0]
            self._answer(packet)

    def _answer(self, packet: bytes) -> None:
        address = ""
        try:
            address, arguments = decode(packet)
            self._dispatch(address, arguments)
        except WireError as error:
            self._say("/live/error", [str(error)])
        except Exception as error:  # noqa: BLE001 - whatever Live raises, the next message counts again
            self._say("/live/error", ["%s: %s" % (address, error)])

    def _say(self, address: str, values: Sequence[Any]) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendto(encode(address, *values), (self._sender, self._reply_port))
        except OSError as error:
            self._log("an answer could not be sent: %s" % error)

    def _dispatch(self, address: str, arguments: List[Any]) -> None:
        root, _, rest = address.lstrip("/").partition("/")
        name, _, rest = rest.partition("/")
        if (root, name) == ("live", "test"):
            self._say(address, ["ok"])
            return
        area = AREAS.get(name) if root == "live" else None
        verb, _, what = rest.partition("/")
        verbs = {
            "get": self._get,
            "set": self._set,
            "start_listen": self._listen,
            "stop_listen": self._unlisten,
        }
        if area is None or len(arguments) < area.indices:
            raise WireError("unknown address or too few arguments: %s" % address)
        for at in self._places(area, arguments[: area.indices]):
            if verb in verbs:
                verbs[verb](name, area, what, at, arguments[area.indices :])
            else:
                self._do(area, rest, at, arguments[area.indices :])

    def _places(self, area: Area, indices: Sequence[Any]) -> List[Tuple[int, ...]]:
        if area.indices == 1 and indices[0] == _EVERY:
            return [(number,) for number in range(len(self._live.song.tracks))]
        return [tuple(int(index) for index in indices)]

    def _read(self, area: Area, what: str, at: Tuple[int, ...], arguments: Sequence[Any]) -> List[Any]:
        thing = area.find(self._live, at)
        if what in area.readers:
            return area.readers[what](thing, arguments)
        if what in (*area.shows, *area.takes):
            return [getattr(thing, what)]
        raise WireError("nothing called %s can be read" % what)

    def _get(self, name: str, area: Area, what: str, at: Tuple[int, ...], arguments: Sequence[Any]) -> None:
        self._say("/live/%s/get/%s" % (name, what), [*at, *self._read(area, what, at, arguments)])

    def _set(self, _name: str, area: Area, what: str, at: Tuple[int, ...], arguments: Sequence[Any]) -> None:
        thing = area.find(self._live, at)
        if what in area.setters:
            area.setters[what](thing, arguments)
        elif what in area.takes:
            # Controllers send numbers for switches, floats for whole numbers; Live takes its own type only.
            setattr(thing, what, type(getattr(thing, what))(arguments[0]))
        else:
            raise WireError("nothing called %s can be set" % what)

    def _do(self, area: Area, what: str, at: Tuple[int, ...], arguments: Sequence[Any]) -> None:
        thing = area.find(self._live, at)
        if what in area.doers:
            area.doers[what](thing, arguments)
        elif what in area.does:
            getattr(thing, what)(*arguments)
        else:
            raise WireError("nothing called %s can be done" % what)

    def _listen(
        self, name: str, area: Area, what: str, at: Tuple[int, ...], arguments: Sequence[Any]
    ) -> None:
        self._unlisten(name, area, what, at, arguments)
        if what not in (*area.shows, *area.takes):
            raise WireError("nothing called %s can be listened to" % what)
        thing = area.find(self._live, at)

        def tell() -> None:
            self._say("/live/%s/get/%s" % (name, what), [*at, getattr(thing, what)])

        getattr(thing, "add_%s_listener" % what)(tell)
        self._listening[name, what, at] = lambda: getattr(thing, "remove_%s_listener" % what)(tell)
        tell()

    def _unlisten(
        self, name: str, _area: Area, what: str, at: Tuple[int, ...], _arguments: Sequence[Any]
    ) -> None:
        _quietly(self._listening.pop((name, what, at), None))

    def close(self) -> None:
        """Stop listening to anything, and close the socket."""
        while self._listening:
            _quietly(self._listening.popitem()[1])
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _quietly(remove: Optional[Callable[[], None]]) -> None:
    try:
        if remove is not None:
            remove()
    except (RuntimeError, TypeError):
        # What was listened to is gone, and its listeners with it.
        pass
