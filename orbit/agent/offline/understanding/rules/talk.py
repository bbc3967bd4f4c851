"""What is said beside edits: taking back, and questions that the session answers."""

from __future__ import annotations

from daw_bridges.quantities import Quantity, Unit, format_pan, format_quantity
from daw_bridges.session import Track
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.rule import Built, Rule, Say, TakeBack
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["ABLE_TO", "RULES"]

ABLE_TO = (
    "I can work the mixer (“turn the vocals down 2 dB”, “pan the keys left”), tracks, tempo, devices "
    "and clips, "
    "and whole workflows (“make the bass duck under the kick”). “Undo” takes the last thing back."
)
"""What Orbit can be asked for, in a sentence."""

AREAS = {
    "clips": "With clips I can create, delete, rename, copy and launch them: “copy the bassline to bar 17”, "
    "“rename the bassline to Verse bass”, “launch the chords”.",
    "devices": "With devices I can insert, remove, move, bypass and set them: “put a compressor on the "
    "bass”, “set the threshold of the compressor on the bass to -20 dB”, “bypass the reverb on the return”.",
    "tracks": "With tracks I can create, delete, rename, colour, copy, mute, solo, arm and route them: “add "
    "an audio track called Choir”, “color the drums red”, “mute everything but the kick”.",
    "mixer": "In the mixer I can set levels, panning and sends: “turn the vocals down 2 dB”, “pan the keys "
    "30 % left”, “send the snare to the reverb at -12 dB”.",
    "transport": "I can set the tempo, the time signature, the metronome, the loop and locators, play and "
    "stop: “set the tempo to 124”, “loop bars 9 to 17”, “put a locator called Drop at bar 33”.",
    "workflows": "Workflows do a whole job in one go: “make the bass duck under the kick”, “put a vocal "
    "chain on the lead vox”. Ask “How do I …” to find one.",
}
"""What can be asked for, by the area it is about."""


def _undo(_: Ground) -> Built:
    return TakeBack()


def _help(_: Ground, area: str = "") -> Built:
    return Say(AREAS[area] if area else ABLE_TO)


def _tracks(ground: Ground) -> Built:
    names = ground.session.track_names
    return Say(f"There are {len(names)} tracks: {', '.join(names)}.")


def _tempo(ground: Ground) -> Built:
    over, under = ground.session.time_signature
    return Say(f"The tempo is {ground.session.tempo:g} BPM, in {over}/{under}.")


def _level(ground: Ground, tracks: Tracks) -> Built:
    levels = [
        f"{name} is at {format_quantity(Quantity(ground.track(name).volume_db, Unit.DB))}" for name in tracks
    ]
    return Say(f"{', '.join(levels)}.")


def _pan(ground: Ground, tracks: Tracks) -> Built:
    return Say(
        f"{', '.join(f'{name} is panned to {format_pan(ground.track(name).pan)}' for name in tracks)}."
    )


def _about(ground: Ground, tracks: Tracks) -> Built:
    return Say(" ".join(_describe(ground.track(name)) for name in tracks))


def _describe(track: Track) -> str:
    devices = ", ".join(device.name for device in track.devices) or "no devices"
    clips = f" Clips: {', '.join(clip.name for clip in track.clips)}." if track.clips else ""
    return f"{track.name} has {devices}.{clips}"


def _switched(ground: Ground, tracks: Tracks, state: tuple[str, str]) -> Built:
    field, word = state
    told = [f"{name} is {'' if getattr(ground.track(name), field) else 'not '}{word}" for name in tracks]
    return Say(f"{', '.join(told)}.")


RULES = (
    Rule(
        _undo,
        (
            (
                "(undo|undo it|undo that|undo this|undo last|take it back|take that back|revert|revert "
                "that|revert it|roll back|roll it back|roll that back|put it back|put it "
                "back how it was|put it back as it was)"
            ),
            "undo last (thing|change|step|action|edit|one|move|workflow)",
            "undo what you [just] did",
            "(revert|reverse|take back) last (thing|change|step|action|edit|one|move)",
            "go back [one step|to before]",
            "(revert|reverse|take back) what you [just] did",
            "i did not like that",
            "that was wrong",
            "never mind that",
        ),
    ),
    Rule(
        _help,
        (
            "(help|help me)",
            "what can you do [for me|with this]",
            "what can (i|you) do (with|about|for|to|in) [all] {area}",
            "what can i (say|ask) about {area}",
            "help [me] with {area}",
            "what can i (say|do|ask) [you] [here]",
            "what do you (know|do)",
            "how do you work",
            "(show|list) commands",
        ),
    ),
    Rule(
        _tracks,
        (
            "(what|which) tracks (are there|do i have|exist|have i got|are in [this] (session|set|project))",
            "(list|show|show me|tell me|name) [all] [of] tracks",
            "what is in [this] (session|set|project)",
            "what tracks",
            "how many tracks (are there|do i have)",
        ),
    ),
    Rule(
        _tempo,
        (
            "what [is] (tempo|bpm|time signature)",
            "how fast is (it|song|this)",
            "what (tempo|bpm) (is it|is this|are we at)",
            "tell me tempo",
            "current tempo",
        ),
    ),
    Rule(
        _level,
        (
            "how loud (is|are) {tracks}",
            "what [is] (volume|level) of {tracks}",
            "what [is] {tracks} (volume|level) [at]",
            "where is {tracks} fader",
            "what (volume|level) (is|are) {tracks} [at]",
        ),
    ),
    Rule(
        _pan, ("where (is|are) {tracks} panned", "what [is] pan of {tracks}", "how (is|are) {tracks} panned")
    ),
    Rule(
        _about,
        (
            (
                "(what is|what|which devices are|which effects are|what devices are|what effects are) on "
                "{tracks}"
            ),
            "(show|describe|tell me about) {tracks}",
            "what (devices|effects|plugins) (does|do) {tracks} have",
        ),
    ),
    Rule(_switched, ("(is|are) {tracks} {state}",)),
)
"""The wordings that change nothing, and undo."""
