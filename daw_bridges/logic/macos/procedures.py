"""How each action is done at Logic's screen: one function an action, from names and numbers to a procedure.

What is known of Logic's screen is from Apple's user guide, and from what logician-mcp and logic-pro-mcp
measured on Logic 12.0 to 12.3.1; ``docs/logic_mac.md`` tells what of it nobody has measured.
"""

from __future__ import annotations

from pathlib import Path

from daw_bridges.errors import OutOfRangeError
from daw_bridges.logic.key_commands import command
from daw_bridges.logic.macos import gestures as g
from daw_bridges.logic.macos.elements import element as find
from daw_bridges.logic.macos.procedure import Procedure, Proof

__all__ = [
    "add_locator",
    "create_return",
    "create_track",
    "delete_track",
    "duplicate_track",
    "import_region",
    "read",
    "rename_strip",
    "rename_track",
    "set_tempo",
    "set_time_signature",
    "undo",
]

SLOWEST, FASTEST = 5, 990
"""What the control bar's tempo takes, in BPM."""

_NEW = {"midi": "new_instrument_track", "audio": "new_audio_track"}
_DIALOG = g.Answer("Create New Track", ("Create",), seconds=0.5)
"""Logic 12 asks nothing; before, an empty project did."""
_SECONDS_A_BAR = 0.25


def create_track(kind: str, name: str, after: str | None) -> Procedure:
    """Make a track of ``midi`` (a software instrument) or ``audio`` below the track ``after`` and name it."""
    new = command(_NEW[kind])
    below = f"Select “{after}”. " if after else ""
    chosen = (g.RequireSelected(after),) if after else ()
    return Procedure(
        name="create_track",
        gestures=(
            g.Activate(),
            *chosen,
            g.MarkTracks(),
            g.Command(new.id),
            _DIALOG,
            g.AwaitNewTrack(),
            *_renamed(name),
        ),
        proof=Proof.SURFACE,
        expected=name,
        selects=after,
        by_hand=f"{below}Choose {new.told}, then {command('rename_track').told}, and call it “{name}”.",
    )


def create_return(name: str) -> Procedure:
    """Make an aux channel strip and name it; the surface sees to it that a bus nobody uses feeds it."""
    return Procedure(
        name="create_track",
        gestures=(
            g.Activate(),
            g.Command("open_mixer"),
            g.MarkStrips(),
            g.ChooseInMixer("Options", "Create New Auxiliary Channel Strip"),
            g.NameNewStrip(name),
        ),
        proof=Proof.SURFACE,
        expected=name,
        by_hand=(
            "In the Mixer choose Options > Create New Auxiliary Channel Strip, double-click the new strip's "
            f"name and call it “{name}”, and choose a bus that nothing else uses as its input."
        ),
    )


def duplicate_track(track: str, name: str) -> Procedure:
    """Duplicate the selected track with its plug-ins and regions, right below it, and name the copy."""
    told = command("duplicate_track").told
    return Procedure(
        name="duplicate_track",
        gestures=(
            g.Activate(),
            g.RequireSelected(track),
            g.MarkTracks(),
            g.Command("duplicate_track"),
            g.AwaitNewTrack(),
            *_renamed(name),
        ),
        proof=Proof.SURFACE,
        expected=name,
        selects=track,
        by_hand=f"Select “{track}”, choose {told}, and call the copy “{name}”.",
    )


def delete_track(track: str) -> Procedure:
    """Delete the selected track with its regions; the question about them is answered with Delete."""
    return Procedure(
        name="delete_track",
        gestures=(
            g.Activate(),
            g.MarkTracks(),
            g.RequireSelected(track),
            g.Command("delete_track"),
            g.Answer("Delete Track and Regions?", ("Delete",), seconds=1.0),
            g.AwaitTrackGone(track),
        ),
        proof=Proof.SURFACE,
        selects=track,
        by_hand=f"Select “{track}”, and choose {command('delete_track').told}.",
    )


def rename_track(track: str, name: str) -> Procedure:
    """Give the selected track another name."""
    return Procedure(
        name="rename_track",
        gestures=(g.Activate(), g.RequireSelected(track), *_renamed(name)),
        proof=Proof.SURFACE,
        expected=name,
        selects=track,
        by_hand=f"Select “{track}”, choose {command('rename_track').told}, and call it “{name}”.",
    )


