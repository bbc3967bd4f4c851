"""Requests that leave out what they cannot do without, or give a value in a wrong unit: asked or refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from daw_bridges.actions import SetVolume, StopClip
from daw_bridges.errors import OrbitError
from daw_bridges.quantities import Unit, parse_quantity
from orbit.agent.offline.understanding.clips import ClipPlace, which_clip
from orbit.agent.offline.understanding.devices import Said
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import find_places
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]


def _told(value: Any) -> str:
    """A value as a question tells it."""
    match value:
        case ClipPlace():
            return value.clip
        case tuple():
            return ", ".join(cast("Tracks", value))
        case _:
            return f"{value:g}" if isinstance(value, float) else str(value)


def _said(value: Any) -> str:
    """A value as a request says it."""
    if isinstance(value, ClipPlace):
        return f'the clip "{value.clip}" on "{value.track}"'
    if isinstance(value, tuple):
        return " and ".join(f'"{name}"' for name in cast("Tracks", value))
    return _told(value)


def _ask(question: str, request: str, _: Ground, **given: Any) -> Built:
    """The question about what is missing; both texts name what was said by its capture."""
    told = {name: _told(value) for name, value in given.items()}
    said = {name: _said(value) for name, value in given.items()}
    return Problem(question.format(**told), asks=request.format(**said, gap=GAP))


def _insert_where(_: Ground, kinds: Sequence[str]) -> Built:
    names = " and ".join(kind.replace("_", " ") for kind in kinds)
    return Problem(f"Which track should the {names} go on?", asks=f"add {names} to {GAP}")


def _volume_of_what(ground: Ground, level: float) -> Built:
    if ground.tracks:
        return [SetVolume(track=track, db=level) for track in ground.tracks]
    return Problem("Which track's volume?", asks=f"set {GAP} to {level:g} dB")


def _which_return(ground: Ground, tracks: Tracks, level: float | None = None) -> Built:
    returns = tuple(track.name for track in ground.session.returns)
    at = "" if level is None else f" at {level:g} dB"
    question = f"To which return: {' or '.join(returns)}?" if returns else "There is no return to send to."
    return Problem(question, options=returns, asks=f"send {_said(tracks)} to {GAP}{at}" if returns else "")


def _which_scene(ground: Ground) -> Built:
    return Problem("Which scene?", asks=f"launch scene {GAP}") if ground.session.scenes else None


def _that_clip(request: str, ground: Ground, bars: tuple[float, ...] = ()) -> Built:
    """What is done to "the clip": the only one there is, or the one that is chosen."""
    found = which_clip(ground)
    if isinstance(found, ClipPlace):
        if request == _NAME_CLIP:
            return _CLIP_NAME(ground, clip=found)
        return [StopClip(track=found.track)] if request.startswith("stop") else None
    if not found.options or request == _NAME_CLIP:
        return None if bars else Problem(found.message, options=found.options)
    where = " and ".join(f"bar {bar:g}" for bar in bars)
    return Problem(found.message, options=found.options, asks=request.format(gap=GAP, bars=where))


def _of_device(question: str, request: str, ground: Ground, device: Said, **more: Any) -> Built:
    """What is missing of a request for a device; one that is not there is no device's."""
    clip: ClipPlace | None = more.pop("clip", None)
    tracks: Tracks = more.pop("tracks", (clip.track,) if clip else ())
    places = find_places(ground, device, tracks)
    if isinstance(places, Problem):
        return places if places.options else None
    inside = f' in the clip "{clip.clip}"' if clip else ""
    named = tuple(track for track, _ in places)
    return _ask(question, request, ground, tracks=named, device=device.phrase, inside=inside, **more)


def _unit(value: float | str) -> Unit | None:
    try:
        return parse_quantity(value).unit if isinstance(value, str) else None
    except OrbitError:
        return None


def _wrong_unit(what: str, right: str, units: Sequence[Unit], _: Ground, value: Any, **_it: Any) -> Built:
    if _unit(value) in (None, Unit.NONE, *units):
        return None
    return Problem(f"{what} is in {right}, so it cannot be “{value}”.")


