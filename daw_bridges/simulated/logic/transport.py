"""The transport: playing, shuttling, the wheel, locators, and the playhead that moves while time goes by.

Source: Apple, Control Surfaces Support Guide (transport buttons, jog/scrub wheel). How far one tick of the
wheel goes is nowhere said; here it is a beat.
"""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.strips import Region

__all__ = ["SHUTTLE", "Transport", "beats_text", "smpte_text"]

SHUTTLE = 8.0
"""Quarter notes a second for each press of REWIND or FAST FWD."""
_TICKS = 960
_FRAMES = 25


def beats_text(at: float, project: Project) -> str:
    """A position as the time display has it: bar 3 wide, beat 2, sixteenth 2, tick 3, as in "  1 2 3226"."""
    ticks = round(at * _TICKS)
    beat_ticks = _TICKS * 4 // project.signature[1]
    beats, rest = divmod(ticks, beat_ticks)
    bar, beat = divmod(beats, project.signature[0])
    division, tick = divmod(rest, _TICKS // 4)
    return f"{(bar + 1) % 1000:3d}{beat + 1:2d}{division + 1:2d}{tick + 1:3d}"


def smpte_text(at: float, project: Project) -> str:
    """A position as hours, minutes, seconds and frames; a project starts at one hour."""
    frames = round(at * 60 / project.tempo * _FRAMES)
    seconds, frame = divmod(frames, _FRAMES)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{1 + hour:3d}{minute:02d}{second:02d}{frame:3d}"


class Transport:
    """What the transport buttons and the wheel do to a project."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.shuttle = 0
        """How often REWIND (below 0) or FAST FWD was pressed since it stood still."""
        self._now = 0.0
        self._recorded_from = 0.0

    @property
    def moving(self) -> bool:
        """Whether the playhead moves by itself."""
        return self.project.playing or bool(self.shuttle)

    def update(self, now: float) -> None:
        """Moves the playhead to where it is by ``now`` (seconds)."""
        passed, self._now = now - self._now, now
        project = self.project
        if self.shuttle:
            project.playhead = max(0.0, project.playhead + passed * self.shuttle * SHUTTLE)
        elif project.playing:
            project.playhead = self._played(passed * project.tempo / 60)

    def _played(self, way: float) -> float:
        project, start = self.project, self.project.playhead
        length = project.right - project.left
        if project.cycle and length > 0 and start < project.right <= start + way:
            return project.left + (start + way - project.right) % length
        return start + way

    # -- buttons ---------------------------------------------------------------------------------------------

    def play(self, *, pause: bool = False) -> None:
        """Plays from here; pressed again, from the cycle's start. With SHIFT it pauses."""
        project = self.project
        if pause and project.playing:
            self.halt()
            return
        if project.playing and project.cycle:
            self.go(project.left)
        self.shuttle = 0
        project.set(project, "playing", True)

    def stop(self) -> None:
        """Stops what moves; standing still, goes to the cycle's start, from there to the project's."""
        if self.moving:
            self.halt()
            return
        project = self.project
        there = project.left if project.cycle and project.playhead != project.left else 0.0
        self.go(there)

    def halt(self) -> None:
        """Stops; what was recorded becomes regions on the armed tracks."""
        self.shuttle = 0
        self._end_recording()
        self.project.set(self.project, "playing", False)

    def record(self) -> None:
        """Starts recording (and playing); pressed again, punches out and plays on."""
        project = self.project
        if project.recording:
            self._end_recording()
            return
        self._recorded_from = project.playhead
        project.set(project, "recording", True)
        self.play()

    def _end_recording(self) -> None:
        project = self.project
        if not project.recording:
            return
        project.set(project, "recording", False)
        length = project.playhead - self._recorded_from
        for strip in project.strips:
            if strip.arm and length > 0:
                name = f"{strip.name} #{len(strip.regions) + 1:02d}"
                project.add_region(strip, Region(name, self._recorded_from, length))

    def wind(self, way: int, *, cycle_held: bool = False) -> None:
        """REWIND (−1) or FAST FWD (1): a locator with CYCLE held, a jump with markers on, else shuttling."""
        project = self.project
        if cycle_held:
            self.locate("left" if way < 0 else "right", project.playhead)
        elif Button.MARKER in project.modes:
            self._to_marker(way)
        else:
            self.shuttle += way

    def _to_marker(self, way: int) -> None:
        project = self.project
        places = [each.at for each in project.markers if (each.at - project.playhead) * way > 1e-9]
        if places:
            self.go(min(places) if way > 0 else max(places))

    def jog(self, ticks: int, *, cycle_held: bool = False) -> None:
        """The wheel: a beat a tick. With CYCLE held it draws the cycle from here to there."""
        project = self.project
        self.shuttle = 0
        if cycle_held:
            self.locate("left", project.playhead)
        self.go(max(0.0, project.playhead + ticks * 4 / project.signature[1]))
        if cycle_held:
            self.locate("right", project.playhead)

    def go(self, at: float) -> None:
        """Puts the playhead somewhere."""
        self.project.set(self.project, "playhead", at)

    def locate(self, which: str, at: float) -> None:
        """Sets a locator (``left`` or ``right``), which turns the cycle on."""
        self.project.set(self.project, which, at)
        self.project.set(self.project, "cycle", True)
