"""Many processes at one key: nothing is lost, doubled or torn, also when they are killed at any moment."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from daw_bridges.errors import MemoryStoreError
from orbit.memory.keyed import KeyedMemory
from tests.orbit.memory.keyed.holding import asking, contents, remembering

ROOT = Path(__file__).parents[4]


@contextmanager
def appending(folder: Path, name: str, key: str, most: int = -1) -> Generator[subprocess.Popen[str]]:
    module = "tests.orbit.memory.keyed.appending"
    process = subprocess.Popen(
        [sys.executable, "-m", module, str(folder), name, key, str(most)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _started(processes: list[subprocess.Popen[str]]) -> None:
    """Wait until all have opened the store, and let them go at once."""
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()


def test_eight_processes_at_one_key_lose_nothing(tmp_path: Path) -> None:
    remembering(tmp_path)._store.close()
    with ExitStack() as stack:
        names = [f"p{n}" for n in range(8)]
        processes = [stack.enter_context(appending(tmp_path, name, "a", 3)) for name in names]
        _started(processes)
        for process in processes:
            process.communicate(timeout=250)
            assert process.returncode == 0
    memory = remembering(tmp_path)
    said = contents(memory, "a")
    assert sorted(said) == sorted(f"{name} {n} {part}" for name in names for n in range(3) for part in "ab")
    assert asking(memory)("read", "a").total_count == 48
    # A request's messages stand together, and each process's in the order it sent them.
    assert all(said[n][:-1] == said[n + 1][:-1] for n in range(0, 48, 2))
    for name in names:
        mine = [text for text in said if text.startswith(f"{name} ")]
        assert mine == sorted(mine)
    assert asking(memory)("append", "a", payload="last").version == 25


@pytest.mark.parametrize("seed", range(2))
def test_what_was_told_as_kept_is_kept_when_killed(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    told: list[str] = []
    remembering(tmp_path)._store.close()
    for round_ in range(2):
        name = f"r{round_}"
        with appending(tmp_path, name, "a") as process:
            _started([process])
            told += _killed_after(process, dice.randrange(1, 12))
    memory = remembering(tmp_path)
    said = contents(memory, "a")
    assert set(told) <= {text[:-2] for text in said}
    assert all(said[n][:-1] == said[n + 1][:-1] for n in range(0, len(said), 2))
    assert asking(memory)("append", "a", payload="after").total_count == len(said) + 1
    assert asking(memory)("health", "*").healthy


def _killed_after(process: subprocess.Popen[str], lines: int) -> list[str]:
    assert process.stdout is not None
    said = [process.stdout.readline().strip() for _ in range(lines)]
    process.kill()
    return said + [line.strip() for line in process.stdout.read().splitlines() if line.count(" ") == 1][:-1]


def test_of_two_who_read_the_same_version_one_writes(tmp_path: Path) -> None:
    memory = remembering(tmp_path)
    ask = asking(memory)
    ask("write", "n", payload="0")
    lost: list[int] = []

    def count(mine: KeyedMemory) -> None:
        asked = asking(mine)
        for _ in range(10):
            while True:
                number = int(contents(mine, "n")[0])
                try:
                    # Each write counts both up, so that the number tells the version it was read at.
                    asked("write", "n", payload=str(number + 1), if_version=number + 1)
                    break
                except MemoryStoreError:
                    lost.append(number)

    threads = [threading.Thread(target=count, args=(remembering(tmp_path),)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert contents(memory, "n") == ["30"]
    assert ask("append", "n", payload="x", if_version=31).version == 32


def test_an_error_inside_takes_back_only_its_own(tmp_path: Path) -> None:
    memory = remembering(tmp_path)
    ask = asking(memory)
    with memory.whole():
        ask("append", "a", payload="kept")
        with pytest.raises(MemoryStoreError):
            ask("append", "a", payload="lost", if_version=9)
        ask("append", "a", payload="kept too")
    assert contents(memory, "a") == ["kept", "kept too"]


def test_a_rehearsal_leaves_nothing(tmp_path: Path) -> None:
    memory = remembering(tmp_path)
    ask = asking(memory)
    ask("append", "a", payload="kept")
    with memory.rehearsal():
        ask("append", "a", payload="tried")
        ask("delete", "a")
        ask("write", "b", payload="tried")
        assert contents(memory, "*") == ["tried"]
    assert contents(memory, "*") == ["kept"]
    assert ask("append", "a", payload="more").version == 2
