"""The shapes in which Live writes its XML, as patterns: what comes next in a text of it.

Live writes few shapes, each a thousand times over: a setting with its limits and its automation target, a
plain value, a reference to nothing, a note, an automation point. One pattern takes a whole row of them in one
go, much faster than a parser that stops at each tag. What fits no shape is taken a tag at a time, with the
same outcome: the rows make reading quick and decide nothing.
"""

from __future__ import annotations

import re

__all__ = ["EVENT", "IS_LABEL", "KEY_TRACK", "LABELLED", "NOTE", "PART", "SLOT", "START", "TOKEN", "VALUED"]

# Nothing in here is tried twice: what a name, a text or a space takes it keeps. Only where there is a group
# inside may it be given back, for the re module of some Pythons fails there.
_NAME = r"[A-Za-z_][\w.:-]*+"
_TEXT = r'[^"<]*+'


def _leaf(name: str, value: str = _TEXT) -> str:
    return f'<{name} Value="{value}" ?/>\\s*+'


def _limits(name: str) -> str:
    return f"<{name}>\\s*+{_leaf('Min')}{_leaf('Max')}</{name}>\\s*+"


def _target(name: str, number: str, once: str) -> str:
    return f'(?:<{name} Id="{number}"(?: ?/>|>\\s*+{_leaf("LockEnvelope")}</{name}>)\\s*+){once}'


# What a key or a controller of the user's moves.
_MAPPED = rf"(?:<KeyMidi>\s*+(?:{_leaf(_NAME)})*+</KeyMidi>\s*+)?+"

# They stand before or behind the automation target, as the version of Live has it.
_LIMITS = f"(?:{_limits('MidiControllerRange')}|{_limits('MidiCCOnOffThresholds')})?+"


def _setting(*, groups: bool) -> str:
    """The inside of a setting.

    The groups are, of automation inside it, the value from before all times and the text of all other events;
    its value; the number of its automation target.
    """
    text, number, events, once = _TEXT, "[0-9]++", r"(?:<(?:Float|Bool|Enum)Event [^<>]*+>\s*+)*+", "?+"
    if groups:
        text, number, events, once = f"({text})", f"({number})", f"({events})", "?"
    before = rf'(?:<\w++ (?:Id="\d++" )?Time="-63072000" Value="{text}" ?/>\s*+){once}'
    return (
        rf"(?:{_leaf('LomId')})?+(?=<(?:ArrangerAutomation|KeyMidi|Manual)\b)"
        rf"(?:<ArrangerAutomation>\s*+<Events>\s*+{before}{events}</Events>\s*+</ArrangerAutomation>\s*+){once}"
        rf"{_MAPPED}(?:{_leaf('Manual', text)}){once}{_LIMITS}"
        rf"{_target('AutomationTarget', number, once)}{_LIMITS}{_target('ModulationTarget', '[0-9]++', '?+')}"
        r"(?:<ModulationAutomation>\s*+<Events ?/>\s*+</ModulationAutomation>\s*+)?+"
    )


def _named_setting(*, groups: bool) -> str:
    return rf"<(?P<setting>{_NAME})>\s*+{_setting(groups=groups)}</(?P=setting)>\s*+"


# References to nothing, numbers by which only Live itself finds a thing, and what only its windows need.
_DULL = (
    "BranchSelectorRange|ClipEnvelopeChooserViewState|EnvelopeChooser|FollowAction|Grid|GrooveSettings|MpeSettings"
    "|ScaleInformation|ScrollerTimePreserver|TimeSelection|TrackDelay"
)
_NOTHING = (
    rf"<{_NAME}>\s*+<Value ?/>\s*+</{_NAME}>\s*+"
    r'|<(?:\w++(?<=ListWrapper) LomId="\d++"|Pointee Id="\d++"|LockedScripts|SendInfos) ?/>\s*+'
    rf"|<(?:{_DULL})>\s*+(?:{_leaf(_NAME)})*+</(?:{_DULL})>\s*+"
    r"|<ModulationList>\s*+<Modulations ?/>\s*+</ModulationList>\s*+"
    r"|<TimeSignature>\s*+<TimeSignatures>\s*+<RemoteableTimeSignature[^<>]*+>\s*+"
    rf"(?:{_leaf(_NAME)})*+</RemoteableTimeSignature>\s*+</TimeSignatures>\s*+</TimeSignature>\s*+"
)

