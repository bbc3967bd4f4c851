"""The user's settings file: written by Orbit beside what stands there, and never broken by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from daw_bridges.errors import UsageError
from orbit.settings import Settings, keep_setting, settings_file, variable_of


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is set but what the file says."""
    for name in ("daw", "model", "project"):
        monkeypatch.delenv(variable_of(name), raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("orbit.settings.settings_file", lambda: tmp_path / "orbit" / "config.toml")
    return tmp_path / "orbit" / "config.toml"


def test_a_setting_is_written_beside_what_stands_there_and_read_by_all(file: Path) -> None:
    assert keep_setting("daw", "logic") == file
    file.write_text(f"# mine\n{file.read_text()}", encoding="utf-8")
    keep_setting("model", 'ollama:a"b')
    keep_setting("daw", "ableton")
    assert file.read_text(encoding="utf-8") == 'model = "ollama:a\\"b"\n# mine\ndaw = "ableton"\n'
    assert (Settings.load().daw, Settings.load().model) == ("ableton", 'ollama:a"b')


@pytest.mark.parametrize(
    ("name", "value", "there", "why"),
    [
        ("nothing", "x", "", "There is no setting “nothing”"),
        ("model_seconds", "soon", "", "“soon” is not a value"),
        ("model", "offline", "model = [", "cannot be read"),
        ("model", "offline", 'model = """\na"""\n', 'by hand: model = "offline"'),
    ],
)
def test_what_cannot_be_written_changes_nothing(
    file: Path, name: str, value: str, there: str, why: str
) -> None:
    file.parent.mkdir()
    file.write_text(there, encoding="utf-8")
    with pytest.raises(UsageError, match=why):
        keep_setting(name, value)
    assert file.read_text(encoding="utf-8") == there
    assert list(file.parent.iterdir()) == [file]


def test_the_file_is_where_the_system_keeps_settings() -> None:
    assert settings_file().parts[-2:] == ("orbit", "config.toml")
