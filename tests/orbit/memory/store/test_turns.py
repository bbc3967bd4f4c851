"""One at a time among all that share a memory: others wait, and a dead process holds up nobody."""

from __future__ import annotations

from multiprocessing.synchronize import Event
from pathlib import Path

from orbit.memory.store import Store
from orbit.memory.store.turns import only_one
from tests.orbit.memory.store.conftest import processes


def _hold(path: Path, holding: Event) -> None:
    store = Store(path)
    with only_one(store.vectors.place, "index") as mine:
        assert mine
        holding.set()
        Event.wait(processes().Event())


def test_a_turn_is_one_process_at_a_time_and_free_when_it_dies(tmp_path: Path, store: Store) -> None:
    context = processes()
    holding = context.Event()
    holder = context.Process(target=_hold, args=(tmp_path / "memory.db", holding))
    holder.start()
    assert holding.wait(60)
    place = store.vectors.place
    with only_one(place, "index", wait_seconds=0.2) as mine:
        assert not mine
    with only_one(place, "another", wait_seconds=0.2) as mine:
        assert mine
    holder.kill()
    holder.join()
    with only_one(place, "index") as mine:
        assert mine
        with only_one(place, "index", wait_seconds=0.2) as again:
            assert not again
    with only_one(place, "index") as mine:
        assert mine
