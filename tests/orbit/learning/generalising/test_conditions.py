"""What must be there before is asked for by the name it has before, whatever the steps rename it to."""

from __future__ import annotations

from orbit.learning.generalising.conditions import Conditions


def test_a_device_that_is_used_after_its_track_was_renamed_was_on_the_track_of_the_old_name() -> None:
    conditions = Conditions()
    conditions.done("rename_track", {"track": "{{ target }}", "name": "Layer"}, None)
    conditions.done("rename_track", {"track": "Layer", "name": "Keeper"}, None)
    conditions.need({"track": "Keeper", "device": "utility", "exists": True})
    conditions.done("set_mute", {"track": "Keeper", "on": True}, None)
    assert conditions.before == [{"track": "{{ target }}", "device": "utility", "exists": True}]
    assert {"track": "Keeper", "mute": True} in conditions.after()


def test_without_a_rename_a_name_stays_as_it_is() -> None:
    conditions = Conditions()
    conditions.need({"track": "Keeper", "exists": True})
    conditions.need({"track": "Keeper", "exists": True})
    assert conditions.before == [{"track": "Keeper", "exists": True}]
