"""What is drawn on a page: names stand in it as text, and every picture says what it shows."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree.ElementTree import fromstring

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply
from daw_bridges.session import Device, Session, Track, TrackKind
from orbit.interfaces.panel.parts.workflow import steps_markup
from orbit.interfaces.panel.pictures.chain import chain_picture, workflow_picture
from orbit.interfaces.panel.pictures.mixer import mixer_picture
from orbit.interfaces.panel.pictures.outcomes import outcome_bar, outcomes_picture
from orbit.memory import RunRecord
from orbit.workflows import load_workflow
from workflows_seed import FOLDER

EVIL = "<img src=x onerror=alert(1)>\"'"


def track(name: str, *devices: Device) -> Track:
    return Track(name=name, kind=TrackKind.AUDIO, input=EVIL, output=EVIL, devices=devices)


def run(*, ok: bool = True, undone: bool = False) -> RunRecord:
    return RunRecord(daw="ableton", ok=ok, undone_at=datetime.now(UTC) if undone else None)


def words(markup: str) -> list[str]:
    return ["".join(item.itertext()) for item in fromstring(f"<div>{markup}</div>").iter("li")]


def test_whatever_a_set_is_called_it_is_text_and_never_markup() -> None:
    before = Session(daw="ableton", tracks=(track(EVIL, Device(name=EVIL, sidechain=EVIL)),))
    after = before.model_copy(update={"tracks": (before.tracks[0].model_copy(update={"volume_db": -6.0}),)})
    for drawn in (chain_picture(before.tracks[0]), mixer_picture(before, after)):
        assert "<img" not in drawn
        assert EVIL in "".join(fromstring(drawn).itertext())


def test_a_chain_is_told_in_its_order_with_what_feeds_it_and_what_is_off() -> None:
    compressor = Device(name="Compressor", sidechain="Kick")
    chain = track("Bass", Device(name="EQ Eight", enabled=False), compressor)
    told = words(chain_picture(chain.model_copy(update={"input": "", "output": ""}), new={"Compressor"}))
    assert told == ["Bass", "EQ Eight off", "Kick ▾Compressor", "0.0 dB → Master"]


def test_a_workflow_is_drawn_as_the_chain_it_makes() -> None:
    drawn = workflow_picture(load_workflow(FOLDER / "sidechain-compression.yaml"))
    assert words(drawn) == ["<target>", "<source> ▾Compressor"]
    assert workflow_picture(load_workflow(FOLDER / "color-code.yaml")) == ""


def test_steps_are_told_with_their_reasons_and_slots_to_be_seen() -> None:
    told = words(steps_markup(load_workflow(FOLDER / "vocal-chain.yaml")))
    assert told[0].startswith("1Insert EQ on <target>, as ToneAn EQ first, so that the compressor")
    assert not any("{{" in line for line in told)


def test_only_faders_that_move_are_drawn_before_and_after() -> None:
    before = Session(daw="ableton", tracks=(track("Kick"), track("Bass")))
    after = apply(before, parse_action({"action": "set_volume", "track": "Bass", "db": -6}))
    after = apply(after, parse_action({"action": "set_mute", "track": "Bass", "on": True}))
    figure = fromstring(mixer_picture(before, after)).find("figure/figcaption")
    assert figure is not None
    assert "".join(figure.itertext()) == "Bass 0.0 dB → −6.0 dB, muted"
    assert mixer_picture(before, before) == ""


@pytest.mark.parametrize(
    ("runs", "told"),
    [
        ([run(), run(), run()], "3 verified; sure of at least 47%"),
        (
            [run(undone=True), run(), run(ok=False)],
            "1 verified, 1 taken back, 1 failed; sure of at least 10%",
        ),
    ],
)
def test_outcomes_over_time_say_what_they_show(runs: list[RunRecord], told: str) -> None:
    drawn = fromstring(f"<div>{outcomes_picture(runs)}</div>").find("svg")
    assert drawn is not None
    assert drawn.get("aria-label") == told
    assert "".join(fromstring(outcome_bar(runs)).itertext()) == told.partition(";")[0]


def test_a_curve_rises_with_what_stood_and_falls_with_what_did_not() -> None:
    line = fromstring(f"<div>{outcomes_picture([run(ok=False), run(), run()])}</div>").find("svg/polyline")
    assert line is not None
    first, second, third = (float(point.split(",")[1]) for point in line.get("points", "").split())
    assert second < first
    assert third > second
    assert outcomes_picture([]) == outcome_bar([]) == ""
