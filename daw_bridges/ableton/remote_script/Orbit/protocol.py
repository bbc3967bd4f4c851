"""The protocol: a greeting with the token, then requests with an id, each acknowledged, answered or refused.

==========================  =========================================================================
``/orbit/hello token n``     → ``/orbit/welcome json`` or ``/orbit/error 0 refused message`` and the end
``/orbit/<verb> id json``    → ``/orbit/ack id`` at once, and about once a second while it is worked on
..                           → ``/orbit/result id index json`` for each edit of ``perform``
..                           → ``/orbit/reply id json`` or ``/orbit/error id code message``
..                           → ``/orbit/changed id json`` again and again after the reply to ``observe``
==========================  =========================================================================

JSON travels as a blob of UTF-8. Verbs: ping, snapshot, perform, cancel, undo, observe.
"""

from __future__ import annotations

import hmac
import json
import secrets
from typing import Any, Callable, Dict, Iterator, List

from . import about
from .batch import perform
from .errors import BAD_REQUEST, CANCELLED, HOST_ERROR, NOT_POSSIBLE, REFUSED, EditError, WireError
from .jobs import Job, Jobs
from .live import LiveSet
from .observing import Observing
from .osc import decode
from .server import Connection
from .snapshot import snapshot

VERSION = 1
_EDITING = ("perform", "undo")
_PREFIX = "/orbit/"
_REFUSAL = (
    "The token is not the one this script was given. Mostly Live has to be restarted, or ORBIT_ABLETON_TOKEN "
    "taken out of the environment; “orbit doctor” finds out."
)


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("utf-8")


class Protocol:
    """What the script answers to each message of each client."""

    def __init__(
        self, live: LiveSet, token: str, jobs: Jobs, observing: Observing, log: Callable[[str], None]
    ) -> None:
        self._live, self._token, self._jobs, self._log = live, token.encode("utf-8"), jobs, log
        self._observing = observing
        self._instance = secrets.token_hex(8)
        self._at_once = {"ping": self._ping, "cancel": self._cancel}
        self._in_turn = {"snapshot": snapshot, "perform": perform, "undo": _undo}

    def received(self, connection: Connection, packet: bytes) -> None:
        """Take a client's packet. Raises WireError for what is not the protocol; the client is sent away."""
        address, arguments = decode(packet)
        if not connection.welcome:
            self._greet(connection, address, arguments)
        else:
            self._request(connection, address, arguments)

    def closed(self, connection: Connection) -> None:
        """Stop what a client asked for when it is gone: nobody would learn how it ended."""
        self._jobs.cancel(connection)
        self._observing.unsubscribe(connection)

    def _greet(self, connection: Connection, address: str, arguments: List[Any]) -> None:
        if address != _PREFIX + "hello" or len(arguments) < 1:
            raise WireError("the first message is not a greeting")
        if not hmac.compare_digest(str(arguments[0]).encode("utf-8"), self._token):
            self._log("a client with a wrong token is refused")
            connection.send(_PREFIX + "error", 0, REFUSED, _REFUSAL)
            connection.refuse()
            return
        connection.welcome = True
        connection.send(_PREFIX + "welcome", _json(self._about()))

    def _about(self) -> Dict[str, Any]:
        live = ".".join(str(part) for part in self._live.version)
        script = {"script": about.VERSION, "fingerprint": about.FINGERPRINT}
        return {"protocol": VERSION, "live": live, "instance": self._instance, **script}

    def _request(self, connection: Connection, address: str, arguments: List[Any]) -> None:
        if not address.startswith(_PREFIX) or not arguments or not isinstance(arguments[0], int):
            raise WireError("a request without an id")
        verb, request_id = address[len(_PREFIX) :], arguments[0]
        body = _body(arguments)
        connection.send(_PREFIX + "ack", request_id)
        if verb in self._at_once:
            self._at_once[verb](connection, request_id, body)
        elif verb in self._in_turn or verb == "observe":
            self._queue(connection, request_id, verb, body)
        else:
            connection.send(_PREFIX + "error", request_id, BAD_REQUEST, "There is no request “%s”." % verb)

    def _ping(self, connection: Connection, request_id: int, _body: Dict[str, Any]) -> None:
        connection.send(_PREFIX + "reply", request_id, _json(self._about()))

    def _cancel(self, connection: Connection, request_id: int, body: Dict[str, Any]) -> None:
        doomed = body.get("request", 0)
        found = self._jobs.cancel(connection, doomed) or self._observing.unsubscribe(connection, doomed)
        if found:
            connection.send(_PREFIX + "error", doomed, CANCELLED, "The request was cancelled.")
        connection.send(_PREFIX + "reply", request_id, _json({"cancelled": found}))

    def _queue(self, connection: Connection, request_id: int, verb: str, body: Dict[str, Any]) -> None:
        steps = self._answered(connection, request_id, self._work(connection, request_id, verb, body))
        if verb in _EDITING:
            steps = self._observing.performed(connection, request_id, steps)
        alive = lambda: connection.send(_PREFIX + "ack", request_id)  # noqa: E731 - a name would say no more
        self._jobs.add(Job(connection, request_id, steps, alive))

    def _work(
        self, connection: Connection, request_id: int, verb: str, body: Dict[str, Any]
    ) -> Iterator[Any]:
        def report(index: int, result: Dict[str, Any]) -> None:
            connection.send(_PREFIX + "result", request_id, index, _json(result))

        if verb == "observe":
            return self._observing.subscribe(connection, request_id)
        return self._in_turn[verb](self._live, body, report)

    def _answered(self, connection: Connection, request_id: int, steps: Iterator[Any]) -> Iterator[Any]:
        try:
            reply = yield from steps
            payload = reply if isinstance(reply, bytes) else _json(reply)
            connection.send(_PREFIX + "reply", request_id, payload)
        except EditError as error:
            connection.send(_PREFIX + "error", request_id, error.code, error.message)
        except Exception as error:  # noqa: BLE001 - whatever Live raises, the client gets an answer
            self._log("a request failed: %r" % error)
            connection.send(_PREFIX + "error", request_id, HOST_ERROR, "Live refused: %s" % error)


def _body(arguments: List[Any]) -> Dict[str, Any]:
    if len(arguments) < 2:
        return {}
    try:
        body = json.loads(arguments[1])
    except (TypeError, ValueError):
        raise WireError("a request whose body is not JSON") from None
    if not isinstance(body, dict):
        raise WireError("a request whose body is not a JSON object")
    return body


def _undo(live: LiveSet, _body: Dict[str, Any], _report: Callable) -> Iterator[Any]:
    song = live.song
    if not song.can_undo:
        raise EditError(NOT_POSSIBLE, "There is nothing to undo in Live.")
    song.undo()
    yield
    return {"can_undo": bool(song.can_undo)}
