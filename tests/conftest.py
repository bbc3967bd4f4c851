"""What every test shares: which tests are quick, which must not run beside each other, and the event loop."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from orbit.memory.embedding.minilm import MiniLM, find_minilm
from tests.laws import check_laws, is_law, pytest_runtest_makereport, pytest_terminal_summary

__all__ = ["pytest_runtest_makereport", "pytest_terminal_summary"]

# Tests leave nothing in the log of the user's own Live.
os.environ["ORBIT_ABLETON_LOG"] = ""
# Nor do they look into the keyring of whoever runs them.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

_ROOT = Path(__file__).parents[1]

_QUICK = (
    "tests/daw_bridges/algebra",
    "tests/daw_bridges/catalog",
    "tests/daw_bridges/mackie",
    "tests/daw_bridges/observation",
    "tests/daw_bridges/simulated",
    "tests/orbit/agent/offline",
    "tests/orbit/learning/cleaning",
    "tests/orbit/learning/generalising",
    "tests/orbit/learning/slicing",
    "tests/orbit/learning/words",
    "tests/orbit/memory/entities",
    "tests/orbit/memory/preferences",
    "tests/orbit/workflows",
)
"""Where tests start no process, listen at no port and open no Chroma: what `make quick` runs."""
_NOT_QUICK = (
    "tests/daw_bridges/catalog/test_catalog.py",
    "tests/daw_bridges/catalog/test_fresh_devices.py",
    "tests/daw_bridges/catalog/test_outside.py",
    "tests/daw_bridges/mackie/test_link.py",
    "tests/daw_bridges/mackie/test_link_company.py",
    "tests/daw_bridges/mackie/test_link_lost.py",
    "tests/daw_bridges/mackie/test_ports.py",
    "tests/daw_bridges/mackie/test_tcp.py",
    "tests/daw_bridges/simulated/live/test_host.py",
    "tests/daw_bridges/simulated/logic/test_over_tcp.py",
    "tests/orbit/agent/offline/test_preferences.py",
    "tests/orbit/agent/offline/test_proposals.py",
    "tests/orbit/agent/offline/test_refusals.py",
    "tests/orbit/agent/offline/test_wordings.py",
    "tests/orbit/agent/reader/test_workflows.py",
    "tests/orbit/workflows/test_killed_host.py",
    "tests/orbit/workflows/test_plug_ins_on_live.py",
    "tests/orbit/workflows/test_recordings.py",
    "tests/orbit/workflows/test_replay_on_live.py",
)
"""What stands there all the same, and does one of these."""
_SLOW_EVENTS = ("subprocess.Popen", "os.fork", "os.posix_spawn", "socket.bind")
_running_quick: list[str] = []
"""The quick test that runs, if one does."""

_LOOKING_FOR_LIVE = (
    "tests/orbit/doctor",
    "tests/orbit/interfaces/test_doctor.py",
    "tests/orbit/interfaces/test_install.py",
    "tests/daw_bridges/ableton/installing",
)
"""Some of them start a program that is called as Live is, and the others would find it running."""


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, as Orbit does."""
    return "asyncio"


@pytest.fixture(scope="session")
def minilm_cache(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Where MiniLM's graph lies, made once for all processes of a run; empty without its package."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "minilm"
    folder.mkdir(exist_ok=True)
    with FileLock(folder / "lock"):
        if (model := find_minilm()) is not None:
            MiniLM(model, folder).embed([""])
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take ``--quick``."""
    parser.addoption(
        "--quick", action="store_true", help="only tests that start no process, server or Chroma"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read nothing but quick tests where only these are wanted."""
    if not config.getoption("--quick") or _is_quick(collection_path):
        return None
    below = any((_ROOT / folder).is_relative_to(collection_path) for folder in _QUICK)
    return None if below else True


def _is_quick(path: Path) -> bool:
    if not path.is_relative_to(_ROOT):
        return False
    name = path.relative_to(_ROOT)
    return any(name.is_relative_to(folder) for folder in _QUICK) and name.as_posix() not in _NOT_QUICK


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist puts the groups into the names it deals out by
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every property test, so that a new law is part of `make laws` without being listed."""
    check_laws(items)
    for item in items:
        if item.nodeid.startswith(_LOOKING_FOR_LIVE):
            item.add_marker(pytest.mark.xdist_group("looking for Live"))
        if is_law(item):
            item.add_marker(pytest.mark.laws)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays to the end: modules, and ten thousand tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Watch a quick test."""
    if _is_quick(item.path):
        _running_quick.append(item.nodeid)
    try:
        return (yield)
    finally:
        _running_quick.clear()


def _refuse_slow_events(event: str, given: tuple[Any, ...]) -> None:
    """Fail a quick test that is not, so that `make quick` stays quick."""
    if not _running_quick or threading.current_thread() is not threading.main_thread():
        return
    if event in _SLOW_EVENTS or (event == "import" and given[0] == "chromadb"):
        raise AssertionError(
            f"{_running_quick[0]} does {event}, so it is not quick: add its file to _NOT_QUICK in {__file__}."
        )


sys.addaudithook(_refuse_slow_events)
