"""Tests that must not run beside each other do not, however many processes the suite is dealt out to."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("kept together")
def test_groups_are_kept_together(request: pytest.FixtureRequest) -> None:
    """A version of pytest that pytest-xdist does not know drops the groups and says nothing."""
    if not getattr(request.config.option, "loadgroup", False):  # as a worker is told
        pytest.skip("The tests are not dealt out by group: run pytest with -n 2 --dist loadgroup.")
    assert request.node.nodeid.endswith("@kept together")
