"""The ground: Python, the packages, the settings, and the place where Orbit keeps things."""

from __future__ import annotations

import platform
import shutil
import tempfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from orbit.doctor.case import Case
from orbit.doctor.finding import Finding, ok, problem, warning
from orbit.doctor.pip import PACKAGE, pip_install, reinstall
from orbit.settings import settings_file

if TYPE_CHECKING:
    from packaging.requirements import Requirement

__all__ = ["data_dir", "missing", "packages", "python", "settings", "space"]

_PROBE = b"\0" * 65536
# Preparing MiniLM takes some 150 MB for a moment and keeps 25; the store grows slowly.
_TIGHT, _FULL = 300 * 1024**2, 20 * 1024**2


def python(_case: Case) -> Finding:
    """Whether this Python is one that Orbit runs on."""
    from packaging.specifiers import SpecifierSet

    running = platform.python_version()
    try:
        wanted = distribution(PACKAGE).metadata["Requires-Python"] or ""
    except PackageNotFoundError:
        return problem("Orbit is not installed as a package.", pip_install("-e", "."))
    if SpecifierSet(wanted).contains(running, prereleases=True):
        return ok(f"{running}")
    return problem(f"This is Python {running}; Orbit needs {wanted}.", "make demo PYTHON=/path/to/python3.11")


def packages(_case: Case) -> Finding:
    """Whether all that Orbit depends on is there, of a version that will do. Nothing is imported for it."""
    try:
        wrong = list(missing(PACKAGE))
    except PackageNotFoundError:
        return problem("Orbit is not installed as a package.", pip_install("-e", "."))
    except ModuleNotFoundError as error:  # of the one that compares versions
        return problem(f"{error.name} is not installed.", reinstall())
    if wrong:
        return problem("; ".join(wrong) + ".", reinstall())
    return ok(f"all {len(list(_requirements(distribution(PACKAGE))))} that Orbit needs")


def missing(package: str) -> Iterator[str]:
    """Say of each dependency of a package that is not as it must be what is wrong with it.

    Raises PackageNotFoundError for a package that is not installed itself.
    """
    for requirement in _requirements(distribution(package)):
        try:
            found = distribution(requirement.name)
        except PackageNotFoundError:
            yield f"{requirement.name} is not installed"
            continue
        if not requirement.specifier.contains(found.version, prereleases=True):
            yield f"{requirement.name} is {found.version}, and {requirement.specifier} is needed"
        elif not _importable(found):
            yield f"{requirement.name} {found.version} is installed but its files are gone"


def _requirements(of: Distribution) -> Iterator[Requirement]:
    from packaging.requirements import Requirement

    for line in of.requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement


def _importable(found: Distribution) -> bool:
    """Whether any top-level module of a distribution can be found."""
    firsts = {file.parts[0] for file in found.files or () if file.suffix in (".py", ".so", ".pyd")}
    names = {first.partition(".")[0] for first in firsts}
    return any(name.isidentifier() and find_spec(name) is not None for name in names)


def settings(case: Case) -> Finding:
    """Whether the settings can be read, from the file and the environment."""
    path = settings_file()
    if case.wrong_settings:
        return problem(
            case.wrong_settings, f"Correct it in {path}, or in the environment if a variable ORBIT_… says it."
        )
    return ok(f"{path}" if path.is_file() else f"defaults; {path} can change them")


def data_dir(case: Case) -> Finding:
    """Whether the place where Orbit keeps things can be written."""
    folder = case.settings.data_dir
    inside = _nearest(folder)
    if not inside.is_dir():
        return problem(f"{inside} is not a folder.", f"Move {inside} away, or give another --data-dir.")
    try:
        with tempfile.TemporaryFile(dir=inside, prefix=".orbit-doctor-") as file:
            file.write(_PROBE)
            file.flush()
    except OSError as error:
        return problem(
            f"{inside} cannot be written: {error.strerror}.",
            f"Check the permissions and the free space of {inside}, "
            "or give another --data-dir (ORBIT_DATA_DIR).",
        )
    return ok(f"{folder}" if folder.is_dir() else f"{folder}, created when it is first needed")


def space(case: Case) -> Finding:
    """Whether there is space left at that place."""
    free = shutil.disk_usage(_nearest(case.settings.data_dir)).free
    if free >= _TIGHT:
        return ok(f"{free / 1024**3:.1f} GB")
    detail = f"{free / 1024**2:.0f} MB are left where Orbit keeps things ({case.settings.data_dir})."
    fix = "Free some space, or give another --data-dir (ORBIT_DATA_DIR)."
    return problem(detail, fix) if free < _FULL else warning(detail, fix)


def _nearest(folder: Path) -> Path:
    """The folder itself, or what is there of the way to it."""
    return next(path for path in (folder, *folder.parents) if path.exists())
