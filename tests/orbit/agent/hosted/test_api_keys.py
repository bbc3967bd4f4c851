"""Keys of hosted models: in the system's keyring or nowhere, and at hand once a model lacks one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring

from daw_bridges.errors import ModelError, NotPossibleError
from orbit.agent.hosted.api_keys import forget_key, keep_key, kept_key, use_key
from orbit.agent.models import resolve_model

NAME, KEY = "OPENAI_API_KEY", "sk-a-key-of-the-tests"


class InMemory(KeyringBackend):
    """A keyring that lasts as long as a test."""

    priority = 1.0  # pyright: ignore[reportAssignmentType] - keyring makes a class property of it

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class InPlainFile(InMemory):
    """What anybody could read counts for nothing."""

    priority = 0.5  # pyright: ignore[reportAssignmentType]


@pytest.fixture(autouse=True)
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemory]:
    before, ring = keyring.get_keyring(), InMemory()
    keyring.set_keyring(ring)
    monkeypatch.setenv(NAME, "")  # so that it is as it was afterwards
    monkeypatch.delenv(NAME)
    yield ring
    keyring.set_keyring(before)


def test_a_model_that_lacks_its_key_takes_it_from_the_keyring(system: InMemory) -> None:
    with pytest.raises(ModelError, match=f"Set the environment variable {NAME}"):
        resolve_model("openai:gpt-5.2")
    keep_key(NAME, KEY)
    del os.environ[NAME]  # as in the next process
    assert resolve_model("openai:gpt-5.2").model_name == "gpt-5.2"
    assert system.kept == {("orbit", NAME): KEY}


def test_a_variable_that_is_set_goes_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_key(NAME, KEY)
    monkeypatch.setenv(NAME, "another")
    assert not use_key(NAME)
    forget_key(NAME)
    assert (kept_key(NAME), os.environ[NAME]) == (False, "another")


def test_a_key_that_is_forgotten_is_used_no_more(system: InMemory) -> None:
    keep_key(NAME, KEY)
    forget_key(NAME)
    forget_key(NAME)
    assert (system.kept, NAME in os.environ, use_key(NAME)) == ({}, False, False)


@pytest.mark.parametrize("ring", [NoKeyring(), InPlainFile()], ids=["none", "plain file"])
def test_without_a_keyring_nothing_is_kept_and_the_variable_is_named(ring: KeyringBackend) -> None:
    keyring.set_keyring(ring)
    with pytest.raises(NotPossibleError, match=f"Set the environment variable {NAME}") as refused:
        keep_key(NAME, KEY)
    assert KEY not in str(refused.value)
    assert (NAME in os.environ, use_key(NAME), getattr(ring, "kept", {})) == (False, False, {})
