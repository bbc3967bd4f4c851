"""What can be wanted of whole tracks: new ones, copies, away with them, their names and colours."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence, quoted
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.making import MAKING
from orbit.agent.offline.understanding.loosely.routing import ROUTING
from orbit.agent.offline.understanding.loosely.titles import CALLING
from orbit.agent.offline.understanding.mentions import Mention
from orbit.agent.offline.understanding.tracks import read_whole_tracks

__all__ = ["TRACKS"]


def _one(evidence: Evidence, *beside: str) -> Mention | None:
    """The one phrase that names tracks, where nothing else is named but what is of these types."""
    tracks = evidence.all("track")
    same = len({each.values for each in tracks}) == 1
    clear = same and all(each.problem is None for each in tracks) and evidence.only("track", *beside)
    return tracks[0] if clear else None


def _rename(evidence: Evidence) -> str | None:
    track, titles = _one(evidence, "title"), evidence.all("title")
    if track is None or len(track.values) != 1 or len(titles) != 1 or len(titles[0].values) != 1:
        return None
    said = [token.text for token in evidence.tokens]
    told = CALLING - _SHOWING if evidence.says(*CALLING - _SHOWING) else _MEANT_TO
    asks = told.isdisjoint(said) or ("what" in said and _CHANGING.isdisjoint(said))
    new = asks or any(pair in _A_TRACK for pair in pairwise(said)) or _of_a_clip(evidence)
    new = new or evidence.before(track) == "like" or any(pair in _BY_NICKNAME for pair in pairwise(said))
    return None if new else f"rename {evidence.tracks} to {quoted(titles[0].values[0])}"


_BY_NICKNAME = {
    (who, verb)
    for who in ("i", "we", "you")
    for verb in ("call", "called", "say", "name", "named", "renamed")
}
_SHOWING = words("say says read reads goes display displays calls names labels titles")
_MEANT_TO = words("should must to can could that shall will want like let have from")
_CHANGING = words("change changes changed switch replace update edit rename")
_A_TRACK = {(one, two) for one in ("a", "an", "another", "new") for two in ("track", "channel", "return")}


def _of_a_clip(evidence: Evidence) -> bool:
    return not evidence.said.isdisjoint(("clip", "clips", "loop", "scene", "marker", "locator", "sound"))


def _duplicate(evidence: Evidence) -> str | None:
    track, titles, said = _one(evidence, "title", "plain"), evidence.all("title"), evidence.said
    if track is None or len(titles) > 1 or any(each.text != "1" for each in evidence.all("plain")):
        return None
    pairs = {*pairwise(token.text for token in evidence.tokens)}
    more = said & _MORE and (said & _ALIKE or pairs & _LIKE_IT) and not pairs & _ANY_OTHER
    copied = said & _COPY or (said & _DOUBLE and said & _TRACK) or (more and said & _TRACK)
    if not copied or said & _NO_TRACK or (titles and len(track.values) > 1):
        return None
    called = f" called {quoted(titles[0].values[0])}" if titles else ""
    return " and ".join(f"duplicate the track {quoted(name)}{called}" for name in track.values)


_NO_TRACK = words("sound sounds clip clips loop scene pattern notes")
_COPY = words("copy copies copied duplicate duplicated duplication dupe clone cloned twin")
_DOUBLE = words("double doubled twice")
_TRACK = words("track tracks channel channels")
_ANY_OTHER = {("another", "track"), ("another", "channel"), ("another", "1"), ("second", "track")}
_ALIKE = words("same identical alike")
_LIKE_IT = {("just", "like"), ("exactly", "like"), ("like", "this"), ("like", "that"), ("like", "it")}
_MORE = words("another second")


def _delete(evidence: Evidence) -> str | None:
    track, said = _one(evidence), evidence.said
    if track is None or not (
        said & _GONE or (said & _PERHAPS_GONE and said & _WHOLE) or (said & _GONE_THERE and said & _TRACK)
    ):
        return None
    if not said.isdisjoint(_NO) and not _no_longer_needed(evidence, track):
        return None
    whole = read_whole_tracks(evidence.ground, evidence.tokens[track.start : track.end])
    return f"delete {evidence.tracks}" if isinstance(whole, tuple) else None


_GONE = words(
    "delete deleted deleting remove removed removing removal erase erased eliminate eliminated discard "
    "trash trashed bin binned scrap scrapped destroy rid deletion"
)
_GONE_THERE = words("axe lose dump toss nuke ditch chuck away wipe")
_PERHAPS_GONE = _GONE_THERE | words("kill drop take throw kick cut out gone go")
_WHOLE = words("project session set song arrangement entirely altogether forever good")


def _no_longer_needed(evidence: Evidence, track: Mention) -> bool:
    """Whether what it denies is the need: "don't need the FX, delete it", "delete it, I don't want it"."""
    said = [token.text for token in evidence.tokens]
    first, then = said[: track.start], said[track.end :]
    if first and not (_GONE | _PERHAPS_GONE).isdisjoint(first):
        no = next((at for at, word in enumerate(then) if word in _NO), len(then))
        return _NO.isdisjoint(first) and _unneeded(set(then[no:]))
    verb = next((at for at, word in enumerate(then) if word in _GONE), 0)
    if not _NO.isdisjoint(then[max(0, verb - 2) : verb]) or _NO.isdisjoint([*first, *then[:verb]]):
        return False  # "we need it, don't delete it"
    needs = not set(said).isdisjoint(("need", "use", "needed", "used", "using"))
    return needs and not {",", "so"}.isdisjoint(then[:verb])


_NO = words("not no never longer")


def _unneeded(said: AbstractSet[str]) -> bool:
    needs = said & {"need", "want", "use"} and said & {"it", "them", "that"}
    return bool(needs) and said.isdisjoint({"to", "if"})


def _says_which(evidence: Evidence, color: Mention, track: Mention) -> bool:
    """Whether a colour belongs to a name: "the blue guitar", "white noise"."""
    return color.end == track.start and evidence.tokens[track.start].text not in ("the", "my", "our", "all")


def _color(evidence: Evidence) -> str | None:
    track, colors = _one(evidence, "color"), evidence.all("color")
    if track is None or len(colors) != 1 or _says_which(evidence, colors[0], track):
        return None
    if evidence.before(colors[0]) in ("is", "are", "was", "were"):
        return None  # how it is, and no wish
    if not evidence.said.isdisjoint(("sound", "sounds", "noise", "sounding", "tone")):
        return None
    return f"color {evidence.tracks} {colors[0].text}"


def _same_color(evidence: Evidence) -> str | None:
    """The colour of one track for others: "the hats in the same colour as the kick"."""
    tracks = evidence.all("track")
    if not evidence.only("track") or len(tracks) < 2 or any(each.problem is not None for each in tracks):
        return None
    model = _likened(evidence, tracks)
    if model is None or len(model.values) != 1:
        return None
    color = evidence.ground.track(model.values[0]).color
    names = dict.fromkeys(name for each in tracks if each is not model for name in each.values)
    return f"color {' and '.join(quoted(name) for name in names)} {color}" if color else None


def _likened(evidence: Evidence, tracks: Sequence[Mention]) -> Mention | None:
    """The track whose colour the others are to have: behind "as" or "like", or the one it is taken from."""
    as_it = [each for each in tracks if _before(evidence, each) in _LIKENS]
    if as_it or not evidence.says(*_TAKES):
        of_it = [each for each in tracks[1:] if _before(evidence, each) in _OF_IT]
        found = as_it or (
            of_it if evidence.says("same", "in", "match", "matches", "matching", "have") else []
        )
        return found[0] if len(found) == 1 else None
    return tracks[0] if _before(evidence, tracks[1]) in ("to", "on", "for", "onto") else None


def _before(evidence: Evidence, track: Mention) -> str:
    if evidence.tokens[track.start].text == "that" and evidence.after(track) in ("has", "have", "got", "is"):
        return "that"  # "the colour that the keys have"
    before = [token.text for token in evidence.tokens[: track.start] if token.text not in _SAYS_NOTHING]
    return before[-1] if before else ""


_OF_IT = words("of to with match matches")
_LIKENS = words("as like from than matching that which")
_TAKES = words("copy copies use take put")
_SAYS_NOTHING = words("the a an my our that this 's one color")


_NAMING_MORE = words(
    "use using carry carries prefer what today bear get now from instead better new different change "
    "changes changed switch replace should as onwards forward simply text shown show gets update updated "
    "edit correct proper actual simple nicer"
)

TRACKS: tuple[Frame, ...] = (
    Frame(_rename, CALLING, _NAMING_MORE),
    *MAKING,
    Frame(
        _duplicate,
        _COPY | _DOUBLE | _ALIKE | words("like"),
        CALLING
        | _MORE
        | words("up entire whole exact exactly identically extra itself times create add have new existing"),
    ),
    Frame(
        _delete,
        _GONE | _PERHAPS_GONE,
        _WHOLE
        | _TRACK
        | _TRACK
        | words("completely permanently anymore any not no longer needed useful whole entire use of empty"),
    ),
    Frame(
        _color,
        frozenset[str](),
        words(
            "both each recolor recolored color colored colors coloring paint painted tint tinted dye dyed "
            "shade same everything become becomes look looks shown show in hue tone mark marked see tagged "
            "highlight highlighted all nice bright change changed switch"
        ),
    ),
    Frame(
        _same_color,
        words("color colors colored recolor hue shade tint paint colouring"),
        words(
            "same identical as like match matches matching copy copied use take share shares colored paint "
            "tint shade hue both each same also which that exactly exact one off than look looks be become "
            "change changed switch"
        ),
    ),
    *ROUTING,
)
