"""Requests about time, clips, devices and routing that leave out what they cannot do without."""

from __future__ import annotations

from functools import partial

from daw_bridges.actions import StopClip
from orbit.agent.offline.understanding.clips import ClipPlace, which_clip
from orbit.agent.offline.understanding.devices import Said
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import find_places
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]


def _loop_until(_: Ground, start: float) -> Built:
    return Problem("Until which bar?", asks=f"loop from bar {start:g} to {GAP}")


def _loop_from(_: Ground, end: float) -> Built:
    return Problem("From which bar?", asks=f"loop from {GAP} to bar {end:g}")


def _play_from(_: Ground) -> Built:
    return Problem("From which bar?", asks=f"play from {GAP}")


def _mark_where(_: Ground, name: str = "") -> Built:
    called = f' called "{name}"' if name else ""
    return Problem(f"Which bar should {name or 'it'} be at?", asks=f"put a marker at {GAP}{called}")


def _scene_called(_: Ground) -> Built:
    return Problem("What should the scene be called?", asks=f'create a scene called "{GAP}"')


def _which_scene(ground: Ground) -> Built:
    return Problem("Which scene?", asks=f"launch scene {GAP}") if ground.session.scenes else None


def _told(tracks: Tracks) -> tuple[str, str]:
    return ", ".join(tracks), " and ".join(f'"{track}"' for track in tracks)


def _of(question: str, request: str, _: Ground, tracks: Tracks) -> Built:
    told, said = _told(tracks)
    return Problem(question.format(tracks=told), asks=request.format(tracks=said))


def _send_level(_: Ground, tracks: Tracks, to: Tracks) -> Built:
    told, said = _told(tracks)
    return Problem(
        f"At what level should {told} go to {to[0]}?", asks=f'set the send of {said} to "{to[0]}" to {GAP}'
    )


def _that_clip(verb: str, ground: Ground) -> Built:
    """What is done to "the clip": the only one there is, or the one that is chosen."""
    found = which_clip(ground)
    if isinstance(found, ClipPlace):
        return [StopClip(track=found.track)] if verb == "stop" else None
    if not found.options:
        return found
    return Problem(found.message, options=found.options, asks=f"{verb} {GAP}")


def _copy_that_clip(ground: Ground, bars: tuple[float, ...]) -> Built:
    """Where "the clip" goes; the one that is meant is done by the wordings of clips."""
    found = which_clip(ground)
    if isinstance(found, ClipPlace) or not found.options:
        return None
    where = " and ".join(f"bar {bar:g}" for bar in bars)
    return Problem(found.message, options=found.options, asks=f"copy {GAP} to {where}")


def _rename_that_clip(ground: Ground) -> Built:
    found = which_clip(ground)
    if isinstance(found, Problem):
        return Problem(found.message, options=found.options)
    return _clip_name(ground, found)


def _clip_name(_: Ground, clip: ClipPlace) -> Built:
    what = f'the clip "{clip.clip}" on "{clip.track}"'
    return Problem(f"What should the clip {clip.clip} be called?", asks=f'rename {what} to "{GAP}"')


def _clip_on_what(_: Ground, bars: float = 0.0) -> Built:
    long = f" {bars:g} bar" if bars else ""
    return Problem("Which track should the clip go on?", asks=f"create a{long} clip on {GAP}")


def _which_device(_: Ground, tracks: Tracks) -> Built:
    told, said = _told(tracks)
    return Problem(f"Which device should {told} get?", asks=f"put {GAP} on {said}")


def _listen_to(ground: Ground, device: Said, tracks: Tracks = ()) -> Built:
    """What a side chain is to come from; a device that is not there is no side chain's."""
    places = find_places(ground, device, tracks)
    if isinstance(places, Problem):
        return places if places.options else None
    told, said = _told(tuple(track for track, _ in places))
    return Problem(
        f"Which track should the {device.phrase} on {told} listen to?",
        asks=f"sidechain the {device.phrase} on {said} to {GAP}",
    )


