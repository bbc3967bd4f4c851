"""The pytest plugin of `make test-servers`: what tests keep in files is kept on the servers it was given."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.servers.serving import CHILD, PROFILE, drop_under, serve

# Before the tests' own configuration, which loads it by its name.
settings.register_profile(
    PROFILE,
    deadline=None,
    max_examples=10,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)


def pytest_configure() -> None:
    """Serve this process, and all that it starts."""
    sys.path.insert(0, str(CHILD))  # tests hand their path on to what they start
    os.environ["PYTHONPATH"] = os.pathsep.join([str(CHILD), os.environ.get("PYTHONPATH", "")]).rstrip(
        os.pathsep
    )
    serve()


@pytest.fixture(autouse=True)
def databases_of_one_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let go of the databases that stood for files of one test when it is over."""
    yield
    folder = request.node.funcargs.get("tmp_path")
    if isinstance(folder, Path):
        drop_under(folder)
