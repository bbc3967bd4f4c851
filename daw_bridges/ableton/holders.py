"""Which programs hold a port of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import psutil

__all__ = ["Holder", "holders_of"]

Kind = Literal["tcp", "udp"]

_LISTENING = ("LISTEN", "NONE")  # UDP knows no states


class Holder(NamedTuple):
    """A program that holds a port."""

    name: str
    pid: int

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})" if self.name else f"process {self.pid}"


def holders_of(port: int, kind: Kind) -> list[Holder]:
    """The programs that listen at a port; none where there is none, or none that this user may see."""
    pids = {pid for pid, at in _listening(kind) if at == port}
    return [Holder(_name(pid), pid) for pid in sorted(pids)]


def _listening(kind: Kind) -> Iterator[tuple[int, int]]:
    """Every process that listens, and the port it listens at."""
    import psutil

    try:
        for found in psutil.net_connections(kind):
            if found.pid and found.laddr and found.status in _LISTENING:
                yield found.pid, found.laddr.port
    except psutil.AccessDenied:  # macOS tells each process's sockets to its own user only
        for process in psutil.process_iter():
            yield from _listening_of(process, kind)


def _listening_of(process: psutil.Process, kind: Kind) -> Iterator[tuple[int, int]]:
    import psutil

    try:
        for found in process.net_connections(kind):
            if found.laddr and found.status in _LISTENING:
                yield process.pid, found.laddr.port
    except psutil.Error:  # somebody else's, or just ended
        return


def _name(pid: int) -> str:
    import psutil

    try:
        return psutil.Process(pid).name()
    except psutil.Error:
        return ""
