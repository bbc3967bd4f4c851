"""Who holds a port of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

__all__ = ["Holder", "holder_of"]

Kind = Literal["tcp4", "udp4"]


class Holder(NamedTuple):
    """A program that holds a port."""

    name: str
    pid: int

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


def holder_of(port: int, kind: Kind) -> Holder | None:
    """The program that listens at a port; None when there is none, or when this user may not see it."""
    import psutil

    try:
        found = [(item.pid, item.laddr, item.status) for item in psutil.net_connections(kind)]
    except psutil.AccessDenied:  # on macOS, where every user may ask about the own programs only
        found = list(_of_own_programs(kind))
    for pid, address, status in found:
        if pid and address and address[1] == port and status in (psutil.CONN_LISTEN, psutil.CONN_NONE):
            return _named(pid)
    return None


def _of_own_programs(kind: Kind) -> Iterator[tuple[int, tuple[str, int] | tuple[()], str]]:
    import psutil

    for process in psutil.process_iter():
        try:
            for item in process.net_connections(kind):
                yield process.pid, item.laddr, item.status
        except psutil.Error:
            continue


def _named(pid: int) -> Holder | None:
    import psutil

    try:
        return Holder(psutil.Process(pid).name(), pid)
    except psutil.Error:
        return None
