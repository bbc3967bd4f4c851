"""Names that a display shortened: what fits which whole name, and only where nothing else fits.

How Logic leaves letters out to make a name fit six characters is not public. What can be relied on: the first
letter stays, and those that stay keep their order ("Stereo Out" was seen as ``St Out``).
"""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.errors import AmbiguousError, NotFoundError

__all__ = ["WHOLE", "fits", "match"]

WHOLE = 4
"""A name of so few characters was not shortened: even cut behind a blank, a longer one shows more."""


def fits(short: str, full: str) -> bool:
    """Whether a display could show ``full`` as ``short``; case does not count, blanks may be left out.

    >>> fits("LdSynt", "Lead Synth"), fits("St Out", "Stereo Out"), fits("Kick", "Snare Kick")
    (True, True, False)
    """
    wanted, rest = short.strip().casefold(), full.strip().casefold()
    if not wanted or wanted[0] != rest[:1]:
        return wanted == rest
    letters = iter(rest)
    return all(letter in letters for letter in wanted)


def match(short: str, full_names: Sequence[str], kind: str = "name") -> str:
    """The one whole name that ``short`` stands for; one that is shown whole goes before all that also fit.

    Raises NotFoundError where none fits, and AmbiguousError naming the candidates where several do: it is
    never guessed.
    """
    exact = [name for name in full_names if name.strip().casefold() == short.strip().casefold()]
    found = exact or [name for name in full_names if fits(short, name)]
    if not found:
        raise NotFoundError(kind, short, full_names)
    if len(found) > 1:
        raise AmbiguousError(kind, short, found)
    return found[0]
