"""Loading a Remote Script: Live's modules are importable while any host runs, and gone after the last.

Scripts are loaded under names of their own, so that two hosts in one process never share a script's state.
"""

from __future__ import annotations

import importlib.util
import itertools
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from daw_bridges.simulated.live import control_elements
from daw_bridges.simulated.live.components import Component
from daw_bridges.simulated.live.control_surface import FrameworkSurface, SurfaceV2, SurfaceV3
from daw_bridges.simulated.live.live_api import live_modules

__all__ = ["importable", "load_script", "unload_script"]

_LOCK = threading.Lock()
_NUMBERS = itertools.count(1)
_installed: list[dict[str, ModuleType | None]] = []
_users = 0


@contextmanager
def importable() -> Generator[None]:
    """Make ``Live``, ``_Framework`` and ``ableton`` importable inside; nests, from any thread."""
    global _users  # noqa: PLW0603 - modules are global
    with _LOCK:
        _users += 1
        if _users == 1:
            _install()
    try:
        yield
    finally:
        with _LOCK:
            _users -= 1
            if _users == 0:
                _remove()


def load_script(folder: Path) -> ModuleType:
    """Import a Remote Script's folder as a package; errors in it come out as they are."""
    entry = folder / "__init__.py"
    name = f"live_script_{next(_NUMBERS)}_{folder.name}"
    spec = importlib.util.spec_from_file_location(name, entry, submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None or not entry.is_file():
        raise ModuleNotFoundError(f"'{folder}' holds no Remote Script: it has no __init__.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        unload_script(module)
        raise
    return module


def unload_script(module: ModuleType) -> None:
    """Forget a script and its sub-modules."""
    inside = module.__name__ + "."
    loaded = list(sys.modules)  # other threads import meanwhile
    for name in [name for name in loaded if name == module.__name__ or name.startswith(inside)]:
        del sys.modules[name]


def _install() -> None:
    modules = {**live_modules(), **_framework()}
    _installed.append({name: sys.modules.get(name) for name in modules})
    sys.modules.update(modules)


def _remove() -> None:
    for name, before in _installed.pop().items():
        if before is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = before


def _framework() -> dict[str, ModuleType]:
    modules: dict[str, ModuleType] = {}
    _module(modules, "_Framework.ControlSurface").__dict__["ControlSurface"] = FrameworkSurface
    for name in ("ButtonElement", "EncoderElement", "InputControlElement"):
        elements = {key: getattr(control_elements, key) for key in control_elements.__all__}
        _module(modules, f"_Framework.{name}").__dict__.update(elements)
    _module(modules, "ableton.v2.control_surface").__dict__["ControlSurface"] = SurfaceV2
    _module(modules, "ableton.v3.control_surface").__dict__["ControlSurface"] = SurfaceV3
    for version in ("v2", "v3"):
        for place in ("", ".component"):
            _module(modules, f"ableton.{version}.control_surface{place}").__dict__["Component"] = Component
        base = _module(modules, f"ableton.{version}.base").__dict__
        base["liveobj_valid"], base["liveobj_changed"] = _liveobj_valid, _liveobj_changed
    return modules


def _module(modules: dict[str, ModuleType], name: str) -> ModuleType:
    """The module ``name`` with the packages above it, each an attribute of the one above."""
    if name not in modules:
        modules[name] = module = ModuleType(name)
        module.__path__ = []
        above, _, last = name.rpartition(".")
        if above:
            setattr(_module(modules, above), last, module)
    return modules[name]


def _liveobj_valid(obj: object) -> bool:
    """Whether a Live object is still there; what is gone equals None without being it."""
    return obj != None  # noqa: E711


def _liveobj_changed(obj: object, other: object) -> bool:
    return obj != other or type(obj) is not type(other)