# What stands inside another element is no value of this one, whatever it is called.
_INSIDE = (
    rf"<(?:{_DULL}|RemoteableTimeSignature)\b[^<>]*+>\s*+(?:{_leaf(_NAME)})*+"
    rf"</(?:{_DULL}|RemoteableTimeSignature)>"
)

_ATTRIBUTES = rf"""(?:\s+{_NAME}\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'))*+"""
_START = rf"<(?P<start>{_NAME})(?P<attributes>{_ATTRIBUTES})\s*+(?P<empty>/?)>"

START = re.compile(_START)
"""A start tag."""

TOKEN = re.compile(
    "[^<]*+(?:"
    + "|".join(
        (
            rf"</(?P<end>{_NAME})\s*+>",
            rf"(?P<row>(?:{_leaf(_NAME)}|{_named_setting(groups=False)}|{_NOTHING})+)",
            _START,
            "(?P<comment><!--)",
            "(?P<foreign><[!?])",
        )
    )
    + ")"
)
"""What comes next; the group that matched last says what it is."""

_LEAF = rf'<({_NAME}) Value="({_TEXT})"'
_LABELS = (
    r"UserName|ParameterName|ParameterId|MacroDisplayNames\.\d++|ShouldShowPresetName|Name|ShortName|PlugName"
    "|Path|RelativePath|Target|UpperDisplayString"
)
_LABEL = rf'<({_LABELS}|Manual) Value="({_TEXT})"(?:></[\w.]++>)?+'

IS_LABEL = re.compile(_LABELS)
"""The name of a plain value in a device that names something or says where it comes from."""

VALUED = re.compile(f"{_named_setting(groups=True)}|{_LEAF}|{_INSIDE}")
"""One of a row: a setting's name and its groups, or a plain value's name and value; else all are empty."""

LABELLED = re.compile(f"{_named_setting(groups=True)}|{_LABEL}|{_INSIDE}")
"""One of a row in a device: a setting, or a label; a value that stands for itself is one as well."""

PART = re.compile(
    rf'{_named_setting(groups=True)}|{_LABEL}|<({_NAME})(?:\s+{_NAME}="{_TEXT}")*+\s*+>|</({_NAME})\s*+>'
)
"""In a device: a setting, a label as above, the name of a part that begins, the name of one that ends."""


def _slot() -> str:
    text, number = f"({_TEXT})", "([0-9]++)"
    span = rf"<Last\w++>\s*+{_leaf('First')}{_leaf('Last')}</Last\w++>\s*+"
    return (
        rf'<(?P<slot>Plugin\w++)(?: Id="\d++")?>\s*+'
        rf"{_leaf('ParameterName', text)}{_leaf('ParameterId', number)}"
        rf"(?:{_leaf('ParameterIdFlankBool')})?+(?:{_leaf('VisualIndex')})?+"
        rf"<ParameterValue>\s*+{_setting(groups=True)}</ParameterValue>\s*+(?:{span})*+</(?P=slot)>"
    )


SLOT = re.compile(_slot())
"""A parameter of a plug-in: its element's name, its name and number, and the groups of its setting.

A slot to which the user has not given a parameter has the number −1, and is none.
"""

EVENT = re.compile(r'Time="([^"]++)" Value="([^"]++)"')
"""An automation point: beat, value."""

KEY_TRACK = re.compile(
    r"<KeyTrack\b[^<>]*+>\s*+<Notes>([^<]*+(?:<MidiNoteEvent [^<>]*+>\s*+)*+)</Notes>\s*+"
    r'<MidiKey Value="(\d++)" ?/>\s*+</KeyTrack>'
)
"""The notes of one key: their text, and which key it is."""

NOTE = re.compile(
    rf'<MidiNoteEvent Time="({_TEXT})" Duration="({_TEXT})" Velocity="({_TEXT})"'
    rf'(?:(?: (?!IsEnabled)\w++="{_TEXT}")*+ IsEnabled="({_TEXT})")?+'
)
"""A note: beat, length in beats, velocity, and whether it is heard."""