def _automate_how(
    ground: Ground,
    device: Said,
    tracks: Tracks = (),
    parameter: str = "",
    clip: ClipPlace | None = None,
) -> Built:
    places = find_places(ground, device, tracks or ((clip.track,) if clip else ()))
    if isinstance(places, Problem):
        return places if places.options else None
    told, said = _told(tuple(track for track, _ in places))
    if not parameter:
        return Problem(
            f"Which parameter of the {device.phrase} on {told}, from what to what, and over which bars?",
            asks=f"automate the {device.phrase} {GAP} on {said}",
        )
    return Problem(
        "From what to what, and over which bars? Say for instance “from 10 to 50 % over bars 5 to 9”.",
        asks=f"automate the {device.phrase} {parameter} on {said} {GAP}"
        + (f' in the clip "{clip.clip}"' if clip else ""),
    )


_CHANGE = "(change|set|adjust|switch|alter|modify|pick|choose|swap|edit)"
_OTHER = "(another|different|new|other|some other|some different|certain)"
_TO_OTHER = (
    "[(to|into) (something else|something different|something|another 1|different 1|another|something other)]"
)
_LOOP = "(loop|looping|cycle|repeat|loop brace)"
_LOOPED = f"({_LOOP} [it|this|that|song]|(set|put|start|make|turn on|create) {_LOOP} [on]|have {_LOOP})"
_FROM = "(from|starting at|starting from|starting|beginning at|beginning|start at|at)"
_ON = "[on|onwards|onward|forward|up]"
_MARK = "(locator|marker|cue point|cue|flag|mark)"
_GET = (
    "(add|put|set|drop|place|create|insert|make|stick|plant|throw|i want|i need|want|need|give me|have|"
    "get me)"
)
_CALLED = "(called|named|labelled|labeled|titled|for|saying|with name)"
_CLIP = "(clip|a clip|1 of clips|some clip|that clip|this clip|any clip|another clip|1 clip|1 of them clips)"
_NEW = "(create|add|make|insert|put|new|i need|give me|i want|want|need|get|drop|make me|get me)"
_EMPTY = "[empty|new|blank|fresh|midi|another]"
_THING = "([some|another|new] (device|effect|effects|plugin|plug in|fx|processor)|something)"
_CHAIN = (
    "(sidechain|side chain|sidechaining|sidechain input|side chain input|sidechain source|side chain source|"
    "key input|external key)"
)
_TURN_ON = "(turn on|switch on|enable|activate|put on|set up|add|use)"
_OF_DEVICE = "(of|on|for) ({device} [(on|of) {tracks}]|{tracks} {device})"
_SOMETHING = "(to|off|from|by|with) (another track|something|something else|another|other track)"
_HEAR = "(listen|react|respond|listens|reacts|responds|be keyed|be triggered|key|duck)"
_INPUT = "(input|input source|recording input|source)"
_MONITORS = "(monitoring|monitor|monitor mode|input monitoring|monitoring mode)"
_INPUT_OF = partial(
    _of, "Where should {tracks} take its input from?", f"set the input of {{tracks}} to {GAP}"
)
_MONITOR_OF = partial(
    _of,
    "Which monitoring should {tracks} have: in, auto or off?",
    f"set the monitoring of {{tracks}} to {GAP}",
)

