"""Who may come in: this machine's programs with the token, and pages that a link of ours has opened.

Any page in a browser can make it knock here. Such a page does not know the token, and whoever names another
host, or says that it comes from another page, is turned away before anything is read: mounts included.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from http import HTTPStatus
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlencode

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["Access", "Guard"]

TICKET = "ticket"
_TICKET_SECONDS = 600.0
_MOST_COOKIES = 64
_OWN_SITE = ("", "same-origin", "none")
"""What a browser says of a request from our own pages, or from its address bar."""


class Access:
    """The token of this launch, the links that were not used yet, and the pages they have opened."""

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(32)
        self.cookie_name = f"orbit-{port}"  # a browser keeps cookies a host, whatever the port
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._tickets: dict[str, float] = {}
        self._cookies: list[str] = []

    def ticket(self) -> str:
        """Give a word that opens one page, once and soon."""
        now = monotonic()
        self._tickets = {word: until for word, until in self._tickets.items() if until > now}
        word = secrets.token_urlsafe(24)
        self._tickets[word] = now + _TICKET_SECONDS
        return word

    def cookie(self, ticket: str) -> str | None:
        """Give a page's cookie for a ticket; None for one that is used up, too old or no ticket."""
        if self._tickets.pop(ticket, 0.0) <= monotonic():
            return None
        self._cookies = [*self._cookies, secrets.token_urlsafe(32)][-_MOST_COOKIES:]
        return self._cookies[-1]

    def knows(self, came: HTTPConnection) -> bool:
        """Say whether a request bears the token, or comes from a page that was let in."""
        scheme, _, given = came.headers.get("authorization", "").partition(" ")
        if scheme.casefold() == "bearer" and _same(given, self.token):
            return True
        shown = came.cookies.get(self.cookie_name, "")
        own = came.headers.get("sec-fetch-site", "") in _OWN_SITE
        return own and any(_same(shown, cookie) for cookie in self._cookies)


class Guard:
    """Stands before the whole app. ``open_path`` is answered to whoever names the right host."""

    def __init__(self, app: ASGIApp, access: Access, open_path: str) -> None:
        self._app, self._access, self._open = app, access, open_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or turn it away."""
        away = self._refusal(scope) if scope["type"] in ("http", "websocket") else None
        if away is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await away(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _refusal(self, scope: Scope) -> Response | None:
        from starlette.requests import HTTPConnection

        came = HTTPConnection(scope)
        hosts = came.headers.getlist("host")
        if len(hosts) != 1 or hosts[0] not in self._access.hosts:
            return _refused("This is not for you.\n", 421)
        if {*came.headers.getlist("origin")} - {f"http://{host}" for host in self._access.hosts}:
            return _refused("This is not for you.\n", 403)
        if TICKET in came.query_params and scope["type"] == "http" and scope["method"] == "GET":
            return self._opened(came)
        if scope["path"] == self._open or self._access.knows(came):
            return None
        return _refused("Open this page with “orbit panel”.\n", 401)

    def _opened(self, came: HTTPConnection) -> Response:
        from starlette.responses import RedirectResponse

        cookie = self._access.cookie(came.query_params[TICKET])
        if cookie is None and not self._access.knows(came):
            return _refused("This link was used before. Run “orbit panel” for a new one.\n", 401)
        rest = urlencode([each for each in came.query_params.multi_items() if each[0] != TICKET])
        # One slash: two would lead to another host.
        to = RedirectResponse(f"/{came.scope['path'].lstrip('/')}{'?' if rest else ''}{rest}", 303)
        if cookie is not None:
            to.set_cookie(self._access.cookie_name, cookie, httponly=True, samesite="strict")
        to.headers["Referrer-Policy"] = "no-referrer"
        to.headers["Cache-Control"] = "no-store"
        return to


def _refused(text: str, status: int) -> Response:
    from starlette.responses import PlainTextResponse

    headers = {"WWW-Authenticate": "Bearer"} if status == HTTPStatus.UNAUTHORIZED else None
    return PlainTextResponse(text, status, headers)


def _same(given: str, right: str) -> bool:
    return compare_digest(given.encode(), right.encode())
