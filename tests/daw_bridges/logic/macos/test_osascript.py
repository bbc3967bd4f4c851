"""Scripts run by a program, as osascript runs them: read from standard input, answered, ended."""

from __future__ import annotations

import asyncio
import stat
import sys
import time
from pathlib import Path

import psutil
import pytest

from daw_bridges.errors import RefusedError, TimedOutError, UnreachableError, UnsupportedError
from daw_bridges.logic.macos import AbsentDesktop, open_desktop
from daw_bridges.logic.macos import procedures as p
from daw_bridges.logic.macos.osascript import MacDesktop
from daw_bridges.logic.macos.procedure import Procedure
from daw_bridges.logic.macos.script import render


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program in osascript's place: it keeps what it is given and does what is in ``does.py``."""
    path = tmp_path / "osascript"
    path.write_text(
        f"#!{sys.executable}\nimport pathlib, sys\nhere = pathlib.Path(__file__).parent\n"
        "assert sys.argv[1:] == ['-']\nwith (here / 'given').open('a') as given:\n"
        "    given.write(sys.stdin.read())\nexec((here / 'does.py').read_text())\n",
        encoding="utf-8",
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def _desktop(program: Path, does: str) -> MacDesktop:
    program.with_name("does.py").write_text(does, encoding="utf-8")
    return MacDesktop(str(program))


def _fast(procedure: Procedure, seconds: float) -> Procedure:
    return Procedure(
        name=procedure.name,
        gestures=procedure.gestures,
        proof=procedure.proof,
        by_hand=procedure.by_hand,
        seconds=seconds,
    )


def _runs(program: Path) -> bool:
    return psutil.pid_exists(int(program.with_name("pid").read_text()))


def _until_it_runs(program: Path) -> None:
    while not program.with_name("pid").exists() or not program.with_name("pid").read_text():
        time.sleep(0.01)


async def test_the_script_is_given_and_the_reading_is_what_it_prints(program: Path) -> None:
    desktop = _desktop(program, "sys.stdout.write('Größe “1”\\n')")
    assert await desktop.perform(p.rename_track("Bass", "Größe “1”")) == "Größe “1”"
    assert program.with_name("given").read_text() == render(p.rename_track("Bass", "Größe “1”"))


async def test_a_script_that_reads_nothing_gives_nothing(program: Path) -> None:
    assert await _desktop(program, "print()").perform(p.delete_track("Bass")) is None


async def test_an_error_is_explained(program: Path) -> None:
    does = "sys.exit('43:60: execution error: Keys (9010)')"
    with pytest.raises(RefusedError, match="“Keys” is selected and not “Bass”"):
        await _desktop(program, does).perform(p.rename_track("Bass", "Sub"))
    with pytest.raises(UnreachableError, match="not running"):
        await _desktop(program, does.replace("Keys (9010)", "x (9001)")).perform(p.undo())


async def test_a_script_that_hangs_is_ended(program: Path) -> None:
    does = "import os, time\n(here / 'pid').write_text(str(os.getpid()))\ntime.sleep(600)"
    desktop = _desktop(program, does)
    with pytest.raises(TimedOutError, match="undo was not done within 1 s and was ended"):
        await desktop.perform(_fast(p.undo(), 1.0))
    assert not _runs(program)
    assert await _desktop(program, "print('Undo Cut')").perform(p.undo()) == "Undo Cut"


async def test_a_procedure_that_is_cancelled_leaves_no_program_behind(program: Path) -> None:
    does = "import os, time\n(here / 'pid').write_text(str(os.getpid()))\ntime.sleep(600)"
    waiting = asyncio.create_task(_desktop(program, does).perform(p.undo()))
    await asyncio.to_thread(_until_it_runs, program)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not _runs(program)


async def test_two_procedures_do_not_get_between_each_other(program: Path) -> None:
    does = "import time\nlog = (here / 'log').open('a', buffering=1)\nprint('in', file=log, flush=True)\n"
    does += "time.sleep(0.05)\nprint('out', file=log, flush=True)"
    desktop = _desktop(program, does)
    await asyncio.gather(*(desktop.perform(p.undo()) for _ in range(4)))
    assert program.with_name("log").read_text().split() == ["in", "out"] * 4


async def test_where_there_is_no_osascript_it_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="need a Mac"):
        await MacDesktop(str(tmp_path / "nothing")).perform(p.undo())


async def test_elsewhere_than_on_a_mac_the_desktop_says_what_to_do_by_hand() -> None:
    desktop = open_desktop(system="linux")
    assert isinstance(desktop, AbsentDesktop)
    with pytest.raises(
        UnsupportedError, match=r"Mac that it runs on\. Select “Bass”, and choose Track > Delete"
    ):
        await desktop.perform(p.delete_track("Bass"))
    assert isinstance(open_desktop(system="darwin"), MacDesktop)


async def test_beside_a_simulated_logic_the_real_ones_menus_are_left_alone() -> None:
    desktop = open_desktop("tcp:127.0.0.1:11020", system="darwin")
    with pytest.raises(UnsupportedError, match=r"simulated Logic has no screen\. Choose Edit > Undo"):
        await desktop.perform(p.undo())
