"""Names that the user gives their tracks: said once, kept, used in every request after, and forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from daw_bridges.actions import InsertDevice, SetParameter
from daw_bridges.bridge import Bridge
from daw_bridges.errors import NotFoundError, UsageError
from daw_bridges.references import find_track
from orbit.agent import Desk, Missing, ask
from orbit.memory import Library, Scope, Store
from orbit.memory.entities import Entities
from orbit.settings import Settings


async def _muted(desk: Desk) -> list[str]:
    return [track.name for track in (await desk.session()).tracks if track.mute]


async def test_a_name_said_once_is_meant_from_then_on(
    desk: Desk, bridge: Bridge, library: Library, tmp_path: Path
) -> None:
    taught = await ask("when I say wobble I mean the bass", desk)
    assert (taught.ok, taught.reply) == (True, "All right: “wobble” means Bass.")
    assert taught.run is None
    later = Desk(bridge, library, Settings(data_dir=tmp_path))
    answer = await ask("mute the wobble", later)
    assert answer.ok
    assert await _muted(later) == ["Bass"]


async def test_a_workflow_takes_a_nickname(desk: Desk) -> None:
    assert (await ask("by wobble I mean the bass", desk)).ok
    assert (await ask("by thump I mean the kick", desk)).ok
    answer = await ask("make wobble duck under thump", desk)
    assert answer.ok
    assert (answer.slots["target"], answer.slots["source"]) == ("Bass", "Kick")


async def test_a_hosted_models_slots_take_a_nickname_too(desk: Desk) -> None:
    desk.familiar.remember("wobble", "Bass", await desk.session())
    plan = await desk.plan_workflow("sidechain-compression", {"target": "wobble", "source": "Kick"})
    assert not isinstance(plan, Missing)
    assert plan.slots["target"] == "Bass"


async def test_a_dry_run_remembers_nothing(desk: Desk) -> None:
    answer = await ask("when I say wobble I mean the bass", desk, dry_run=True)
    assert answer.ok
    assert "nothing changed" in answer.reply
    assert desk.familiar.entities.nicknames(await desk.session()) == {}


async def test_a_forgotten_name_means_nothing_any_more(desk: Desk) -> None:
    assert (await ask("by wobble I mean the bass", desk)).ok
    gone = await ask("forget wobble", desk)
    assert (gone.ok, gone.reply) == (True, "All right: “wobble” no longer means Bass.")
    assert not (await ask("mute the wobble", desk)).ok
    assert await _muted(desk) == []


async def test_a_name_that_cannot_be_one_is_refused_with_the_reason(desk: Desk) -> None:
    answer = await ask("when I say it I mean the bass", desk)
    assert not answer.ok
    with pytest.raises(UsageError, match="ordinary sentences need"):
        desk.familiar.remember("everything", "Bass", await desk.session())
    with pytest.raises(NotFoundError):
        desk.familiar.remember("wobble", "Not there", await desk.session())
    with pytest.raises(UsageError, match="own name"):
        desk.familiar.remember("the kick", "Bass", await desk.session())


async def test_the_name_a_track_had_before_orbit_renamed_it_still_means_it(desk: Desk) -> None:
    assert (await ask("rename the pad to Clouds", desk)).ok
    assert (await ask("mute the pad", desk)).ok
    assert await _muted(desk) == ["Clouds"]
    assert (await ask("rename Clouds to Pad", desk)).ok
    assert (await ask("unmute the pad", desk)).ok
    assert await _muted(desk) == []


async def test_what_orbit_sets_is_no_habit_and_what_the_user_sets_is(desk: Desk, bridge: Bridge) -> None:
    for track in ("Kick", "Snare", "Hats"):
        assert (await ask(f"put a compressor on the {track} with ratio 3:1", desk)).ok
    assert desk.familiar.entities.usual.habits() == []
    for track in ("Bass", "Keys", "Pad"):
        await bridge.perform([
            InsertDevice(track=track, device="compressor"),
            SetParameter(track=track, device="compressor", parameter="ratio", value="6:1"),
        ])  # fmt: skip
    assert (await ask("what is the tempo", desk)).ok
    [habit] = desk.familiar.entities.usual.habits("compressor")
    assert (habit.device, habit.count, habit.of) == ("Compressor", 3, 3)
    assert {setting.parameter: setting.value for setting in habit.settings} == {"ratio": 6.0}


async def test_a_session_that_ends_with_its_process_teaches_no_habits(
    bridge: Bridge, library: Library, tmp_path: Path
) -> None:
    practice = Desk(bridge, library, Settings(data_dir=tmp_path), place="practice 1")
    assert (await ask("mute the bass", practice)).ok
    assert (await ask("what is the tempo", practice)).ok
    assert practice.familiar.entities.all() == []


async def test_another_project_knows_none_of_the_names(desk: Desk, library: Library, tmp_path: Path) -> None:
    assert (await ask("by wobble I mean the bass", desk)).ok
    session = await desk.session()
    assert find_track(session, "Bass").name == "Bass"
    other = Store(tmp_path / "memory.db", scope=Scope(project="other"))
    assert Entities(other).nicknames(session) == {}
    assert Entities(library.store).nicknames(session) == {"wobble": "Bass"}
    other.close()
