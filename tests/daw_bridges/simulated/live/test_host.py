from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.simulated.live import LiveHost, practice_set
from daw_bridges.simulated.live.main_loop import MainLoop


def until(condition: Callable[[], object]) -> None:
    """Wait for something another thread does; only a host that hangs makes this fail."""
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "the host never got there"
        time.sleep(0.002)


class Line:
    """A client of the level keeper."""

    def __init__(self, host: Any) -> None:
        self._socket = socket.create_connection(("127.0.0.1", host.script.port), timeout=20)
        self._file = self._socket.makefile()

    def __call__(self, line: str) -> str:
        self._socket.sendall(f"{line}\n".encode())
        return self._file.readline().strip()

    def close(self) -> None:
        self._file.close()
        self._socket.close()


@pytest.mark.parametrize("timers", [True, False])
def test_a_third_party_s_script_runs_unchanged(run_script: Any, timers: bool) -> None:
    host = run_script("level_keeper", timers=timers)
    say = Line(host)
    assert say("names").startswith("Kick,Snare,Hats")
    assert say("volume 4 0.5") == "-14.0 dB"
    assert say("volume 4 7") == "error Invalid value. Check the parameters range with min/max"
    assert say("duck 4 0") == "Compressor listens to Kick"
    assert say("note 0 3") == "1"
    assert say("add_track") == "13"
    assert say("events") == "[13]"
    say.close()
    assert (host.script._timer is not None) is timers
    assert host.log[0].endswith("Live 12")
    assert host.call(lambda: host.song.tracks[4].devices[0].input_routing_type.display_name) == "Kick"
    host.stop()
    assert host.leaked_listeners() == []


def test_messages_come_after_their_ticks(run_script: Any) -> None:
    host = run_script("second_hand")
    until(lambda: len(host.script.ticks) == 2)
    assert host.script.ticks == [(1, "one"), (3, "three")]


def test_a_listener_that_is_left_behind_is_reported(run_script: Any) -> None:
    host = run_script("second_hand")
    host.call(setattr, host.song, "tempo", 99.0)
    host.call(setattr, host.song.tracks[0], "name", "Boom")
    assert host.messages == ["Tempo 99.0"]
    assert host.log == ["RemoteScriptError: ValueError: broken listener"]
    host.stop()
    assert host.leaked_listeners() == ['Track "Boom" name']


def test_timers_repeat_end_and_stop_on_errors(run_script: Any) -> None:
    host = run_script("third_party")
    until(lambda: host.script.calls.count("tick") >= 5)
    calls = list(host.script.calls)
    assert (calls.count("once"), calls.count("failing"), calls.count("stopped")) == (1, 1, 0)
    assert "RemoteScriptError: ValueError: timer" in host.log
    assert not host.script.failing.running


def test_what_a_script_raises_on_start_is_raised(run_script: Any) -> None:
    with pytest.raises(OSError, match="port in use"):
        run_script("broken")
    with pytest.raises(ModuleNotFoundError, match="Remote Script"):
        LiveHost(practice_set(), Path("nowhere")).start()


def test_live_s_modules_are_there_only_while_a_host_runs(run_script: Any) -> None:
    mine = {
        name: sys.modules.get(name) for name in ("Live", "Live.Base", "_Framework", "ableton", "ableton.v2")
    }
    scripts = _script_modules()
    one, two = run_script("second_hand"), run_script("third_party")
    assert sys.modules["Live"].Track.Track is type(one.song.tracks[0])
    one.stop()
    assert "Live" in sys.modules
    two.stop()
    assert {name: sys.modules.get(name) for name in mine} == mine
    assert _script_modules() == scripts


def _script_modules() -> set[str]:
    """What is loaded for scripts now; another test's host may be running meanwhile."""
    return {name for name in sys.modules if name.startswith(("live_script_", "Live"))}


def test_two_hosts_have_an_application_and_a_state_each(run_script: Any) -> None:
    one, two = run_script("second_hand"), run_script("second_hand", version=(12, 2, 5))
    application = sys.modules["Live"].Application.get_application
    assert one.call(application) is one.application
    assert two.call(application).get_version_string() == "12.2.5"
    assert type(one.script) is not type(two.script)
    with pytest.raises(RuntimeError, match="main thread"):
        application()


def test_the_set_is_changed_on_the_main_thread_only(run_script: Any) -> None:
    host = run_script("second_hand")
    with pytest.raises(RuntimeError, match="main thread"):
        host.song.tempo = 99.0
    host.call(setattr, host.song, "tempo", 99.0)
    assert host.call(threading.current_thread) is not threading.current_thread()
    host.stop()
    host.song.tempo = 100.0
    with pytest.raises(RuntimeError, match="not running"):
        host.call(print)


def test_a_call_raises_what_the_function_raises(run_script: Any) -> None:
    host = run_script("second_hand")
    with pytest.raises(IndexError):
        host.call(host.song.delete_track, 99)
    assert host.call(lambda: host.call(lambda: 5)) == 5


