"""Records ``orbit chat``: a conversation typed at a real terminal, and checked turn by turn as it goes on.

Run ``python -m docs.recording`` in the root of the tree: it writes ``chat.cast``, which ``asciinema play``
shows, and the conversation's text into ``chat.md``. After each turn the session is read from the DAW past
Orbit and held against what the turn should lead to, and the screen against what was done.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import apply, differences
from daw_bridges.discovery import open_bridge
from daw_bridges.session import Session
from docs.terminal import ORBIT, Terminal
from orbit.hosts import script_port, simulated_live

__all__ = ["CONVERSATION", "Turn", "converse", "environment"]

HERE = Path(__file__).parent
PROMPT = "›"
_VERIFIED = re.compile(r"^ +\d+  (?P<step>.+?) +✓ ", re.MULTILINE)
_DONE = re.compile(r"✓|^Done:", re.MULTILINE)
_KEY_SECONDS, _READING_SECONDS = 0.03, 1.2


@dataclass(frozen=True)
class Turn:
    """What is typed, and what it should lead to."""

    says: str
    does: tuple[Mapping[str, Any], ...] = ()
    """The edits that lead from the session before this turn to that after it."""
    back: int = 0
    """How many turns that did something are taken back first."""
    agrees: bool = False
    """Whether it is asked about, and answered with yes."""
    shows: tuple[str, ...] = ()
    """What the screen says of it."""


@dataclass
class Course:
    """The sessions that the conversation leads through; the last is that of now."""

    states: list[Session]

    def take(self, turn: Turn) -> Session:
        """Give the session after a turn."""
        if turn.back:
            del self.states[-turn.back :]
        if turn.does:
            after = self.states[-1]
            for action in map(_action, turn.does):
                after = apply(after, action)
            self.states.append(after)
        return self.states[-1]


def _action(document: Mapping[str, Any]) -> Action:
    return parse_action(dict(document))


async def converse(
    terminal: Terminal,
    turns: Sequence[Turn],
    read: Callable[[], Awaitable[Session]],
    *,
    as_a_person: bool = False,
) -> list[str]:
    """Type each turn, check what came of it, and give what was shown of each.

    ``read`` reads the session from the DAW. Raises AssertionError where what is shown or done is not right,
    and TimeoutError where nothing comes.
    """
    terminal.wait(lambda: terminal.line == PROMPT)
    course, shown = Course([await read()]), list[str]()
    for turn in turns:
        said = _take(terminal, turn, as_a_person=as_a_person)
        _check(turn, said, course.take(turn), await read())
        shown.append(said)
    return shown


def _take(terminal: Terminal, turn: Turn, *, as_a_person: bool) -> str:
    """Type a turn and give what is shown from its line on, up to the next prompt."""
    before = len(terminal.text.splitlines()) - 1
    _type(terminal, turn.says, as_a_person=as_a_person)
    if turn.agrees:
        terminal.wait(lambda: terminal.line.endswith("[y/N]"))
        _type(terminal, "y", as_a_person=as_a_person)
    terminal.wait(lambda: terminal.line == PROMPT)
    return "\n".join(terminal.text.splitlines()[before:-1]).rstrip()


def _type(terminal: Terminal, text: str, *, as_a_person: bool) -> None:
    if as_a_person:
        terminal.pause(_READING_SECONDS)
    terminal.type(text, seconds_a_key=_KEY_SECONDS if as_a_person else 0.0)
    terminal.enter()


def _check(turn: Turn, said: str, expected: Session, found: Session) -> None:
    """Hold a turn to what it should lead to. Raises AssertionError."""
    astray = differences(expected, found)
    assert not astray, f"After “{turn.says}” the session is not as it should be: {'; '.join(astray)}"
    missing = [text for text in turn.shows if text not in " ".join(said.split())]
    assert not missing, f"“{turn.says}” should show {missing}, and shows:\n{said}"
    if turn.does:
        steps = [match["step"].strip() for match in _VERIFIED.finditer(said)]
        wanted = [_action(each).describe() for each in turn.does]
        alone = len(wanted) == 1 and not steps and turn.shows  # a single edit is one line, held to above
        assert alone or steps[-len(wanted) :] == wanted, f"“{turn.says}” shows {steps}, and not {wanted}"
    elif not turn.back:
        assert not _DONE.search(said), f"“{turn.says}” changes nothing, and shows:\n{said}"


def environment(data_dir: Path, port: int, token: str) -> dict[str, str]:
    """Give the settings of a chat with a Live at a port, and none of whoever runs it."""
    return {
        "ORBIT_DATA_DIR": str(data_dir),
        "ORBIT_EMBEDDER": "words",
        "ORBIT_DAW": "ableton",
        "ORBIT_ABLETON_VIA": "orbit",
        "ORBIT_ABLETON_PORT": str(port),
        "ORBIT_ABLETON_TOKEN": token,
        "ORBIT_MODEL": "offline",
        "XDG_CONFIG_HOME": str(data_dir),
        "NO_COLOR": "",
    }


_COMPRESSOR = {"track": "Bass", "device": "compressor"}
_PARAMETER = {"action": "set_parameter", **_COMPRESSOR}
_SEND = {"action": "set_send", "to": "A-Reverb", "db": -12.0}

CONVERSATION = (
    Turn(
        "make the bass duck under the kick",
        does=(
            {"action": "insert_device", **_COMPRESSOR},
            {"action": "set_sidechain", **_COMPRESSOR, "source": "Kick"},
            {**_PARAMETER, "parameter": "ratio", "value": "4.00 : 1"},
            {**_PARAMETER, "parameter": "attack", "value": "1 ms"},
            {**_PARAMETER, "parameter": "release", "value": "250 ms"},
            {**_PARAMETER, "parameter": "threshold", "value": "-24.0 dB"},
        ),
        shows=("Bass now ducks under Kick.",),
    ),
    Turn("why?"),
    Turn(
        "set the threshold of the bass compressor to -30 dB",
        does=({**_PARAMETER, "parameter": "threshold", "value": "-30 dB"},),
        shows=("Done: set Threshold of Compressor on Bass to -30 dB.",),
    ),
    Turn("no, -27", back=1, does=({**_PARAMETER, "parameter": "threshold", "value": "-27 dB"},)),
    Turn(
        "send the lead vox to the reverb at -12 dB",
        does=({**_SEND, "track": "Lead Vox"},),
        shows=("Sent to A-Reverb at -12.0 dB: Lead Vox.",),
    ),
    Turn(
        "the same on the backing vox",
        does=({**_SEND, "track": "Backing Vox"},),
        shows=("Sent to A-Reverb at -12.0 dB: Backing Vox.",),
    ),
    Turn(
        "turn the keys down 3 dB",
        does=({"action": "set_volume", "track": "Keys", "db": -3.0},),
        shows=("Done: set the volume of Keys to -3.0 dB.",),
    ),
    Turn("no, the pad", back=1, does=({"action": "set_volume", "track": "Pad", "db": -3.0},)),
    Turn(
        "delete the FX track",
        does=({"action": "delete_track", "track": "FX"},),
        agrees=True,
        shows=("deletes or overwrites", "Do it?", "Done: deleted the track FX."),
    ),
    Turn("undo that", back=1, shows=("Taken back:", "as it was before")),
    Turn("/session Bass", shows=("Compressor ← Kick",)),
)
"""What is said, and what it should lead to."""


async def _record() -> None:
    token = secrets.token_urlsafe(16)
    with tempfile.TemporaryDirectory() as folder, simulated_live(token=token) as live:
        port = script_port(live)

        async def read() -> Session:
            async with await open_bridge("ableton", port=port, token=token) as bridge:
                return await bridge.snapshot()

        with Terminal([*ORBIT, "chat"], environment(Path(folder), port, token)) as terminal:
            shown = await converse(terminal, CONVERSATION, read, as_a_person=True)
            terminal.pause(_READING_SECONDS)
            terminal.write("\x04")
            assert terminal.ended() == 0
    terminal.cast(HERE / "chat.cast", "orbit chat")
    page = HERE / "chat.md"
    page.write_text(_with_conversation(page.read_text(encoding="utf-8"), shown), encoding="utf-8")


_MARKED = re.compile(r"(<!-- conversation -->\n).*?(<!-- end of conversation -->)", re.DOTALL)


def _with_conversation(page: str, shown: Sequence[str]) -> str:
    """Put a conversation where a page has its place."""
    text = "\n\n".join(shown)
    return _MARKED.sub(lambda found: f"{found[1]}```text\n{text}\n```\n{found[2]}", page)


if __name__ == "__main__":
    asyncio.run(_record())
    sys.stdout.write(f"{len(CONVERSATION)} turns, each as it should be: docs/chat.cast, docs/chat.md\n")
