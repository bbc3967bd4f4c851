"""A device without chains, read from its text at once; what is out of the ordinary is left to others."""

from __future__ import annotations

from daw_bridges.ableton.saved.attributes import unescaped
from daw_bridges.ableton.saved.device_values import MOST_LEVELS, NO_PARAMETER, OF_NO_MATTER, DeviceValues
from daw_bridges.ableton.saved.grammar import PART, SLOT

__all__ = ["values_in"]

_LIST, _END_OF_LIST = "<ParameterList>", "</ParameterList>"

# Most of a plug-in's slots: the user has given them no parameter.
_EMPTY_SLOT = f'<ParameterId Value="{NO_PARAMETER}" />'

# A setting that is not of the usual shape is seen by what stands in it.
_UNUSUAL = frozenset(("ArrangerAutomation", "AutomationTarget"))


def values_in(tag: str, text: str) -> DeviceValues | None:
    """What is stored in the text inside a device's element; None where that has not the shapes of Live."""
    found = DeviceValues()
    if _is_strange(text):
        return None
    if tag.endswith("PluginDevice"):
        text = _without_slots(text, found)
    elif "<SampleParts>" in text:
        text = _with_one_sample(text)
    return found if _walked(text, found) else None


def _is_strange(text: str) -> bool:
    """Whether there are comments, or attributes in single quotes; one sign is looked for far quicker."""
    return ("!" in text and "<!" in text) or ("'" in text and "='" in text)


def _walked(text: str, found: DeviceValues) -> bool:
    """Whether the parts fit into each other and every setting in them is of the usual shape."""
    place, keep = found.place, found.keep
    prefix, around, unread = "", list[tuple[str, str]](), 0
    for name, before, events, value, target, label, what, opened, closed in PART.findall(text):
        if closed:
            if not around or around[-1][0] != closed:
                return False
            prefix = around.pop()[1]
            unread = 0 if len(around) < unread else unread
        elif opened:
            around.append((opened, prefix))
            if not unread:
                prefix = f"{place(prefix + opened)}/"
                unread = len(around) if opened in OF_NO_MATTER else 0
            if len(around) > MOST_LEVELS or (opened in _UNUSUAL and not unread):
                return False
        elif unread:
            continue
        elif name:
            keep(place(prefix + name), value or before, target, events)
        elif label == "Manual":
            return False
        else:
            found.label(prefix, label, unescaped(what))
    return not around


def _without_slots(text: str, found: DeviceValues) -> str:
    """Take the parameters of a plug-in, if all are of the usual shape; the text without them."""
    start, end = text.find(_LIST), text.find(_END_OF_LIST)
    slots = list(SLOT.finditer(text, start, end)) if 0 <= start < end else []
    empty = text.count(_EMPTY_SLOT, start, end)
    if len(slots) + empty != text.count("<Plugin", start, end):
        return text
    seen: dict[str, tuple[int, int]] = {}
    for slot in slots:
        tag, name, number, before, events, value, target = slot.groups("")
        at, nth = seen.get(tag, (start, 0))
        nth += text.count(f"<{tag}", at, slot.start())
        seen[tag] = slot.start(), nth
        path = f"ParameterList/{tag}[{nth}]" if nth else f"ParameterList/{tag}"
        found.keep_slot(path, unescaped(name), number)
        found.keep(f"{path}/ParameterValue", value or before, target, events)
    return f"{text[:start]}{text[end + len(_END_OF_LIST) :]}"


def _with_one_sample(text: str) -> str:
    """A sampler may hold hundreds of samples, and is called after the first."""
    start, end = text.find("</MultiSamplePart>"), text.find("</SampleParts>")
    return f"{text[: start + len('</MultiSamplePart>')]}{text[end:]}" if 0 <= start < end else text