def rename_strip(strip: str, name: str) -> Procedure:
    """Give a strip that is no track, an aux, another name in the Mixer."""
    return Procedure(
        name="rename_track",
        gestures=(g.Activate(), g.Command("open_mixer"), g.NameStrip(strip, name)),
        proof=Proof.SURFACE,
        expected=name,
        by_hand=f"In the Mixer double-click the name “{strip}” and call it “{name}”.",
    )


def _renamed(name: str) -> tuple[g.Gesture, ...]:
    return (g.Command("rename_track"), g.TypeText(name), g.ReadSelected())


def read(element: str) -> Procedure:
    """Look what an element of ``macos.elements`` reads; Logic stays where it is, and nothing is done to it.

    The tempo and the time signature are those at the playhead.
    """
    return Procedure(
        name=f"read_{element}",
        gestures=(g.ReadValue(element),),
        proof=Proof.READING,
        by_hand=f"Look at {find(element).title}.",
        seconds=10.0,
    )


def set_tempo(bpm: float) -> Procedure:
    """Set the project's tempo, 5 to 990 whole BPM. Raises OutOfRangeError for any other."""
    if not SLOWEST <= bpm <= FASTEST:
        raise OutOfRangeError(f"Logic goes from {SLOWEST} to {FASTEST} BPM; {bpm:g} is out of range.")
    if bpm != round(bpm):
        raise OutOfRangeError(
            f"Orbit can only set whole BPM in Logic. For {bpm:g}, double-click the tempo in the control bar "
            "and type it."
        )
    return Procedure(
        name="set_tempo",
        gestures=(g.Activate(), g.StepTo("tempo", round(bpm)), g.ReadValue("tempo")),
        proof=Proof.READING,
        expected=f"{bpm:g}",
        by_hand=f"Double-click the tempo in the control bar, type {bpm:g} and press Return.",
        seconds=60.0,
    )


def set_time_signature(numerator: int, denominator: int) -> Procedure:
    """Set the time signature from the pop-up in the control bar, which may not offer each."""
    text = f"{numerator}/{denominator}"
    return Procedure(
        name="set_time_signature",
        gestures=(g.Activate(), g.Choose("time_signature", text), g.ReadValue("time_signature")),
        proof=Proof.READING,
        expected=text,
        by_hand=f"Click the time signature in the control bar and choose {text}, or Custom and type it.",
    )


def add_locator(bar: int, name: str) -> Procedure:
    """Put a marker at the beginning of a bar and name it; the playhead stays there."""
    return Procedure(
        name="add_locator",
        gestures=(
            g.Activate(),
            *_parked(bar),
            g.Command("create_marker"),
            g.Command("rename_marker"),
            g.TypeText(name),
        ),
        proof=Proof.NONE,
        by_hand=(
            f"Move the playhead to bar {bar}, choose {command('create_marker').told}, then "
            f"{command('rename_marker').told}, and call it “{name}”."
        ),
        seconds=30.0 + bar * _SECONDS_A_BAR,
    )


def _parked(bar: int) -> tuple[g.Gesture, ...]:
    """The playhead on a bar line: from the beginning, where nothing below the beat is left over, by bars."""
    return (g.Press("go_to_beginning"), g.StepTo("playhead_bar", bar))


def import_region(track: str, path: Path, bar: int, name: str) -> Procedure:
    """Import a MIDI file and put its region on the selected track at a bar.

    Logic imports onto a new track, whatever is selected; the region is cut there, that track deleted, and the
    region pasted. What was on the clipboard is lost.
    """
    return Procedure(
        name="add_notes",
        gestures=(
            g.Activate(),
            g.RequireSelected(track),
            g.MarkTracks(),
            *_parked(bar),
            g.Command("import_midi"),
            g.OpenFile(str(path)),
            g.Answer("Also import tempo", ("action-button-1", "No"), seconds=3.0),
            g.AwaitNewTrack(),
            g.Command("cut"),
            g.AwaitNewTrack(),
            g.Command("delete_track"),
            g.Answer("Delete Track and Regions?", ("Cancel",), seconds=1.0),
            g.RequireMarked(),
            g.SelectTrack(track),
            g.Command("paste"),
        ),
        proof=Proof.NONE,
        selects=track,
        by_hand=f"Record or draw “{name}” on “{track}” at bar {bar}.",
        seconds=60.0 + bar * _SECONDS_A_BAR,
    )


def undo() -> Procedure:
    """Take back the last step of Logic's Undo History, which moves in the mixer are not in."""
    return Procedure(
        name="undo",
        gestures=(g.Activate(), g.Undo()),
        proof=Proof.NONE,
        by_hand="Choose Edit > Undo.",
    )
