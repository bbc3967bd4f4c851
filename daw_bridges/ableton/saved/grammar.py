"""The shapes in which Live writes its XML, as patterns: what comes next in a text of it.

Live writes few shapes, each a thousand times over: a setting with its limits and its automation target, a row
of plain values, of notes, of automation points. One pattern takes a whole row in one go, much faster than any
parser that stops at each tag. What fits none of the shapes is taken a tag at a time, with the same outcome:
the rows make reading quick and decide nothing.
"""

from __future__ import annotations

import re

__all__ = ["ATTRIBUTE", "EVENT", "LABEL", "LEAF", "NOTE", "SETTING", "SLOT", "START", "TOKEN"]

_NAME = r"[A-Za-z_][\w.:-]*"
_TEXT = r'[^"<]*'


def _leaf(name: str, value: str = _TEXT) -> str:
    return f'<{name} Value="{value}" ?/>\\s*'


def _limits(name: str) -> str:
    return f"<{name}>\\s*{_leaf('Min')}{_leaf('Max')}</{name}>\\s*"


# They stand before or behind the automation target, as the version of Live has it.
_LIMITS = f"(?:{_limits('MidiControllerRange')}|{_limits('MidiCCOnOffThresholds')})?+"


def _target(name: str, number: str) -> str:
    return f'(?:<{name} Id="{number}"(?: ?/>|>\\s*{_leaf("LockEnvelope")}</{name}>)\\s*)?+'


def _setting(*, groups: bool) -> str:
    """A setting without automation of its own.

    Until Live 9 the timeline's automation stands inside the setting; one event from before all times is none.
    """
    text, number = (f"({_TEXT})", r"(\d+)") if groups else (_TEXT, r"\d+")
    still = (
        r"(?:<ArrangerAutomation>\s*<Events>\s*"
        rf'<(?:Float|Bool|Enum)Event (?:Id="\d+" )?Time="-63072000" Value="{text}" ?/>\s*'
        r"</Events>\s*</ArrangerAutomation>\s*)?+"
    )
    return (
        f"(?:{_leaf('LomId')})?+(?=<(?:ArrangerAutomation|Manual)\\b)"
        f"{still}(?:{_leaf('Manual', text)})?+{_LIMITS}"
        f"{_target('AutomationTarget', number)}{_LIMITS}{_target('ModulationTarget', '[0-9]+')}"
        r"(?:<ModulationAutomation>\s*<Events ?/>\s*</ModulationAutomation>\s*)?+"
    )


def _named_setting(*, groups: bool) -> str:
    return rf"<(?P<setting>{_NAME})>\s*{_setting(groups=groups)}</(?P=setting)>\s*"


def _slot(*, groups: bool) -> str:
    """A parameter of a plug-in: its name and number beside the setting."""
    text, number = (f"({_TEXT})", r"(-?\d+)") if groups else (_TEXT, r"-?\d+")
    span = rf"<Last\w+Range>\s*{_leaf('First')}{_leaf('Last')}</Last\w+Range>\s*"
    return (
        rf'<PluginFloatParameter(?: Id="\d+")?>\s*'
        rf"{_leaf('ParameterName', text)}{_leaf('ParameterId', number)}"
        rf"(?:{_leaf('ParameterIdFlankBool')})?+(?:{_leaf('VisualIndex')})?+"
        rf"<ParameterValue>\s*{_setting(groups=groups)}</ParameterValue>\s*(?:{span})*+</PluginFloatParameter>\s*"
    )


def _row(tags: str) -> str:
    return rf"(?:<{tags} [^<>]*/>\s*)++"


_ATTRIBUTES = rf"""(?:\s+{_NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*+"""
_START = rf"<(?P<start>{_NAME})(?P<attributes>{_ATTRIBUTES})\s*(?P<empty>/?)>"

START = re.compile(_START)

TOKEN = re.compile(
    "[^<]*+(?:"
    + "|".join(
        (
            rf"(?P<settings>(?:{_named_setting(groups=False)})++)",
            rf"(?P<leaves>(?:{_leaf(_NAME)})++)",
            rf"(?P<slots>(?:{_slot(groups=False)})++)",
            rf"(?P<events>{_row('(?:Float|Bool|Enum)Event')})",
            rf"(?P<notes>{_row('MidiNoteEvent')})",
            rf"</(?P<end>{_NAME})\s*>",
            _START,
            "(?P<comment><!--)",
            "(?P<foreign><[!?])",
        )
    )
    + ")"
)
"""What comes next; the name of the group that matched last says what it is."""

SETTING = re.compile(_named_setting(groups=True))
"""One of a row of settings: name, value before all times, value, automation target."""

SLOT = re.compile(_slot(groups=True))
"""One of a row of plug-in parameters: name, number, value before all times, value, automation target."""

LEAF = re.compile(rf'<({_NAME}) Value="({_TEXT})"')
"""One of a row of plain values: name, value."""

LABEL = re.compile(rf'<(\w*Name(?:s\.\d+)?|ParameterId|Manual|Target|UpperDisplayString) Value="({_TEXT})"')
"""One of a row of plain values in a device, if it names something or says where something comes from."""

EVENT = re.compile(rf'Time="({_TEXT})" Value="({_TEXT})"')
"""One of a row of automation points: beat, value."""

NOTE = re.compile(rf'Time="({_TEXT})" Duration="({_TEXT})" Velocity="({_TEXT})"([^<>]*)>')
"""One of a row of notes: beat, length in beats, velocity, and what else is said of it."""

ATTRIBUTE = re.compile(rf"""({_NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")
"""One attribute: name, value in double or in single quotes."""