_SOME = "[(it|that|this|something|track|one|one of them|that track|this track)]"
_VOL = "(volume|level|fader|gain|loudness)"
_CHANGE = "(change|set|adjust|switch|alter|modify|pick|choose)"
_OTHER = "(another|different|new|better|other|some other|some other|some different|certain)"
_SPEED = "(tempo|bpm|speed|pace)"
_SIGNATURE = "(time signature|meter|metre|signature)"
_TO_OTHER = "[(to|into) (something [else|different|other]|another [1]|different 1)]"
_GIVE = "(add|insert|put|load|throw|give me|i need|i want|need|want|put on|use)"
_LOOP = "(loop|looping|cycle|repeat|loop brace)"
_LOOPED = f"({_LOOP} [it|this|that|song]|(set|put|start|make|turn on|create) {_LOOP} [on]|have {_LOOP})"
_FROM = "(from|starting at|starting from|starting|beginning at|beginning|start at|at)"
_PLACE = "(bar|place|spot|position|point|section)"
_GO = "(play|start|begin|jump|go|skip|move|start playback) [it|song|playback|playing]"
_MARK = "(locator|marker|cue point|cue|flag|mark)"
_GET = "(add|put|set|drop|place|create|insert|make|stick|plant|throw|[i] want|[i] need|give me|have|get me)"
_CALLED = "(called|named|labelled|labeled|titled|for|saying|with name)"
_CLIP = "([some|that|this|any|another|1] clip|1 of [them] clips)"
_NEW = "(create|add|make|insert|put|new|i need|give me|i want|want|need|get|drop|make me|get me)"
_EMPTY = "[empty|new|blank|fresh|midi|another]"
_THING = "([some|another|new] (device|effect|effects|plugin|plug in|fx|processor)|something)"
_CHAIN = "((sidechain|side chain) [input|source]|sidechaining|key input|external key)"
_TURN_ON = "(turn on|switch on|enable|activate|put on|set up|add|use)"
_OF_DEVICE = "(of|on|for) ({device} [(on|of) {tracks}]|{tracks} {device})"
_SOMETHING = "(to|off|from|by|with) (another [track]|something [else]|other track)"
_HEAR = "(listen|react|respond|listens|reacts|responds|be keyed|be triggered|key|duck)"
_INPUT = "(input|input source|recording input|source)"
_MONITORS = "(monitoring|monitor|monitor mode|input monitoring|monitoring mode)"
_IN = "(on|of|for|in)"
_CLIPPED = "(on|of|for|in|inside|within) {clip} [clip]"
_SET = "[set|put|change|bring|turn|make|move|push|pull|get|dial|want|keep|raise|lower|have]"
_TO = "[up|down|over] (to|at|=|by|of)"

_Ask = Callable[..., Built]
_NAME_CLIP = "rename {gap}"
_CLIP_NAME: _Ask = partial(_ask, "What should the clip {clip} be called?", 'rename {clip} to "{gap}"')
_LISTENS: _Ask = partial(
    _of_device,
    "Which track should the {device} on {tracks} listen to?",
    "sidechain the {device} on {tracks} to {gap}",
)
_AUTOMATE: _Ask = partial(
    _of_device,
    "Which parameter of the {device} on {tracks}, from what to what, and over which bars?",
    "automate the {device} {gap} on {tracks}",
)
_AUTOMATE_HOW: _Ask = partial(
    _of_device,
    "From what to what, and over which bars? Say for instance “from 10 to 50 % over bars 5 to 9”.",
    "automate the {device} {parameter} on {tracks} {gap}{inside}",
)
_LEVEL_OF: _Ask = partial(_wrong_unit, "A level", "dB", (Unit.DB,))
_PAN_OF: _Ask = partial(_wrong_unit, "A panning", "percent to the left or the right", (Unit.PERCENT,))
_TEMPO_OF: _Ask = partial(_wrong_unit, "The tempo", "BPM", ())

