"""The Remote Script's codec, solver and settings on their own."""

from __future__ import annotations

import importlib
import math
import struct
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.simulated.live.devices.stock import stock_devices
from daw_bridges.simulated.live.script_modules import importable, load_script


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    with importable():
        yield load_script(REMOTE_SCRIPT)


def part(script: ModuleType, name: str) -> Any:
    """A module of the script."""
    return importlib.import_module(f"{script.__name__}.{name}")


ARGUMENTS = st.lists(
    st.one_of(
        st.integers(-(2**31), 2**31 - 1),
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
        st.binary(),
        st.floats(width=32, allow_nan=False),
        st.booleans(),
        st.none(),
    ),
    max_size=6,
)


@given(arguments=ARGUMENTS)
def test_codec_is_osc_as_others_speak_it(script: ModuleType, arguments: list[Any]) -> None:
    osc = part(script, "osc")
    packet = osc.encode("/orbit/any", *arguments)
    assert osc.decode(packet) == ("/orbit/any", arguments)
    assert OscMessage(packet).params == arguments


@given(arguments=ARGUMENTS)
def test_codec_reads_what_others_write(script: ModuleType, arguments: list[Any]) -> None:
    builder = OscMessageBuilder("/orbit/any")
    arguments = [
        argument for argument in arguments if argument != b""
    ]  # the other side cannot say an empty blob
    for argument in arguments:
        builder.add_arg(argument)
    assert part(script, "osc").decode(builder.build().dgram) == ("/orbit/any", arguments)


@given(packet=st.binary(max_size=200))
def test_codec_refuses_garbage_by_name(script: ModuleType, packet: bytes) -> None:
    try:
        address, _ = part(script, "osc").decode(packet)
    except part(script, "errors").WireError:
        return
    assert address.startswith("/")


@given(packet=st.binary(max_size=64))
def test_codec_refuses_a_spoilt_message(script: ModuleType, packet: bytes) -> None:
    osc, wrong = part(script, "osc"), part(script, "errors").WireError
    blob = osc.encode("/orbit/any", packet)
    spoilt = blob[:20].replace(struct.pack(">i", len(packet)), struct.pack(">i", len(packet) + 4000))
    with pytest.raises(wrong):
        osc.decode(spoilt)


NUMBERED = [
    (spec, parameter)
    for spec in stock_devices()
    for parameter in spec.parameters
    if not parameter.is_quantized
]
QUANTIZED = [(s, p) for s in stock_devices() for p in s.parameters if p.is_quantized]


class Parameter:
    """A parameter as the solver asks it."""

    is_enabled = True

    def __init__(self, spec: Any) -> None:
        self._spec = spec

    def __getattr__(self, name: str) -> Any:
        return getattr(self._spec, name)

    def str_for_value(self, raw: float) -> str:
        return self._spec.text(raw)


@given(chosen=st.sampled_from(NUMBERED), share=st.integers(0, 10**6).map(lambda millionth: millionth / 10**6))
def test_solver_finds_whatever_a_stock_device_can_display(
    script: ModuleType, chosen: Any, share: float
) -> None:
    solve = part(script, "solve")
    parameter = Parameter(chosen[1])
    text = parameter.str_for_value(parameter.min + (parameter.max - parameter.min) * share)
    wish = solve.wish_from({"text": text})
    if wish.number is None:
        return
    solution = solve.solve(parameter, wish)
    assert parameter.min <= solution.raw <= parameter.max
    assert solution.text == text or solve.accepts(part(script, "readings").read(solution.text), wish)