def test_the_song_plays_by_itself(run_script: Any) -> None:
    host = run_script("second_hand")
    host.call(host.song.start_playing)
    until(lambda: host.call(lambda: host.song.current_song_time) > 0.02)


def test_options_reach_the_script_and_nobody_else(run_script: Any, tmp_path: Path) -> None:
    script = (
        "import os\nfrom _Framework.ControlSurface import ControlSurface\nclass S(ControlSurface):\n  pass\n"
    )
    script += (
        "def create_instance(c):\n  s = S(c)\n  s.option = os.environ['ORBIT_TEST_OPTION']\n  return s\n"
    )
    (tmp_path / "__init__.py").write_text(script)
    with LiveHost(practice_set(), tmp_path, script_options={"ORBIT_TEST_OPTION": "7"}) as host:
        assert host.script.option == "7"
    assert "ORBIT_TEST_OPTION" not in os.environ


def test_within_one_call_undo_steps_fall_together(run_script: Any) -> None:
    host = run_script("second_hand")

    def step(tempo: float) -> None:
        host.song.begin_undo_step()
        host.song.tempo = tempo
        host.song.end_undo_step()

    def two_steps() -> None:
        step(101.0)
        step(102.0)

    host.call(step, 100.0)
    host.call(two_steps)
    host.call(host.song.undo)
    assert host.song.tempo == 100.0


def test_another_set_can_be_opened_and_the_same_one_again(run_script: Any) -> None:
    host = run_script("level_keeper")
    first = host.script
    other = practice_set()
    other.tracks[0].name = "Boom"
    host.open_set(other)
    say = Line(host)
    assert say("names").startswith("Boom,")
    say.close()
    assert host.script is not first
    host.stop()
    host.start()
    assert host.call(lambda: host.song.tracks[0].name) == "Boom"


def test_stopping_what_does_not_run_is_harmless(run_script: Any) -> None:
    LiveHost(practice_set(), Path("nowhere")).stop()
    host = run_script("second_hand")
    host.stop()
    host.stop()


def test_a_script_that_cannot_be_imported_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text("from . import part\nraise ValueError('half way')\n")
    (tmp_path / "part.py").write_text("")
    before = _script_modules()
    with pytest.raises(ValueError, match="half way"):
        LiveHost(practice_set(), tmp_path).start()
    assert _script_modules() == before


def test_a_step_left_open_is_still_the_same_step_in_the_next_call(run_script: Any) -> None:
    host = run_script("second_hand")
    for tempo in (101.0, 102.0):
        host.call(host.song.begin_undo_step)
        host.call(setattr, host.song, "tempo", tempo)
    host.call(host.song.end_undo_step)
    host.call(host.song.undo)
    assert host.song.tempo == 120.0


def test_calls_that_come_too_late_are_refused() -> None:
    loop = MainLoop(lambda: None)
    waiting = loop.call(lambda: "done")
    loop.stop()
    loop.run()
    with pytest.raises(RuntimeError, match="closed"):
        waiting.result()
    with pytest.raises(RuntimeError, match="closed"):
        loop.call(lambda: "done")


def test_midi_reaches_the_control_it_is_for(run_script: Any) -> None:
    host = run_script("hands_on")
    host.receive_midi((0xB0, 7, 64))
    host.receive_midi((0xB1, 7, 1))
    host.receive_midi((0x90, 60, 127))
    host.receive_midi((0x80, 60, 0))
    assert host.script.values == [("knob", 64), ("button", 127), ("button", 0)]
    assert host.song.tracks[0].mixer_device.volume.value == 64 / 127


def test_components_and_controls_end_with_their_surface(run_script: Any) -> None:
    host = run_script("hands_on")
    assert host.call(lambda: host.script.mixer.song) is host.song
    host.stop()
    assert host.script.mixer.ended
    assert host.leaked_listeners() == []
    host.script.receive_midi((0xB0, 7, 3))
    assert host.script.values == []


def test_in_a_running_live_an_object_comes_in_a_new_wrapper_each_time(run_script: Any) -> None:
    host = run_script("second_hand")
    one, two = host.song.tracks[4], host.song.tracks[4]
    assert one is not two
    assert (one == two, one._live_ptr, hash(one)) == (True, two._live_ptr, hash(two))
    host.call(setattr, one, "name", "Sub")
    host.call(one.insert_device, "Compressor")
    assert (two.name, [device.name for device in two.devices]) == ("Sub", ["Compressor"])
    assert two in host.song.tracks
    assert two.devices[0].canonical_parent == one
    assert one.clip_slots[0].clip is not one.clip_slots[0].clip


def test_every_wrapper_of_what_is_deleted_is_dead_until_undo(run_script: Any) -> None:
    host = run_script("second_hand")
    one, two = host.song.tracks[4], host.song.tracks[4]
    name = one.name
    host.call(host.song.delete_track, 4)
    for wrapper in (one, two):
        assert not [track for track in host.song.tracks if track == wrapper]
        with pytest.raises(TypeError, match="deleted"):
            _ = wrapper.name
    host.call(host.song.undo)
    assert (one.name, two.name) == (name, name)
