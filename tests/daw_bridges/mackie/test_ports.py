"""Which port a setting means, what is said where it cannot be had, and how fast a surface may speak."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import AmbiguousError, UnreachableError, UsageError
from daw_bridges.mackie.pacing import BURST, RATE, Pace
from daw_bridges.mackie.ports import open_port
from daw_bridges.mackie.tcp import TcpPort
from daw_bridges.mackie.virtual import NamedPort, VirtualPort, resolve

NAMES = ["IAC Driver Bus 1", "IAC Driver Bus 2", "Platform M+ V2.15 Port 1", "iac driver bus 1"]


@pytest.mark.parametrize(
    ("spec", "kind", "name"),
    [
        ("virtual", VirtualPort, "Orbit"),
        (" Virtual ", VirtualPort, "Orbit"),
        ("", VirtualPort, "Orbit"),
        ("tcp:127.0.0.1:5004", TcpPort, "tcp:127.0.0.1:5004"),
        ("TCP:localhost:5004", TcpPort, "tcp:127.0.0.1:5004"),
        ("Platform M+", NamedPort, "Platform M+"),
        ("a name: with a colon", NamedPort, "a name: with a colon"),
    ],
)
def test_a_setting_names_a_port(spec: str, kind: type, name: str) -> None:
    port = open_port(spec)
    assert type(port) is kind
    assert port.name == name


@pytest.mark.parametrize(
    "spec", ["tcp:", "tcp:127.0.0.1", "tcp:127.0.0.1:", "tcp:127.0.0.1:0", "tcp:::1:70000"]
)
def test_an_address_that_is_none(spec: str) -> None:
    with pytest.raises(UsageError, match=r"tcp:127\.0\.0\.1:PORT"):
        open_port(spec)


def test_a_port_is_meant_by_its_name_or_by_a_part_that_only_one_has() -> None:
    assert resolve("IAC Driver Bus 1", NAMES) == "IAC Driver Bus 1"
    assert resolve("platform m+", NAMES) == "Platform M+ V2.15 Port 1"
    with pytest.raises(AmbiguousError, match="more than one MIDI port: IAC Driver Bus 1, IAC Driver Bus 2"):
        resolve("IAC", NAMES)
    with pytest.raises(
        UnreachableError, match=r"no MIDI port “X-Touch”. Available: IAC Driver Bus 1, .*plug"
    ):
        resolve("X-Touch", NAMES)
    with pytest.raises(UnreachableError, match="Available: none"):
        resolve("X-Touch", [])


@given(st.lists(st.text(max_size=6), unique=True, max_size=6), st.text(max_size=6))
def test_what_is_meant_is_there_and_a_whole_name_is_never_in_doubt(names: list[str], wanted: str) -> None:
    fits = {name for name in names if wanted in name}
    try:
        assert resolve(wanted, names) in names
    except AmbiguousError:
        assert wanted not in names
    except UnreachableError:
        assert fits == set()
    assert all(resolve(name, names) == name for name in names)


# Which service this machine has is nothing a test can know, so each is chosen by name, in its own process:
# services write to the error output as they please.
ASK = """
import sys
from daw_bridges.errors import OrbitError
from daw_bridges.mackie.ports import open_port
port = open_port(sys.argv[1])
try:
    port.open(lambda data: None, lambda reason: None)
except OrbitError as error:
    print(error.code, error)
try:
    port.send(bytes.fromhex("90 00 7f"))
except OrbitError as error:
    print(error.code, error)
port.close()
"""


@pytest.mark.parametrize("spec", ["virtual", "some device"])
@pytest.mark.parametrize(
    ("backend", "told"),
    [
        ("mido.backends.rtmidi/NO_SUCH_SERVICE", "The MIDI service of this machine is not available"),
        ("no.such.backend", "MIDI needs the packages mido and python-rtmidi"),
        ("mido.backends.rtmidi/UNIX_JACK", "The MIDI service of this machine is not available (MidiInJack"),
    ],
)
def test_a_machine_without_that_service_is_told_what_to_do(spec: str, backend: str, told: str) -> None:
    nowhere = {
        "MIDO_BACKEND": backend,
        "JACK_NO_START_SERVER": "1",
        "JACK_DEFAULT_SERVER": "none of that name",
    }
    asked = subprocess.run(
        [sys.executable, "-c", ASK, spec], capture_output=True, text=True, check=True, env=nowhere, timeout=60
    )
    opened, sent = asked.stdout.splitlines()
    assert opened.startswith(f"unreachable {told}")
    assert any(word in opened for word in ("Install", "MIDO_BACKEND", "try again"))
    assert sent.startswith("unreachable The MIDI port “")


def test_nothing_of_midi_is_loaded_before_a_port_is_opened() -> None:
    script = (
        "import sys; from daw_bridges.mackie.ports import open_port; import daw_bridges.mackie.link; "
        "open_port('virtual'); open_port('tcp:127.0.0.1:9'); print({'mido', 'rtmidi'} & set(sys.modules))"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "set()"


@given(st.lists(st.tuples(st.integers(1, BURST), st.floats(0, 0.2)), max_size=60))
def test_no_more_is_sent_than_a_burst_and_the_rate(batches: list[tuple[int, float]]) -> None:
    now = [0.0]
    pace = Pace(lambda: now[0])
    sent: list[tuple[float, int]] = []
    for count, pause in batches:
        now[0] += pause
        now[0] += pace.wait(count)
        sent.append((now[0], count))
    for first, (begin, _) in enumerate(sent):
        for last in range(first, len(sent)):
            messages = sum(count for _, count in sent[first : last + 1])
            assert messages <= BURST + RATE * (sent[last][0] - begin) + 1e-6


def test_a_few_messages_never_wait() -> None:
    assert Pace(lambda: 0.0).wait(BURST) == 0.0