_BARE = (
    ("mute", "muted", "mute"),
    ("unmute", "unmuted", "unmute"),
    ("solo", "soloed", "solo"),
    ("unsolo", "taken out of solo", "unsolo"),
    ("arm", "armed", "(arm|record arm)"),
    ("disarm", "disarmed", "disarm"),
    ("delete", "deleted", "(delete|remove)"),
    ("duplicate", "duplicated", "(duplicate|clone)"),
)
"""What a track is asked to be, how the question says so, and the verbs."""
_ASKED = {
    ("Until which bar?", "loop from bar {start} to {gap}"): (
        f"{_LOOPED} {_FROM} {{start:bar}} [on|onwards|onward|forward|up]",
        f"{_LOOP} [should|shall|must|to] (start|starts|begin|begins) [at|on|from] {{start:bar}}",
    ),
    ("From which bar?", "loop from {gap} to bar {end}"): (
        f"{_LOOPED} (until|up to|ending at|ending|to end of) {{end:bar}}",
    ),
    ("From which bar?", "play from {gap}"): (
        "(play|start|go|begin|playback|start playing|start playback) [it|song|playback] (from|at)",
        f"{_GO} (from|at|to) {_OTHER} {_PLACE}",
        f"(jump|skip|go) to some {_PLACE}",
        f"{_GO} [playing] (from|at|to) somewhere [else]",
    ),
    ("What should the scene be called?", 'create a scene called "{gap}"'): (
        f"{_NEW} [me] [{_OTHER}|empty] scene",
    ),
    ("At what level should {tracks} go to {to}?", "set the send of {tracks} to {to} to {gap}"): (
        f"{_CHANGE} send (of|from|on|for) {{tracks}} (to|into) {{to:return}}",
        f"{_CHANGE} send (to|into) {{to:return}} (of|from|on|for) {{tracks}}",
        f"{_CHANGE} {{to:return}} send (of|from|on|for) {{tracks}}",
        f"{_CHANGE} {{tracks}} send (to|into) {{to:return}}",
        f"{_CHANGE} {{tracks}} {{to:return}} send",
    ),
    ("Where should {tracks} take its input from?", "set the input of {tracks} to {gap}"): (
        f"({_CHANGE}|swap) {_INPUT} (of|on|for) {{tracks}} {_TO_OTHER}",
        f"{_CHANGE} {{tracks}} {_INPUT} {_TO_OTHER}",
        f"give {{tracks}} {_OTHER} {_INPUT}",
    ),
    (
        "Which monitoring should {tracks} have: in, auto or off?",
        "set the monitoring of {tracks} to {gap}",
    ): (
        f"{_CHANGE} {_MONITORS} (of|on|for) {{tracks}} {_TO_OTHER}",
        f"{_CHANGE} {{tracks}} {_MONITORS} {_TO_OTHER}",
    ),
    ("Which track should the clip go on?", "create a {bars} bar clip on {gap}"): (
        f"{_NEW} {_EMPTY} clip [of|with|for|that lasts] {{bars}} [long]",
        f"{_NEW} {_EMPTY} {{bars}} [long] {_EMPTY} clip",
    ),
    ("Which track should the clip go on?", "create a clip on {gap}"): (f"{_NEW} {_EMPTY} clip [somewhere]",),
    ("Which device should {tracks} get?", "put {gap} on {tracks}"): (
        f"[{_NEW}] {_THING} (on|to|onto|into|in|for) {{tracks}}",
    ),
    ("To what tempo?", "set the tempo to {gap}"): (
        f"{_CHANGE} {_SPEED} {_TO_OTHER}",
        f"[i want|i need|want|need|give me|give it|give song|use|try] {_OTHER} {_SPEED}",
    ),
    ("To what time signature?", "set the time signature to {gap}"): (
        f"{_CHANGE} {_SIGNATURE} {_TO_OTHER}",
        f"[want|need|give me|use|try] {_OTHER} {_SIGNATURE}",
    ),
    ("What should {tracks} be called?", "rename {tracks} to {gap}"): (
        "(rename|relabel|retitle) {tracks:track} [track]",
        f"give {{tracks:track}} {_OTHER} (name|title|label)",
        f"{_CHANGE} name of {{tracks:track}}",
        f"{_CHANGE} {{tracks:track}} [track] name",
    ),
    ("Which track should be called {name}?", 'rename {gap} to "{name}"'): (
        "(rename|relabel) (track|channel|this track|that track) (to|as|into) {name}",
    ),
    ("Where should {tracks} be panned?", "pan {tracks} {gap}"): (
        "(pan|repan) {tracks} [somewhere|somewhere else|elsewhere|differently]",
        "(change|set|adjust) (pan|panning) (of|on|for) {tracks}",
    ),
    ("What colour should {tracks} be?", "color {tracks} {gap}"): (
        "(color|paint|recolor|recolour|repaint) {tracks} [differently]",
        f"{_CHANGE} color (of|on|for) {{tracks}}",
        f"{_CHANGE} {{tracks}} color",
        f"give {{tracks}} {_OTHER} color",
    ),
}
"""The wordings of each question and of the request that its answer completes."""
_ASKED_LAST = {
    ("Which bar should it be at?", "put a marker at {gap}"): (f"{_GET} {_MARK} [somewhere|there|here]",),
    ("Which bar should {name} be at?", 'put a marker at {gap} called "{name}"'): (
        f"{_GET} {_MARK} {_CALLED} {{name}}",
        f"{_GET} {{name}} {_MARK}",
        f"{_MARK} {_CALLED} {{name}}",
    ),
    **{
        (f"Which track should be {done}?", f"{verb} {{gap}}"): (f"{said} {_SOME}",)
        for verb, done, said in _BARE
    },
    ("What level should {tracks} be set to?", "set {tracks} to {gap}"): (
        f"(set|change|adjust) {_VOL} (of|on|for) {{tracks}}",
        f"(set|change|adjust) {{tracks}} {_VOL}",
    ),
    ("Where should {tracks} be routed to?", "set the output of {tracks} to {gap}"): (
        "(route|reroute|send|patch) {tracks} (somewhere|somewhere else)",
        f"(route|reroute|send|patch) {{tracks}} [to] {_OTHER} (place|output|destination|bus)",
        "(route|reroute) {tracks}",
        f"{_CHANGE} (output|outputs|routing) (of|on|for) {{tracks}}",
        f"{_CHANGE} {{tracks}} (output|routing)",
        f"give {{tracks}} {_OTHER} output",
    ),
}
"""The same where a workflow may fit the sentence better."""

