"""Preferences at work: between what is said and the defaults, told in the plan; what is to be asked first."""

from __future__ import annotations

from pathlib import Path

from daw_bridges.bridge import Bridge
from orbit.agent import Desk, Missing, Wanted, ask, carry_out
from orbit.memory import Library
from orbit.memory.preferences import Ask, Confirm, Preference, Protect, SlotValueWanted
from orbit.settings import Settings
from orbit.workflows import Plan

_RATIO = SlotValueWanted(workflow="sidechain-compression", slot="ratio", value="2:1")


def _prefer(desk: Desk, *preferences: Preference) -> None:
    for each in preferences:
        desk.preferred.prefer(each, "", desk.workflow)


async def _planned(desk: Desk, workflow: str, **slots: str) -> Plan:
    plan = await desk.plan_workflow(workflow, slots)
    assert not isinstance(plan, Missing)
    return plan


async def test_it_stands_between_what_is_said_and_the_default(desk: Desk) -> None:
    assert (await _planned(desk, "sidechain-compression")).slots["ratio"] == 4
    _prefer(desk, _RATIO)
    plan = await _planned(desk, "sidechain-compression")
    assert plan.slots["ratio"] == 2
    assert "Ratio 2, as you prefer." in plan.notes
    said = await _planned(desk, "sidechain-compression", ratio="8")
    assert said.slots["ratio"] == 8
    assert said.notes == ()


async def test_it_holds_in_the_next_process_and_in_its_scope_alone(
    desk: Desk, bridge: Bridge, library: Library, tmp_path: Path
) -> None:
    _prefer(desk, _RATIO)
    later = Desk(bridge, library, Settings(data_dir=tmp_path))
    assert (await _planned(later, "sidechain-compression")).slots["ratio"] == 2
    from orbit.memory import Scope
    from workflows_seed import FOLDER

    bobs = Library.open(tmp_path, seeds=FOLDER, embedder="words", scope=Scope("bob"))
    other = Desk(bridge, bobs, Settings(data_dir=tmp_path, user="bob"))
    assert (await _planned(other, "sidechain-compression")).slots["ratio"] == 4
    bobs.close()


async def test_some_tracks_alone(desk: Desk) -> None:
    wanted = SlotValueWanted(workflow="reverb-send", slot="level", value="-9 dB", where="vocals")
    _prefer(desk, SlotValueWanted(workflow="reverb-send", slot="level", value="-20 dB"), wanted)
    assert (await _planned(desk, "reverb-send", target="Lead Vox")).slots["level"] == -9
    assert (await _planned(desk, "reverb-send", target="Keys")).slots["level"] == -20


async def test_one_that_cannot_be_is_told_and_nothing_else(desk: Desk) -> None:
    _prefer(desk, SlotValueWanted(workflow="sidechain-compression", slot="source", value="Cowbell"))
    plan = await _planned(desk, "sidechain-compression")
    assert plan.slots["source"] == "Kick"
    assert any("is not possible here" in note and "Cowbell" in note for note in plan.notes)


async def test_a_protected_track_is_asked_about_with_the_reason(desk: Desk) -> None:
    _prefer(desk, Protect(track="the master"))
    asked: list[Plan] = []

    def refuse(plan: Plan) -> bool:
        asked.append(plan)
        return False

    answer = await ask("turn the master down 3 dB", desk, approve=refuse)
    assert not answer.ok
    assert [plan.consent for plan in asked] == [
        ("You asked me never to touch the master: this changes Master.",)
    ]
    assert asked[0].consent[0] in asked[0].warnings
    assert (await desk.session()).tracks[-1].volume_db == 0.0
    assert (await ask("turn the bass down 3 dB", desk)).ok
    assert len(asked) == 1


async def test_protection_follows_a_renamed_track_and_every_way_of_planning(desk: Desk) -> None:
    _prefer(desk, Protect(track="Bass"))
    renamed = Wanted(actions=({"action": "rename_track", "track": "Bass", "name": "Sub"},))
    assert not (await carry_out(renamed, desk)).ok
    assert (await carry_out(renamed, desk, approve=lambda _: True)).ok
    for wanted in (
        Wanted(actions=({"action": "set_mute", "track": "Sub", "on": True},)),
        Wanted(actions=({"action": "set_mute", "track": "#5", "on": True},)),
        Wanted(workflow="sidechain-compression", slots={"target": "Sub"}),
    ):
        answer = await carry_out(wanted, desk)
        assert (answer.ok, answer.code) == (False, "declined")
    assert (await ask("mute the kick", desk)).ok


async def test_what_is_to_be_asked_first_is_asked(desk: Desk) -> None:
    _prefer(desk, Ask(action="set_tempo"))
    assert not (await ask("set the tempo to 90", desk)).ok
    assert (await ask("set the tempo to 90", desk, approve=lambda _: True)).ok
    assert (await ask("mute the kick", desk)).ok


async def test_no_confirmations_leaves_those_that_must_be(
    bridge: Bridge, library: Library, tmp_path: Path
) -> None:
    desk = Desk(bridge, library, Settings(data_dir=tmp_path))
    _prefer(desk, Confirm(on=True))
    assert not (await ask("mute the kick", desk)).ok
    _prefer(desk, Protect(track="Bass"), Confirm(on=False))
    assert (await ask("mute the kick", desk)).ok
    assert not (await ask("delete the pad", desk)).ok
    assert not (await ask("mute the bass", desk)).ok
    _prefer(desk, Confirm(on=True))
    assert not (await ask("unmute the kick", desk)).ok


async def test_no_words_take_a_setting_away(bridge: Bridge, library: Library, tmp_path: Path) -> None:
    """Where Orbit was started to ask before every plan, whoever speaks to it cannot talk it out of that."""
    desk = Desk(bridge, library, Settings(data_dir=tmp_path, confirm=True))
    _prefer(desk, Confirm(on=False))
    assert not (await ask("mute the kick", desk)).ok
    assert (await ask("mute the kick", desk, approve=lambda _: True)).ok


async def test_no_preference_is_a_way_around_a_workflow_from_outside(desk: Desk) -> None:
    _prefer(desk, Confirm(on=False))
    plan = await _planned(desk, "sidechain-compression")
    assert not desk.needs_approval(plan)
    assert desk.needs_approval(plan.model_copy(update={"untrusted": True}))


async def test_a_memory_that_cannot_be_read_keeps_nobody_from_working(
    bridge: Bridge, library: Library, tmp_path: Path
) -> None:
    desk = Desk(bridge, library, Settings(data_dir=tmp_path))
    (tmp_path / "memories.toml").write_text("not toml")
    assert (await ask("mute the kick", desk)).ok


async def test_a_protection_holds_whatever_the_rules_of_the_memory_say(
    bridge: Bridge, library: Library, tmp_path: Path, desk: Desk
) -> None:
    _prefer(desk, Protect(track="Kick"))
    (tmp_path / "memories.toml").write_text("not toml")
    later = Desk(bridge, library, Settings(data_dir=tmp_path))
    assert not (await ask("mute the kick", later)).ok
    assert (await ask("mute the snare", later)).ok