RULES = (
    Rule(
        _loop_until,
        (
            f"{_LOOPED} {_FROM} {{start:bar}} {_ON}",
            f"{_LOOP} [should|shall|must|to] (start|starts|begin|begins) [at|on|from] {{start:bar}}",
        ),
    ),
    Rule(_loop_from, (f"{_LOOPED} (until|up to|ending at|ending|to end of) {{end:bar}}",)),
    Rule(
        _play_from,
        (
            "(play|start|go|begin|playback|start playing|start playback) [it|song|playback] (from|at)",
            (
                "(play|start|begin|jump|go|skip|move|start playback) [it|song|playback|playing] "
                f"(from|at|to) {_OTHER} (bar|place|spot|position|point|section)"
            ),
            "(jump|skip|go) to some (bar|place|spot|position|point|section)",
            "(play|start|begin|jump|go|skip|move) [it|song|playback] [playing] (from|at|to) somewhere [else]",
        ),
    ),
    Rule(
        _mark_where,
        (
            f"{_GET} {_MARK} {_CALLED} {{name}}",
            f"{_GET} {{name}} {_MARK}",
            f"{_GET} {_MARK} [somewhere|there|here]",
            f"{_MARK} {_CALLED} {{name}}",
        ),
        firm=False,
    ),
    Rule(_scene_called, (f"{_NEW} [me] [{_OTHER}|empty] scene",)),
    Rule(
        _send_level,
        (
            f"{_CHANGE} send (of|from|on|for) {{tracks}} (to|into) {{to:return}}",
            f"{_CHANGE} send (to|into) {{to:return}} (of|from|on|for) {{tracks}}",
            f"{_CHANGE} {{to:return}} send (of|from|on|for) {{tracks}}",
            f"{_CHANGE} {{tracks}} send (to|into) {{to:return}}",
            f"{_CHANGE} {{tracks}} {{to:return}} send",
        ),
    ),
    Rule(
        _INPUT_OF,
        (
            f"{_CHANGE} {_INPUT} (of|on|for) {{tracks}} {_TO_OTHER}",
            f"{_CHANGE} {{tracks}} {_INPUT} {_TO_OTHER}",
            f"give {{tracks}} {_OTHER} {_INPUT}",
        ),
    ),
    Rule(
        _MONITOR_OF,
        (
            f"{_CHANGE} {_MONITORS} (of|on|for) {{tracks}} {_TO_OTHER}",
            f"{_CHANGE} {{tracks}} {_MONITORS} {_TO_OTHER}",
        ),
    ),
    Rule(
        partial(_that_clip, "stop"),
        (f"(stop|halt|end) [playing] {_CLIP}",),
    ),
    Rule(
        partial(_that_clip, "launch"),
        (f"(launch|fire|start|play|trigger) {_CLIP}",),
        firm=False,
    ),
    Rule(
        partial(_that_clip, "delete"),
        (f"(delete|remove|erase|trash|scrap|bin|get rid of|lose) {_CLIP}",),
        firm=False,
    ),
    Rule(partial(_that_clip, "duplicate"), (f"(copy|duplicate|clone|double) {_CLIP}",)),
    Rule(
        _copy_that_clip,
        ("(copy|duplicate|clone|paste|repeat) (clip|that clip|this clip) [over] (to|at|into) {bars:spots}",),
    ),
    Rule(_rename_that_clip, (f"(rename|relabel|retitle) {_CLIP}",)),
    Rule(
        _clip_name,
        ("(rename|relabel|retitle) {clip} [clip]", f"give {{clip}} [clip] {_OTHER} name"),
        firm=False,
    ),
    Rule(
        _clip_on_what,
        (
            f"{_NEW} {_EMPTY} clip [of|with|for|that lasts] {{bars}} [long]",
            f"{_NEW} {_EMPTY} {{bars}} [long] {_EMPTY} clip",
            f"{_NEW} {_EMPTY} clip [somewhere]",
        ),
    ),
    Rule(
        _which_scene, ("(fire|launch|play|trigger|start|run|hit|cue) [a|some|another|1 of] (scene|scenes)",)
    ),
    Rule(_which_device, (f"[{_NEW}] {_THING} (on|to|onto|into|in|for) {{tracks}}",)),
    Rule(
        _listen_to,
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
        _automate_how,
        (
            "automate {device} [(on|of|for|in) {tracks}]",
            "automate {tracks} {device}",
            "automate {tracks} {device} {parameter}",
            "automate {device} {parameter} [(on|of|for|in) {tracks}]",
            "automate {parameter} (of|on|for|in) {device} [(on|of|for|in) {tracks}]",
            "automate {parameter} (of|on|for|in) {tracks} {device}",
            "automate {parameter} (of|on|for|in) {device} (on|of|for|in|inside|within) {clip} [clip]",
            "automate {device} {parameter} (on|of|for|in|inside|within) {clip} [clip]",
        ),
        firm=False,
    ),
)
"""The wordings that ask, beside those of the mixer."""
