"""Our surface on a real host: each thing is done by the one way in and checked by another."""

from __future__ import annotations

import pytest

from tests.ardour.outside import Report
from tests.ardour.shown import everything


@pytest.mark.parametrize("name", everything())
def test_shown_on_ardour(name: str, report: Report) -> None:
    told = report.of(name)
    assert "why" not in told, f"{everything()[name].name}\n{told['why']}"


def test_ardour_started_and_took_the_surface(report: Report) -> None:
    assert "why" not in report.of("start"), report.of("start")["why"]
    assert report.of("plugged_in")["received"] > 100