RULES = (
    *(Rule(partial(_ask, *asked), wordings) for asked, wordings in _ASKED.items()),
    *(Rule(partial(_ask, *asked), wordings, firm=False) for asked, wordings in _ASKED_LAST.items()),
    Rule(partial(_that_clip, "stop {gap}"), (f"(stop|halt|end) [playing] {_CLIP}",)),
    Rule(partial(_that_clip, "launch {gap}"), (f"(launch|fire|start|play|trigger) {_CLIP}",), firm=False),
    Rule(
        partial(_that_clip, "delete {gap}"),
        (f"(delete|remove|erase|trash|scrap|bin|get rid of|lose) {_CLIP}",),
        firm=False,
    ),
    Rule(partial(_that_clip, "duplicate {gap}"), (f"(copy|duplicate|clone|double) {_CLIP}",)),
    Rule(
        partial(_that_clip, "copy {gap} to {bars}"),
        ("(copy|duplicate|clone|paste|repeat) (clip|that clip|this clip) [over] (to|at|into) {bars:spots}",),
    ),
    Rule(partial(_that_clip, _NAME_CLIP), (f"(rename|relabel|retitle) {_CLIP}",)),
    Rule(
        _CLIP_NAME,
        ("(rename|relabel|retitle) {clip} [clip]", f"give {{clip}} [clip] {_OTHER} name"),
        firm=False,
    ),
    Rule(
        _which_scene, ("(fire|launch|play|trigger|start|run|hit|cue) [a|some|another|1 of] (scene|scenes)",)
    ),
    Rule(
        _LISTENS,
        (
            "(sidechain|side chain|key) {device} [(on|of|in) {tracks}]",
            "(sidechain|side chain|key) {tracks} {device}",
            f"{_TURN_ON} {_CHAIN} {_OF_DEVICE}",
            f"(turn|switch|put) {_CHAIN} on {_OF_DEVICE}",
            f"{_CHANGE} {_CHAIN} {_OF_DEVICE} {_TO_OTHER}",
            f"{_CHANGE} {{tracks}} {{device}} {_CHAIN} {_TO_OTHER}",
            f"{{tracks}} {{device}} (should|must|has to|needs to|ought to) {_HEAR} {_SOMETHING}",
            f"(make|let|have) {{tracks}} {{device}} {_HEAR} {_SOMETHING}",
        ),
    ),
    Rule(
        _AUTOMATE,
        (f"automate {{device}} [{_IN} {{tracks}}]", "automate {tracks} {device}"),
        firm=False,
    ),
    Rule(
        _AUTOMATE_HOW,
        (
            "automate {tracks} {device} {parameter}",
            f"automate {{device}} {{parameter}} [{_IN} {{tracks}}]",
            f"automate {{parameter}} {_IN} ({{device}} [{_IN} {{tracks}}]|{{tracks}} {{device}})",
            f"automate {{parameter}} {_IN} {{device}} {_CLIPPED}",
            f"automate {{device}} {{parameter}} {_CLIPPED}",
        ),
        firm=False,
    ),
    Rule(_insert_where, (f"{_GIVE} {{kinds}} (on|to|onto|in) (track|channel|one track|one of tracks)",)),
    Rule(
        _insert_where,
        (f"{_GIVE} {{kinds}} [in|in there|there|on there|onto] [somewhere|something]",),
        firm=False,
    ),
    Rule(_volume_of_what, (f"(set|put|turn|change) {_VOL} [down|up] to {{level}}",)),
    Rule(
        _which_return,
        (
            "send {tracks} to (return|aux|send|effect|some return|one of returns) [(at|with) {level}]",
            f"{_GIVE} send (on|for|from|to) {{tracks}} [(at|with|of) {{level}}]",
            "give {tracks} send [(at|with|of) {level}]",
            "send {tracks} [(at|with) {level}]",
        ),
    ),
    Rule(
        _LEVEL_OF,
        (
            f"{_SET} {{tracks}} {_VOL} {_TO} {{value}}",
            f"{{tracks}} {_VOL} {{value}}",
            "send {tracks} (to|into) {to:known_track} (at|with|by) {value}",
            f"{_SET} {{tracks}} send (to|into) {{to:return}} {_TO} {{value}}",
        ),
    ),
    Rule(_PAN_OF, ("pan {tracks} [to|at|by] {value}",)),
    Rule(_TEMPO_OF, (f"{_SET} {_SPEED} {_TO} {{value}}",)),
)
"""The wordings that ask."""
