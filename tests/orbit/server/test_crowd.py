"""Eight processes at once on one Live, and the owner killed over and over: what is said is what is so."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from orbit.hosts import script_port, simulated_live
from orbit.server.host_lock import read_address
from orbit.settings import Settings
from tests.orbit.server.crew import Member, member

TOKEN = "a-token-of-the-tests"
CROWD = 8
KILLS = 3
REQUESTS = 2


class Worker:
    """Has track after track created; one that is killed is followed by another, which goes on."""

    def __init__(self, number: int, settings: Settings, stack: ExitStack, begun: threading.Event) -> None:
        self._number, self._settings, self._stack, self._begun = number, settings, stack, begun
        self._at_work: Member | None = None
        self.said: dict[str, dict[str, Any] | None] = {}
        """Of each track asked for: what was said in the end; None when its process was killed before."""

    def work(self) -> None:
        for request in range(REQUESTS):
            name = f"W{self._number}-{request}"
            self.said[name] = self._ask(name)

    def _ask(self, name: str) -> dict[str, Any] | None:
        at_work = self._present()
        if at_work is None:
            return {"ok": False, "code": "not asked"}
        with suppress(BrokenPipeError):
            at_work.tell(say=f"create an audio track called {name}")
        while (heard := at_work.hear()) is not None:
            if "said" in heard:
                return heard
            self._begun.set()
        self._at_work = None
        return None

    def _present(self) -> Member | None:
        """Whoever works, or a new one; None when that one was killed before it could begin."""
        if self._at_work is None:
            one = self._stack.enter_context(member(self._settings))
            if one.hear() is None:
                return None
            self._at_work = one
        return self._at_work


def _kill_owners(
    settings: Settings, begun: threading.Event, over: threading.Event, killed: list[int]
) -> None:
    """Kill the owner now and then, a moment after it has begun on something."""
    chance = random.Random(5)
    while len(killed) < KILLS and not over.is_set():
        if not begun.wait(0.1):
            continue
        over.wait(chance.uniform(0.0, 0.05))
        begun.clear()
        address = read_address(settings.data_dir)
        if address is not None and address.pid not in (os.getpid(), *killed):
            with suppress(ProcessLookupError):
                os.kill(address.pid, signal.SIGKILL)
                killed.append(address.pid)


@pytest.mark.timeout(240)
def test_what_is_acknowledged_is_done_and_nothing_is_done_twice(tmp_path: Path) -> None:
    with simulated_live(token=TOKEN) as live, ExitStack() as stack:
        settings = Settings(
            data_dir=tmp_path, embedder="words", daw="ableton", ableton_port=script_port(live),
            ableton_token=TOKEN,
        )  # fmt: skip
        begun, over, killed = threading.Event(), threading.Event(), list[int]()
        workers = [Worker(number, settings, stack, begun) for number in range(CROWD)]
        threads = [threading.Thread(target=worker.work) for worker in workers]
        killer = threading.Thread(target=_kill_owners, args=(settings, begun, over, killed))
        for thread in (*threads, killer):
            thread.start()
        for thread in threads:
            thread.join()
        over.set()
        killer.join()
        made = Counter(live.call(lambda: [str(track.name) for track in live.song.tracks]))
    said = {name: ended for worker in workers for name, ended in worker.said.items()}
    assert len(said) == CROWD * REQUESTS
    assert killed
    assert {name: made[name] for name in said if made[name] > 1} == {}
    ended_well = [name for name, ended in said.items() if ended is not None and ended["ok"]]
    assert ended_well
    assert [name for name in ended_well if made[name] != 1] == []
    # Whoever was told that it failed was told why; only what an owner's death left open is open.
    failed = {name: ended for name, ended in said.items() if ended is not None and not ended["ok"]}
    assert {ended["code"] for ended in failed.values()} <= {"engine", "not asked", "changed"}, failed
