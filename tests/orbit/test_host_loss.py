"""The host dies at each of its changes in turn: told plainly, nothing claimed that was not read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from daw_bridges.bridge import Status
from orbit.server import LocalEngine, Outcome
from orbit.settings import Settings
from tests.orbit.dying_host import HOST

TOKEN = "a-token-of-the-tests"
REQUEST = "make the bass duck under the kick"


@contextmanager
def dying_host(change: int, end: str = "exit") -> Generator[int]:
    command = [sys.executable, str(HOST), TOKEN, str(change), end]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


def settings(port: int, folder: Path) -> Settings:
    return Settings(daw="ableton", ableton_port=port, ableton_token=TOKEN, data_dir=folder, embedder="words")


async def request(port: int, folder: Path) -> Outcome:
    async with LocalEngine(settings(port, folder)) as engine:
        return await engine.do(REQUEST)


def verified(outcome: Outcome) -> int:
    return sum(result.status is Status.VERIFIED for result in outcome.results)


@pytest.mark.anyio
@pytest.mark.timeout(120)
async def test_killed_at_each_change_in_turn(tmp_path: Path) -> None:
    confirmed: list[int] = []
    steps = 0
    for change in range(1, 40):
        with dying_host(change) as port:
            outcome = await request(port, tmp_path)
        steps = len(outcome.results)
        if outcome.ok:
            break
        confirmed.append(verified(outcome))
        assert outcome.exit_code == 3
        assert outcome.after is None
        assert "Live" in outcome.reply
        assert all(r.status in (Status.FAILED, Status.SKIPPED) for r in outcome.results[confirmed[-1] :])
    # A host told to die later than the request ends outlives it; till then it died at every step.
    assert len(confirmed) < 39
    assert set(confirmed) >= set(range(steps))


@pytest.mark.anyio
@pytest.mark.timeout(60)
async def test_a_host_that_hangs_is_given_up(tmp_path: Path) -> None:
    with dying_host(3, "hang") as port:
        outcome = await request(port, tmp_path)
    assert (outcome.ok, outcome.exit_code) == (False, 3)
    assert verified(outcome) < len(outcome.results)


@pytest.mark.anyio
async def test_the_attempt_is_remembered_as_a_failure(tmp_path: Path) -> None:
    with dying_host(2) as port:
        async with LocalEngine(settings(port, tmp_path)) as engine:
            await engine.do(REQUEST)
            assert engine.library.outcomes("sidechain-compression").failed == 1


@pytest.mark.timeout(60)
def test_the_command_line_ends_with_status_3_and_one_document(tmp_path: Path) -> None:
    with dying_host(2) as port:
        environment = os.environ | {"ORBIT_ABLETON_PORT": str(port), "ORBIT_ABLETON_TOKEN": TOKEN}
        command = [sys.executable, "-m", "orbit.interfaces.cli", "do", REQUEST, "--daw", "ableton", "--json"]
        done = subprocess.run(
            [*command, "--data-dir", str(tmp_path)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    document = json.loads(done.stdout)
    assert done.returncode == 3
    assert document["ok"] is False
    assert document["before"] is not None
    assert "Traceback" not in done.stderr
