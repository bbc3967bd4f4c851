"""Chroma on a server (``chroma run``), which a studio's machines share with the memory it is made from.

What a collection holds is noted on the server, with the collection. Each machine also keeps the last it saw
of that, so that a short command need not connect to find that there is nothing to do.
"""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any, Self
from urllib.parse import parse_qs, quote, unquote, urlsplit

from daw_bridges.errors import UsageError
from orbit.memory.index.notes import Note, Notes
from orbit.memory.index.place import SPACE, chroma_settings

__all__ = ["Address", "Server"]

_PORT = 8000
_CONNECT_SECONDS, _ANSWER_SECONDS = 3.0, 60.0
_SIGNATURE, _REVISION = "orbit_signature", "orbit_revision"


@dataclass(frozen=True)
class Address:
    """What an ``index_url`` says."""

    host: str
    port: int
    secure: bool
    tenant: str
    database: str
    headers: dict[str, str]

    @classmethod
    def read(cls, url: str) -> Self:
        """Understand ``http[s]://[user:password@]host[:port][/?tenant=…&database=…]``; else UsageError."""
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            port = -1
        if parts.scheme not in {"http", "https"} or not parts.hostname or port == -1:
            raise UsageError(
                "index_url is not the address of a Chroma server. It looks like http://127.0.0.1:8000, or "
                "http://host:8000/?tenant=studio&database=orbit."
            )
        chosen = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        secret = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
        basic = {"Authorization": f"Basic {b64encode(secret.encode()).decode()}"}
        return cls(
            host=parts.hostname,
            port=port or (443 if parts.scheme == "https" else _PORT),
            secure=parts.scheme == "https",
            tenant=chosen.get("tenant", "default_tenant"),
            database=chosen.get("database", "default_database"),
            headers=basic if parts.username else {},
        )

    @property
    def base(self) -> str:
        """Give the URL without path, user or password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.secure else 'http'}://{host}:{self.port}"

    def __str__(self) -> str:
        """Name the server for a person, without the password."""
        return f"{self.host}:{self.port}/{self.tenant}/{self.database}"


class Server:
    """One database of a Chroma server; it is made when it is not there. ``folder`` keeps what was seen."""

    shared = True

    def __init__(self, url: str, folder: Path) -> None:
        self.address = Address.read(url)
        self.busy = RLock()
        self.epoch = 0
        self._client: Any = None
        self._users: set[int] = set()
        name = sha256(str(self.address).encode()).hexdigest()[:12]
        self._seen = Notes(folder / f"server-{name}.json")

    def take(self, user: object) -> bool:
        """Connect; a server serves everybody."""
        with self.busy:
            self._connect()
            self._users.add(id(user))
            return True

    def release(self, user: object) -> None:
        """Disconnect, once nobody here needs it."""
        with self.busy:
            self._users.discard(id(user))
            if not self._users:
                self.disconnect()

    def collection(self, name: str) -> Any:
        """Give a collection, made where there is none."""
        return self._connect().get_or_create_collection(name, embedding_function=None, configuration=SPACE)

    def names(self) -> list[str]:
        """Name the collections there are."""
        return [collection.name for collection in self._connect().list_collections()]

    def drop(self, name: str) -> None:
        """Delete a collection."""
        self._unsee(name)
        if name in self.names():
            self._connect().delete_collection(name)

    def renew(self, name: str) -> None:
        """Delete the collection: the server keeps the others whole."""
        self.disconnect()
        self.drop(name)

    def disconnect(self) -> None:
        """Close the connection."""
        client, self._client = self._client, None
        self.epoch += 1
        if client is not None:
            sessions = _sessions(client)
            client.close()
            for session in sessions:
                session.close()

    def known(self, name: str) -> Note | None:
        """Give what this machine last saw of it."""
        return self._seen.get(name)

    def note(self, name: str) -> Note | None:
        """Give what the server has noted."""
        metadata: dict[str, Any] = self.collection(name).metadata or {}
        return Note.read({"revision": metadata.get(_REVISION), "signature": metadata.get(_SIGNATURE)})

    def enter(self, name: str) -> None:
        """Note nothing: what ends a server does not end Orbit."""

    def leave(self, name: str) -> None:
        """Note nothing."""

    def begin(self, *names: str) -> None:
        """Note, before a write, that collections are in doubt."""
        self._unsee(*names)
        for name in names:
            # Chroma keeps no empty metadata; this one has no revision, and so is no note.
            self.collection(name).modify(metadata={_SIGNATURE: "in doubt"})

    def finish(self, name: str, note: Note) -> None:
        """Note that a collection is whole."""
        self.collection(name).modify(metadata={_SIGNATURE: note.signature, _REVISION: note.revision})
        with suppress(OSError):  # not to know it costs the next command a connection, nothing else
            self._seen.path.parent.mkdir(parents=True, exist_ok=True)
            self._seen.finish(name, note)

    def _unsee(self, *names: str) -> None:
        with suppress(OSError):
            self._seen.begin("", *names)

    def explained(self, error: object) -> str:
        """Say what failed, where, and what to do."""
        return (
            f"The Chroma server at {self.address} cannot be used for Orbit's search index: {error}. Nothing "
            "is lost, the library is in the store. Check that it runs (chroma run) and that index_url is "
            "right; then run “orbit memory rebuild”."
        )

    def _connect(self) -> Any:
        if self._client is None:
            self._client = self._opened()
            _bound(self._client)
        return self._client

    def _opened(self) -> Any:
        import chromadb

        at = self.address
        self._make()
        options: dict[str, Any] = {"host": at.host, "port": at.port, "ssl": at.secure, "headers": at.headers}
        options |= {"tenant": at.tenant, "database": at.database}
        return chromadb.HttpClient(settings=chroma_settings(is_persistent=False), **options)

    def _make(self) -> None:
        """Make the tenant and the database, as far as they are not there; Chroma's client asks for both."""
        import httpx

        at = self.address
        tenant, database = quote(at.tenant, safe=""), quote(at.database, safe="")
        path = f"/api/v2/tenants/{tenant}/databases"
        with httpx.Client(base_url=at.base, headers=at.headers, timeout=_CONNECT_SECONDS) as web:
            if web.get(f"{path}/{database}").is_success:
                return
            # Another Orbit may make them at the same moment; whether they are there is asked at the end.
            web.post("/api/v2/tenants", json={"name": at.tenant})
            web.post(path, json={"name": at.database})
            web.get(f"{path}/{database}").raise_for_status()


def _sessions(client: Any) -> list[Any]:
    """Give the HTTP sessions of Chroma's client, which it neither bounds in time nor closes."""
    import httpx

    parts = (client, getattr(client, "_admin_client", None))
    found = [getattr(getattr(part, "_server", None), "_session", None) for part in parts]
    return [session for session in found if isinstance(session, httpx.Client)]


def _bound(client: Any) -> None:
    """Keep a server that hangs from hanging Orbit."""
    import httpx

    for session in _sessions(client):
        session.timeout = httpx.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS)