def test_solver_finds_each_choice_of_each_stock_device(script: ModuleType) -> None:
    solve = part(script, "solve")
    for spec, choices in QUANTIZED:
        parameter, items = Parameter(choices), list(choices.value_items)
        found = [solve.solve(parameter, solve.wish_from({"text": item})).raw for item in items]
        assert found == [parameter.min + items.index(item) for item in items], (spec.name, choices.name)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"number": 9000, "unit": "dB"}, "9000 dB"),
        ({"number": "inf", "unit": "dB"}, "inf dB"),
        ({"text": "banana"}, "banana"),
    ],
)
def test_solver_says_what_a_parameter_takes(script: ModuleType, value: Any, text: str) -> None:
    solve = part(script, "solve")
    threshold = next(p for s, p in NUMBERED if (s.name, p.name) == ("Compressor", "Threshold"))
    with pytest.raises(
        part(script, "errors").EditError, match=f"Threshold cannot be {text}; it takes .* to "
    ) as caught:
        solve.solve(Parameter(threshold), solve.wish_from(value))
    assert caught.value.code == "out_of_range"


class Wave:
    """A display that goes up and comes down again."""

    name, min, max, is_quantized = "Wave", 0.0, 1.0, False

    def str_for_value(self, raw: float) -> str:
        return f"{100 * math.sin(math.pi * raw):.1f} %"


def test_solver_copes_with_a_display_that_rises_and_falls(script: ModuleType) -> None:
    solve = part(script, "solve")
    assert solve.solve(Wave(), solve.wish_from({"number": 70.7, "unit": "%"})).text == "70.7 %"


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("-6.0 dB", -6.0, "dB"),
        ("-inf dB", -math.inf, "dB"),
        ("1.20 kHz", 1200.0, "Hz"),
        ("1.50 s", 1500.0, "ms"),
        ("4.00 : 1", 4.0, ":1"),
        ("1 : 66.7", 66.7, ":1"),
        ("1 : inf", math.inf, ":1"),
        ("-12 ct", -0.12, "st"),
        ("inf : 1", math.inf, ":1"),
        ("35 %", 35.0, "%"),
        ("C", 0.0, "pan"),
        ("50L", -1.0, "pan"),
        ("25R", 0.5, "pan"),
        ("1/8", 0.5, "beats"),
        ("0.71", 0.71, ""),
    ],
)
def test_displays_are_read_in_base_units(script: ModuleType, text: str, number: float, unit: str) -> None:
    reading = part(script, "readings").read(text)
    assert (reading.number, reading.unit, reading.text) == (number, unit, text)


def test_a_length_without_a_unit_is_in_bars(script: ModuleType) -> None:
    read_as = part(script, "readings").read_as
    assert [read_as(text, "beats").number for text in ("2", "1.5", "1/2")] == [8.0, 6.0, 2.0]
    assert read_as("2", "").number == 2.0


@pytest.mark.parametrize("text", ["Peak", "", "On", "1/0", "-", "dB", "12 parsec"])
def test_words_are_not_numbers(script: ModuleType, text: str) -> None:
    assert part(script, "readings").read(text) is None


def test_token_is_made_once_and_kept_for_its_user(
    script: ModuleType, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from daw_bridges.ableton.token import find_token

    path = tmp_path / "kept" / "token"
    monkeypatch.setenv("ORBIT_ABLETON_TOKEN_FILE", str(path))
    monkeypatch.delenv("ORBIT_ABLETON_TOKEN", raising=False)
    config = part(script, "config")
    first, again = (config.load(str(tmp_path), print).token for _ in range(2))
    assert first == again == find_token()
    assert len(first) >= 32
    assert path.stat().st_mode & 0o077 == 0


def test_config_file_counts_and_a_broken_one_is_said(
    script: ModuleType, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ORBIT_ABLETON_PORT", "ORBIT_ABLETON_TOKEN", "ORBIT_ABLETON_REPLY_PORT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ORBIT_ABLETON_TOKEN_FILE", str(tmp_path / "token"))
    config, said = part(script, "config"), list[str]()
    (tmp_path / "config.json").write_text('{"port": 12345, "token": "secret"}')
    assert config.load(str(tmp_path), said.append) == (12345, "secret", 0)
    (tmp_path / "config.json").write_text('{"port": "many", "token": "secret"}')
    assert config.load(str(tmp_path), said.append) == (11000, "secret", 0)
    (tmp_path / "config.json").write_text("{")
    assert config.load(str(tmp_path), said.append).port == 11000
    assert len(said) == 2
