"""Where tracks send their sound and what they take in."""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.session import TrackKind
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence, quoted
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["ROUTING"]

_INTO = words("to into in through via onto inside onto thru")
_ROUTE = words(
    "route routed routing routes output outputs outputted out patch patched patching bus bused bussed "
    "bussing feed feeds fed run running runs flow flows pass passes passed through via redirect "
    "redirected send sent straight directly assign assigned"
)
_SENDING = words("send sent")
_SURELY = words("output outputs straight directly instead rather")
_INPUT = words(
    "input inputs listen listens listening hear hears pick picks receive receives receiving feed fed"
)


def _output(evidence: Evidence) -> str | None:
    tracks = _of_the_route(evidence)
    said = [token.text for token in evidence.tokens]
    if len(tracks) != 2 or not evidence.only("track") or "input" in said or "from" in said[:1]:
        return None
    to = [each for each in tracks if _leads_to(evidence, each)]
    only_sent = not _SENDING.isdisjoint(said) and _SURELY.isdisjoint(said)
    if len(to) != 1 or len(to[0].values) != 1 or only_sent or _is_return(evidence, to[0].values[0]):
        return None
    sources = next(each for each in tracks if each is not to[0])
    if to[0].values[0] in sources.values or not _of_one_kind(evidence, sources):
        return None
    names = " and ".join(quoted(name) for name in sources.values)
    return f"set the output of {names} to {quoted(to[0].values[0])}"


def _of_the_route(evidence: Evidence) -> Sequence[Mention]:
    """The tracks that are named, but for the one that they went to before: "instead of the master"."""
    clear = [each for each in evidence.all("track") if each.problem is None]
    return (
        clear if len(clear) < len(evidence.all("track")) else [e for e in clear if not _instead(evidence, e)]
    )


def _instead(evidence: Evidence, track: Mention) -> bool:
    said = [token.text for token in evidence.tokens[max(0, track.start - 3) : track.start]]
    return "instead" in said or "rather" in said


def _leads_to(evidence: Evidence, track: Mention) -> bool:
    before = evidence.before(track)
    said = " ".join(token.text for token in evidence.tokens[max(0, track.start - 4) : track.start])
    named = _named(evidence, track)
    on_output = named or (before in ("on", "at") and evidence.says("output", "outputs"))
    return before in _INTO or "out of" in said or "out through" in said or on_output


def _named(evidence: Evidence, track: Mention) -> bool:
    """Whether it stands behind a colon: "bass out: FX", "output of the bass: FX"."""
    before = [token for token in evidence.tokens[: track.start] if token.text not in ("the", "my", "a")]
    said = [token.text for token in before]
    return bool(before) and before[-1].raw == ":" and (said[-2] in ("out", "outs") or "output" in said)


def _is_return(evidence: Evidence, name: str) -> bool:
    return evidence.ground.track(name).kind is TrackKind.RETURN


def _of_one_kind(evidence: Evidence, tracks: Mention) -> bool:
    """Whether none of them is the master, which has no output to set."""
    return all(evidence.ground.track(name).kind is not TrackKind.MASTER for name in tracks.values)


def _input(evidence: Evidence) -> str | None:
    tracks, ports = _of_the_route(evidence), evidence.all("port")
    signal = evidence.says("from") and evidence.says(
        "signal", "audio", "sound", "record", "records", "recording"
    )
    if evidence.said.isdisjoint(_INPUT) and not signal:
        return None
    if not evidence.only("track", "port") or len(tracks) + len(ports) != 2 or len(ports) > 1:
        return None
    source, to = _ends(evidence, tracks, ports)
    if not all(evidence.ground.track(name).ordinary for name in to.values):
        return None
    if source is None or len(source.values) != 1 or source.values[0] in to.values:
        return None
    names = " and ".join(quoted(name) for name in to.values)
    return (
        f"set the input of {names} to {quoted(source.values[0]) if source.type == 'track' else source.text}"
    )


def _ends(
    evidence: Evidence, tracks: Sequence[Mention], ports: Sequence[Mention]
) -> tuple[Mention | None, Mention]:
    """What is taken in, None where that is not clear, and what takes it in."""
    if ports:
        return (ports[0] if evidence.says("input", "inputs") or "in" in ports[0].text else None), tracks[0]
    first, second = tracks
    froms = [each for each in tracks if evidence.before(each) == "from"]
    if len(froms) == 1:
        return froms[0], next(each for each in tracks if each is not froms[0])
    if evidence.says("input", "inputs"):
        owner = _owner(evidence, tracks)
        return (None if owner is None else next(each for each in tracks if each is not owner)), owner or first
    audio = all(evidence.ground.track(name).kind is TrackKind.AUDIO for name in first.values)
    hears = evidence.before(second) in ("to", "of", "hear", "hears") and evidence.before(first) not in _INTO
    return (second if audio and hears and not evidence.says("feed", "fed") else None), first


def _owner(evidence: Evidence, tracks: Sequence[Mention]) -> Mention | None:
    """The track whose input it is: "the input of the FX", "the FX's input"."""
    said = [token.text for token in evidence.tokens]
    at = next(at for at, word in enumerate(said) if word in ("input", "inputs"))
    if said[max(0, at - 2) : at] in (["as", "its"], ["as", "the"], ["as", "an"]) or said[at - 1] == "as":
        return _given(evidence, tracks)
    beside = [each for each in tracks if each.end == at or _belongs(said[at + 1 : each.start])]
    return beside[0] if len(beside) == 1 else None


def _given(evidence: Evidence, tracks: Sequence[Mention]) -> Mention | None:
    """The track that is given another as its input: "give the FX the guitar as its input"."""
    fors = [each for each in tracks if evidence.before(each) in ("for", "on", "of", "to", "in")]
    if fors:
        return fors[0] if len(fors) == 1 else None
    return (
        tracks[0] if evidence.says("give", "gets", "get", "gives", "has", "have", "takes", "take") else None
    )


def _belongs(between: Sequence[str]) -> bool:
    return bool(between) and between[0] in ("of", "for", "on") and set(between[1:]) <= {"the", "my", "our"}


ROUTING: tuple[Frame, ...] = (
    Frame(
        _output,
        _ROUTE,
        words(
            "instead rather than come comes coming back again signal audio push pushed connect connected "
            "point pointed direct directed link linked hook hooked plug plugged wire wired attach "
            "attached should both"
        ),
    ),
    Frame(
        _input,
        frozenset[str](),
        _INPUT
        | words(
            "from up use come comes coming should sound audio signal record recording external source choose "
            "select no change switch its"
        ),
    ),
)
