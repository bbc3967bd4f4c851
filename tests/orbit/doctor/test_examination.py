"""How checks are run: beside each other, each with an end, and none able to stop another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from orbit.doctor import CHECKS, Case, Check, Finding, Status, examine
from orbit.doctor.finding import ok, problem
from tests.orbit.doctor.conftest import MakeCase

ROOT = Path(__file__).parents[3]


def _fails(_case: Case) -> Finding:
    raise ZeroDivisionError("by a mistake")


def test_a_check_that_fails_is_a_finding_and_the_others_count(case: MakeCase) -> None:
    checks = [Check("a", "A", _fails), Check("b", "B", lambda _case: ok("fine"))]
    (_, first), (_, second) = examine(case(), checks).findings
    assert (first.status, first.detail) == (
        Status.PROBLEM,
        "The check itself failed: ZeroDivisionError: by a mistake",
    )
    assert second == ok("fine")


def test_a_check_that_hangs_is_given_up(case: MakeCase) -> None:
    never = threading.Event()
    checks = [
        Check("a", "A", lambda _case: ok(str(never.wait())), seconds=0.2),
        Check("b", "B", lambda _case: ok("fine")),
    ]
    (_, first), (_, second) = examine(case(), checks).findings
    never.set()
    assert "within 0.2 s" in first.detail
    assert second == ok("fine")


def test_checks_that_wait_wait_together(case: MakeCase) -> None:
    together = threading.Barrier(6, timeout=30)
    checks = [Check(str(number), "", lambda _case: ok(str(together.wait() >= 0))) for number in range(6)]
    assert examine(case(), checks).ok


def test_a_check_with_nothing_to_say_is_left_out(case: MakeCase) -> None:
    assert examine(case(), [Check("a", "A", lambda _case: None)]).findings == ()


def test_only_the_daw_that_is_asked_about(case: MakeCase) -> None:
    checks = [
        Check("a", "A", lambda _around: ok(""), daw="ableton"),
        Check("l", "L", lambda _around: ok(""), daw="logic"),
        Check("x", "X", lambda _case: ok("")),
    ]

    def ids(only: str | None) -> list[str]:
        examined = replace(case(), only=only, hosts={"ableton": None, "logic": None})
        return [check.id for check, _ in examine(examined, checks).findings]

    assert (ids(None), ids("ableton"), ids("practice")) == (["a", "l", "x"], ["a", "x"], ["x"])


def test_the_exit_status(case: MakeCase) -> None:
    wrong = Check("a", "A", lambda _case: problem("", ""))
    lost = Check("b", "B", lambda _case: Finding(Status.PROBLEM, "", "", unreachable=True))
    away = Check("c", "C", lambda _case: Finding(Status.WARNING, "", "", unreachable=True))
    codes = [examine(case(), checks).exit_code for checks in ([], [away], [wrong, away], [wrong, lost])]
    assert codes == [0, 0, 1, 3]


def test_every_check_has_a_name_of_its_own_and_says_what_it_looks_at() -> None:
    assert len({check.id for check in CHECKS}) == len(CHECKS)
    assert [check.id for check in CHECKS if not (check.function.__doc__ or "").strip()] == []


_DOCTOR = "import sys; from orbit.interfaces.cli import run; sys.exit(run(['doctor', '--json']))"


@pytest.mark.parametrize("gone", ["sqlalchemy", "psutil", "packaging"])
def test_where_a_package_is_missing_everything_else_is_checked(tmp_path: Path, gone: str) -> None:
    """Run in an environment with all packages but one."""
    site = tmp_path / "site"
    site.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if path.name.partition("-")[0] != gone and path.suffix != ".pth":
            (site / path.name).symlink_to(path)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}
    command = [sys.executable, "-S", "-c", _DOCTOR]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    found = {check["id"]: check for check in json.loads(done.stdout)["checks"]}
    assert done.returncode == 1
    assert f"{gone} is not installed" in found["packages"]["detail"]
    assert "-m pip install" in found["packages"]["fix"]
    assert [found[name]["status"] for name in ("settings", "data_dir")] == ["ok", "ok"]
    assert [check["detail"] for check in found.values() if "itself failed" in check["detail"]] == []
