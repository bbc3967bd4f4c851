"""What the doctor finds about Logic: on a Mac with one and without, elsewhere, and with a simulated one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.logic.installing.looking import Granted
from daw_bridges.logic.macos.application import Mac, Running
from daw_bridges.logic.macos.permissions import Permission
from orbit.doctor import Status, examine
from orbit.doctor.logic import Around, gather
from orbit.doctor.logic.around import Surface
from orbit.doctor.logic.mac import accessibility, automation, logic
from orbit.doctor.logic.surface import answers, midi
from orbit.hosts import simulated_logic
from tests.daw_bridges.logic.macos.test_application import put
from tests.orbit.doctor.conftest import MakeCase, free_port, told

Make = Callable[..., Around]
CHECKS = (logic, midi, automation, accessibility, answers)
GIVEN = tuple(Granted(each, given=True) for each in Permission)


@pytest.fixture
def mac(home: Path, tmp_path: Path) -> Mac:
    return Mac("darwin", home, tmp_path / "Applications")


@pytest.fixture
def make(case: MakeCase, mac: Mac) -> Make:
    """Gathers what there is of Logic on a Mac; what only a Mac can say (``known``) is given."""

    def gathered(daw: str = "logic", port: str = "virtual", mac: Mac = mac, **known: Any) -> Around:
        seen: dict[str, Any] = {"running": [], "midi": "", "granted": GIVEN, "surface": Surface(), "held": ()}
        around = gather(case(daw=daw, logic_port=port).settings)
        return replace(around, mac=mac, seconds=5.0, _known={**seen, **known})

    return gathered


def _statuses(around: Around) -> list[str | None]:
    return [None if (found := check(around)) is None else found.status.value for check in CHECKS]


def test_everything_in_order(make: Make, mac: Mac) -> None:
    folder = put(mac.applications, "Logic Pro", "12.3.1")
    around = make(running=[Running(7, folder)], surface=Surface(("Kick", "Snare")))
    assert _statuses(around) == ["ok"] * 5
    assert told(logic(around))[1] == "Logic Pro 12.3.1, running"
    assert told(answers(around))[1] == "answers at virtual: Kick, Snare …"


def test_logic_that_does_not_run_cannot_be_reached(make: Make, mac: Mac) -> None:
    put(mac.applications, "Logic Pro", "11.2")
    found = logic(make())
    assert told(found) == ("problem", "Logic Pro 11.2, not running.", "Start Logic and open a project.")
    assert found is not None
    assert found.unreachable
    assert told(logic(make(daw="practice")))[0] == "ok"


def test_a_mac_without_logic(make: Make) -> None:
    assert told(logic(make()))[2] == "orbit install logic"
    assert _statuses(make(daw="practice")) == [None] * 5


def test_a_logic_whose_menus_are_not_known(make: Make, mac: Mac) -> None:
    put(mac.applications, "Logic Pro X", "10.4.8")
    status, detail, _ = told(logic(make()))
    assert (status, "older than 10.7" in detail) == ("warning", True)


def test_two_that_run(make: Make, mac: Mac) -> None:
    folder = put(mac.applications, "Logic Pro", "12.0")
    assert told(logic(make(running=[Running(1, folder), Running(2, folder)])))[2] == "Quit all but one."


@pytest.mark.parametrize("given", [False, None])
def test_a_permission_that_is_missing_says_what_to_switch_on(make: Make, given: bool | None) -> None:
    around = make(granted=tuple(Granted(each, given) for each in Permission))
    for check, pane in ((automation, "Automation"), (accessibility, "Accessibility")):
        status, detail, fix = told(check(around))
        assert (status, f"Privacy & Security → {pane}" in fix) == ("warning", True)
        assert ("not known whether" in detail) is (given is None)


def test_whoever_does_not_work_with_logic_is_asked_for_no_permission(make: Make, mac: Mac) -> None:
    put(mac.applications, "Logic Pro", "12.0")
    around = make(daw="practice")
    around._known.clear()  # whatever were asked now would really be asked
    assert (automation(around), accessibility(around), answers(around)) == (None, None, None)


def test_midi_that_cannot_be_used(make: Make, mac: Mac) -> None:
    assert told(midi(make(midi="mido is not installed.")))[2].endswith("-e " + str(Path(__file__).parents[3]))
    status, detail, fix = told(midi(make(midi="The MIDI service is away.")))
    assert (status, detail) == ("problem", "The MIDI service is away.")
    assert "Audio MIDI Setup" in fix
    put(mac.applications, "Logic Pro", "12.0")
    assert told(midi(make(daw="practice", midi="The MIDI service is away.")))[0] == "warning"
    assert answers(make(midi="away")) is None


def test_a_logic_that_does_not_answer(make: Make) -> None:
    found = answers(make(surface=Surface(trouble="The host said nothing for 8 s.")))
    assert told(found)[0:2] == ("problem", "The host said nothing for 8 s.")
    assert "Logic Pro > Control Surfaces > Setup…" in told(found)[2]


def test_where_another_orbit_has_its_ports_no_second_surface_is_made(make: Make) -> None:
    around = make(held=("Orbit In", "Orbit Out"))
    del around._known["surface"]
    status, detail, _ = told(answers(around))
    assert (status, "another Orbit has Orbit In and Orbit Out open" in detail) == ("ok", True)
    assert "surface" not in around._known


def test_what_takes_long_keeps_no_other_check_waiting(make: Make) -> None:
    around, asked, go_on = make(), threading.Event(), threading.Event()

    def slow() -> bool:
        asked.set()
        return go_on.wait(30)

    waiting = threading.Thread(target=lambda: around._once("slow", slow))
    waiting.start()
    assert asked.wait(30)
    assert told(logic(around))[2] == "orbit install logic"
    go_on.set()
    waiting.join()
    assert around._once("slow", lambda: False)


def test_elsewhere_nothing_is_wrong_but_for_who_asks_for_logic(
    make: Make, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    linux = Mac("linux", home, home / "Applications")
    around = make(daw="practice", mac=linux)
    around._known.clear()
    assert _statuses(around) == [None] * 5
    asked = make(mac=linux)
    asked._known.clear()
    assert _statuses(asked) == ["problem", None, None, None, None]
    assert "orbit simulate logic" in told(logic(asked))[2]
    assert capfd.readouterr().err == ""


def test_a_simulated_logic_answers(make: Make, home: Path) -> None:
    with simulated_logic() as (_, port):
        around = make(port=f"tcp:127.0.0.1:{port}", mac=Mac("linux", home, home / "Applications"))
        around._known.clear()
        assert _statuses(around) == ["ok", None, None, None, "ok"]
        assert "Kick" in told(answers(around))[1]


def test_a_simulated_logic_that_is_away(make: Make) -> None:
    around = make(port=f"tcp:127.0.0.1:{free_port()}")
    around._known.clear()
    status, _, fix = told(answers(around))
    assert (status, fix) == ("problem", "orbit simulate logic, and try again")


def test_the_checks_are_among_the_others(case: MakeCase, make: Make) -> None:
    around = make(surface=Surface(("Kick",)))
    examined = examine(replace(case(daw="logic"), only="logic", hosts={"logic": around}))
    found = {check.id: finding.status for check, finding in examined.findings if check.daw == "logic"}
    assert found == {
        "logic.logic": Status.PROBLEM,
        "logic.midi": Status.OK,
        "logic.automation": Status.OK,
        "logic.accessibility": Status.OK,
        "logic.surface": Status.OK,
    }
    assert examined.exit_code == 3
