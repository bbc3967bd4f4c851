"""What does another parameter's work: values reckoned exactly, and tables that lead somewhere."""

from __future__ import annotations

import pytest

from daw_bridges.catalog import Counterpart, DeviceEntry, catalog
from daw_bridges.catalog.counterparts import Setting
from daw_bridges.errors import NotPossibleError
from daw_bridges.quantities import Unit

HOSTS = ("ableton", "logic")
ENTRIES = [catalog().device(daw, name) for daw in HOSTS for name in catalog().devices(daw)]
STAND_INS = [(daw, kind) for daw in HOSTS for kind in catalog().kinds() if catalog().stand_in(daw, kind)]


@pytest.mark.parametrize(
    ("setting", "value", "gives"),
    [
        (Setting(key="a"), "-24 dB", "-24 dB"),
        (Setting(key="a", value="on"), "1/8", "on"),
        (Setting(key="a", times=4, unit=Unit.BEATS), "1/8D", 3.0),
        (Setting(key="a", times=4, unit=Unit.BEATS), "1/4", 4.0),
        (Setting(key="a", times=0.25, gives=Unit.BEATS), "3", "1/8D"),
        (Setting(key="a", times=0.25, gives=Unit.BEATS), 4, "1/4"),
        (Setting(key="a", times=-1, plus=100, unit=Unit.PERCENT, gives=Unit.PERCENT), "30 %", "70 %"),
        (Setting(key="a", over=40000, gives=Unit.HZ), 4.0, "10 kHz"),
        (Setting(key="a", same={"Peak": "on"}), "Peak", "on"),
    ],
)
def test_reckoned(setting: Setting, value: float | str, gives: float | str) -> None:
    assert setting.reckon(value) == gives


@pytest.mark.parametrize("value", ["30 ms", "loud", "0"])
def test_what_cannot_be_reckoned_is_refused(value: str) -> None:
    with pytest.raises(NotPossibleError, match="worked out"):
        Setting(key="a", over=100, unit=Unit.HZ).reckon(value)


def wrong(entry: DeviceEntry, like: dict[str, Counterpart]) -> list[str]:
    """Counterparts that the device has not, or that are set to what it cannot have."""
    rows = {row.key: row for row in entry.parameters}
    settings = [to for each in like.values() for to in each.to]
    absent = [to.key for to in settings if to.key not in rows]
    choices = [
        f"{to.key}: {word}"
        for to in settings
        if to.key in rows and (known := rows[to.key].choices)
        for word in [*to.same.values(), *([to.value] if to.value else [])]
        if word not in known
    ]
    return absent + choices


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.daw}-{entry.name}")
def test_counterparts_can_be_set(entry: DeviceEntry) -> None:
    assert wrong(entry, dict(entry.like)) == []


@pytest.mark.parametrize(("daw", "kind"), STAND_INS)
def test_what_stands_in_can_be_set_too(daw: str, kind: str) -> None:
    found = catalog().stand_in(daw, kind)
    assert found is not None
    assert wrong(catalog().device(daw, found[1].kind), found[1].like) == []


@pytest.mark.parametrize(("daw", "kind"), STAND_INS)
def test_what_stands_in_answers_to_keys_of_the_missing_kind(daw: str, kind: str) -> None:
    (other,) = (host for host in HOSTS if host != daw)
    there = {
        row.key for name in catalog().devices(other, kind) for row in catalog().device(other, name).parameters
    }
    found = catalog().stand_in(daw, kind)
    assert found is not None
    assert found[1].like.keys() <= there


def test_names_of_another_host_lead_to_the_neutral_key() -> None:
    assert catalog().key_elsewhere("eq", "Peak 2 Gain") == "band_3_gain"
    assert catalog().key_elsewhere("eq", "3 Gain A") == "band_3_gain"
    assert catalog().key_elsewhere("eq", "No Such Knob") is None
