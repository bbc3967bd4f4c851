"""What is said in two stretches, said in one: first what or where something is, then what to do with it.

"The chorus starts at bar 17, put a marker there" comes to "put a marker at bar 17", "7/8 would be cooler,
switch to that" to "switch to 7/8", "loop the hook, that's 8 bars from bar 17" to "loop 8 bars from bar 17".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from orbit.agent.offline.understanding.past import in_the_present
from orbit.agent.offline.understanding.surplus import unneeded
from orbit.agent.offline.understanding.told_names import with_told_name

__all__ = ["restated"]

_NOUN = r"(?:(?:the|my|our|this|that|a|an|each|your)\s+)?(?P<name>[\w'-]+(?:\s+[\w'-]+){0,2}?)"
_IS = (
    r"(?:\s+(?:only |really |now )?(?:starts?|begins?|comes? in|kicks? in|enters|hits|drops|lands|is|are|"
    r"sits|happens|goes|runs|lasts|spans|will be|falls|arrives|opens|should be|would be)|'s)"
)
_ONE = (
    r"(?:(?:bar|measure)(?: number)? (?P<bar>\d+)|(?:the )?(?P<nth>\d+)(?:st|nd|rd|th) (?:bar|measure)|"
    r"(?P<bare>\d+))"
)
_AT = r"(?:(?:right |exactly |just )?(?:at|on|in|from|with) )?"
_STRETCH = (
    r"(?:from |between |at |of |over )?(?:(?:the )?(?:first|last|next) )?"
    r"(?:(?:bars?|measures?) \d+\s*(?:to|through|until|till|and|-)\s*(?:(?:bar|measure) )?\d+|"
    r"\d+\s*(?:to|through|until|-)\s*(?:bar )?\d+|"
    r"(?:from |the )?\d+ (?:bars?|measures?|beats?)(?: long)?"
    r"(?:,? (?:starting |beginning )?(?:at|on|from|in|with) (?:bar |measure )?\d+)?)"
)
_PLACED = re.compile(
    rf"^(?:{_NOUN}{_IS}\s+{_AT}|"
    r"(?:the|my|our)\s+(?P<who>[\w'-]+(?:\s+[\w'-]+)?)\s+\w+\s+(?:at|on|in|from|with)\s+)"
    rf"{_ONE}(?: or so)?$",
    re.IGNORECASE,
)
_COMES = re.compile(
    rf"^(?:at|on|from|in|with) {_ONE}(?: is where|,)? (?:comes|starts|begins|there's|there is|is|we have|"
    rf"we've got|hits|enters|drops|kicks in) {_NOUN}$",
    re.IGNORECASE,
)
_SPANNED = re.compile(rf"^{_NOUN}{_IS}\s+(?P<where>{_STRETCH})(?: or so)?$", re.IGNORECASE)
_WORKED_ON = re.compile(
    r"^(?:i|we|they|she|he|the \w+|i'm|we're)\s[^,.;]*?\s(?P<where>(?:from )?bars? \d+\s*"
    r"(?:to|through|until|and|-)\s*\d+)$",
    re.IGNORECASE,
)
_EXPLAINED = re.compile(
    r"^(?:that's|that is|it's|it is|which is|that'd be|i mean|meaning|so that's|so|it (?:starts|runs|goes|"
    rf"lasts|spans)|which (?:starts|runs|goes|lasts|spans)|that (?:runs|goes)|so it's)\s+"
    rf"(?P<where>{_STRETCH})$",
    re.IGNORECASE,
)
_PAUSE = re.compile(r"\s*[,.;:!?]+\s+(?:and |so |then |but |please )?|\s+[–—-]+\s+|\s+(?:and|so)\s+(?=\w)")
_THERE = re.compile(
    r"\b(?P<lead>from |to |until |till |at |on |in )?(?:right |exactly |just )?"
    r"(?:there|here|for (?:that|it)(?= (?:called|named|saying)|$)|"
    r"that (?:point|spot|bar|place|position|moment|measure))\b",
    re.IGNORECASE,
)
_LOOP_IT = re.compile(
    r"\b(?:put (?:a |the )?loop (?:around|on|over|there on)|"
    r"(?P<verb>loop|cycle|repeat|vamp|keep looping|go round))\s+(?:just |only )?"
    r"(?:it|that|this|those|these)(?: (?:part|section|bit|stretch|bars|passage|region))?\b",
    re.IGNORECASE,
)
_LOOPED = re.compile(
    r"\b(?P<verb>loop|cycle|repeat|vamp)\s+(?:the|my|our|this|that)\s+[\w'-]+(?:\s+[\w'-]+)?$", re.IGNORECASE
)
_MARK_IT = re.compile(
    r"^(?:can you |could you |please |so |let's )*(?:mark|flag|label|bookmark|tag) (?:it|that|this|the spot)"
    r"(?: (?:with a|as a) (?:marker|locator|flag))?(?: please| for me)*$",
    re.IGNORECASE,
)
_MARK_IT_AS = re.compile(
    r"^(?:can you |could you |please |so |let's )*(?:mark|flag|label|bookmark|tag|name|call) "
    r"(?:it|that|this|the spot)(?:\s*[:,])? (?:as |with |the )?(?P<name>[\w'-]+(?: [\w'-]+){0,3}?)"
    r"(?: please| for me)*$",
    re.IGNORECASE,
)
_BETTER = re.compile(
    r"^(?:(?:i think|maybe|actually|i guess|i feel like|perhaps|probably|hmm|hm|yeah)[\s,]+)*"
    r"(?P<what>[^,.;]*?\d[^,.;]*?)\s*(?:would|might|could|will|should|is|are|sounds?|feels?|works?|seems?|fits?|"
    r"'d|'s)\b(?: (?:be|feel|sound|work|fit|suit|probably|really|so|a|much|way|lot|bit|more|the|us|it|even|"
    r"just))*(?: (?:cooler|better|nicer|great|good|nice|perfect|right|fine|cool|best|well|what i want|"
    r"what we need|what i need|what we want|groovier|tighter|faster|slower|easier|interesting|fun|funnier|"
    r"ideal|for this|this|song|vibe|here|one))*$",
    re.IGNORECASE,
)
_DO_THAT = re.compile(
    r"^(?P<do>(?:[\w']+\s+){1,6}?)(?:that|it|this|those)(?P<more>(?: (?:instead|then|please|for me|now))*)$",
    re.IGNORECASE,
)
_TO = re.compile(r"\b(?:to|with|for|at|use|try|take)\s*$", re.IGNORECASE)
_CLICK = re.compile(
    r"^(?:(?:ugh|god|argh|hey|what's|what is|where's|whats|i hear|hear|turn|is|man)\s+)*"
    r"(?:all )?(?:the|that|this|my)\s+(?:[\w-]+ )?(?P<what>click(?:ing|er)?|metronome|"
    r"tick(?:ing|er|s)?|beep(?:ing|s)?)(?: (?:sound|noise|thing|track))?\b(?! (?:of|in|on|from))",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:it|that|this)\b", re.IGNORECASE)
_WHAT = re.compile(
    r"^(?:(?:so|ok|okay|well|now|please)[\s,]+)*(?:what|all|the (?:only |one )?thing)(?: that)? (?:i|we)"
    r"(?:'d| would| really| just|'m| am|'re| are)* (?:need|want|like|love|after|asking for|looking for|"
    r"prefer)(?: here| now| next| today| from you| you to do)*"
    r" (?:is|are|'s|would be)(?: for you)?(?: to)?[\s:,]+"
    r"(?P<what>.+)$",
    re.IGNORECASE,
)
_CHEER = re.compile(
    r"(?<=\w)\s*[,.!;]+\s*(?:(?:and )?(?:let's|lets|here we|off we|let us) (?:go|rock|roll|do this|"
    r"do it|get it)|let's gooo*|come on|hell yeah|woo+|cheers mate)[\s!.]*$",
    re.IGNORECASE,
)
_MATCH = re.compile(
    r"(?P<do>\b(?:colou?r|paint|tint)\b[^,.;]*?),? (?:so (?:it|they) match(?:es)?|to match)\b"
)
_NEW_SCENE = re.compile(
    r"(?P<made>\bscene (?:called|named|titled) (?P<name>[\w' -]+?))\s*[,.;]?\s+(?:and then|and|then)\s+"
    r"(?P<do>launch|fire|play|trigger|start|run|hit)\s+(?:it|that)\b",
    re.IGNORECASE,
)
_LIST = (
    r"(?:[\w'-]+(?: [\w'-]+)?)(?:\s*,\s*(?:and )?[\w'-]+(?: [\w'-]+)?)*(?:\s*,)?\s+and\s+[\w'-]+(?: [\w'-]+)?"
)
_BARS = r"(?:bars? )?\d+(?:\s*,\s*(?:and )?(?:bar )?\d+)*(?:\s*,)?\s+and\s+(?:bar )?\d+"
_MARKERS = (
    re.compile(
        rf"\b(?:markers|locators|flags|cues)\s+(?:at|on)\s+(?P<bars>{_BARS})\s*,?\s+(?:and )?(?:called|named|"
        rf"call them|name them|saying|labelled|labeled|with the names|names?:?)\s+(?P<names>{_LIST})$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:markers|locators|flags|cues)\s+(?:called |named |labelled |for )?(?P<names>{_LIST})"
        rf"\s+(?:at|on)\s+(?P<bars>{_BARS})$",
        re.IGNORECASE,
    ),
)
_STRAIGHT = re.compile(
    r"\s*,?\s*\b(?:(?:in|with|as|using|on|along) (?:a |an |one |1 )(?:single |nice |long |slow |smooth |"
    r"clean )?(?:straight|linear|smooth|steady|even)(?: straight)? "
    r"(?:line|ramp|sweep|slope|curve|rise|fade|glide|"
    r"motion|movement|way|fashion)|linearly|in a line)\b,?",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\b(?:automate|automation|sweep|ramp|open|close|glide|ride|fade|move|bring|take)", re.IGNORECASE
)
_ENDS = re.compile(
    r"\bfrom (?P<low>[^,]+?) (?:at|in|on) (?:the|its) (?:very )?(?:start|beginning|top|first beat)"
    r"(?: of (?:the |it)?(?:clip|loop)?)? (?:up |down )?to (?P<high>[^,]+?) (?:at|by|in|on) (?:the|its) "
    r"(?:very )?(?:end|last beat)(?: of (?:the |it)?(?:clip|loop)?)?(?=$|[.,;!?])",
    re.IGNORECASE,
)


def restated(text: str) -> str | None:
    """The sentence in one stretch; None where it is said in one already."""
    core = text.strip()
    if '"' in core or len(core) > _LONGEST:
        return None
    core = core.rstrip(" .!?")
    said = core
    for restate in (_uncheered, _matched, _what, in_the_present, with_told_name, _scene, _marked, _straight):
        said = restate(said) or said
    for one, other in _halves(said):
        for restate in (_there, _loop, _explained, _that, _clicking, unneeded):
            if (found := restate(one, other) or restate(other, one)) is not None:
                return found
    return said if said != core else None


_LONGEST = 200


def _halves(text: str) -> Iterator[tuple[str, str]]:
    """The two stretches on either side of each pause."""
    for pause in _PAUSE.finditer(text):
        one, other = text[: pause.start()].strip(), text[pause.end() :].strip()
        if one and other:
            yield one, other


def _uncheered(text: str) -> str | None:
    """What is asked for, without the cheer behind it: "140 bpm, let's go"."""
    said = _CHEER.sub("", text)
    return said if said and said != text else None


def _matched(text: str) -> str | None:
    """A colour that is to match another is one like it."""
    said = _MATCH.sub(r"\g<do> like", text)
    return said if said != text else None


def _what(text: str) -> str | None:
    match = _WHAT.match(text)
    return match["what"] if match else None


def _scene(text: str) -> str | None:
    def launched(match: re.Match[str]) -> str:
        return f'{match["made"]} and {match["do"]} scene "{match["name"]}"'

    said = _NEW_SCENE.sub(launched, text, count=1)
    return said if said != text else None


def _marked(text: str) -> str | None:
    """Several markers, their bars in one list and their names in another."""
    match = next((found for each in _MARKERS if (found := each.search(text))), None)
    if match is None:
        return None
    bars, names = re.findall(r"\d+", match["bars"]), _listed(match["names"])
    if len(bars) != len(names) or any(re.search(r"\d", name) for name in names):
        return None
    pairs = zip(bars, names, strict=True)
    return " and ".join(f'put a marker at bar {bar} called "{name}"' for bar, name in pairs)


def _listed(text: str) -> list[str]:
    return [part for each in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text) if (part := each.strip())]


def _straight(text: str) -> str | None:
    """What goes in a straight line goes from one value to another, and need not say so."""
    if not _MOVES.search(text) or not re.search(r"\d", text):
        return None
    said = _ENDS.sub(lambda match: f"from {match['low']} to {match['high']}", _STRAIGHT.sub("", text))
    return said if said != text else None


def _there(statement: str, request: str) -> str | None:
    """What is to be done at the place that is said beside."""
    placed = _PLACED.match(statement) or _COMES.match(statement)
    if placed is None:
        return None
    bar = placed["bar"] or placed["nth"] or placed["bare"]
    if _MARK_IT.match(request):
        return f'put a marker at bar {bar} called "{placed["name"] or placed.groupdict().get("who")}"'
    if (marked := _MARK_IT_AS.match(request)) is not None:
        return f'put a marker at bar {bar} called "{marked["name"]}"'

    def at(match: re.Match[str]) -> str:
        moves = re.search(r"\b(?:go|jump|move|skip|head)\s*$", request[: match.start()], re.IGNORECASE)
        return f"{match['lead'] or ('to ' if moves else 'at ')}bar {bar}"

    said = _THERE.sub(at, request, count=1)
    return said if said != request else None


def _loop(statement: str, request: str) -> str | None:
    """What is to be looped from where to where, said beside."""
    spanned = _SPANNED.match(statement)
    if spanned is None:
        worked_on = _WORKED_ON.match(statement)
        said = _LOOP_IT.sub(f"loop {worked_on['where']}", request, count=1) if worked_on else request
        return said if said != request else None
    said = _LOOP_IT.sub(lambda match: f"{match['verb'] or 'loop'} {spanned['where']}", request, count=1)
    if said == request:
        named = rf"\b(loop|cycle|repeat)\s+(?:the|that|this|my)\s+{re.escape(spanned['name'])}\b"
        said = re.sub(named, rf"\1 {spanned['where']}", request, count=1, flags=re.IGNORECASE)
    return said if said != request else None


def _explained(explanation: str, request: str) -> str | None:
    """What is looped by a name that says nothing, and what that is."""
    explained = _EXPLAINED.match(explanation)
    if explained is None or not _LOOPED.search(request):
        return None
    return _LOOPED.sub(lambda match: f"{match['verb']} {explained['where']}", request)


def _that(statement: str, request: str) -> str | None:
    """What is to be set to what is thought better."""
    better, done = _BETTER.match(statement), _DO_THAT.match(request)
    if better is None or done is None or not _TO.search(done["do"]):
        return None
    return f"{done['do']}{better['what'].strip()}{done['more']}"


def _clicking(statement: str, request: str) -> str | None:
    """What is to become of the metronome, which is spoken of before."""
    if _CLICK.match(statement) is None or not _IT.search(request) or _CLICK.match(request):
        return None
    return _IT.sub("the metronome", request, count=1)
