"""A sentence in plainer joints: what people say between their requests, besides what they request.

"1) bass to -6 2) keys to -8" and "bass to -6, and after that keys to -8" both come to "bass to -6, keys to
-8". Read only where the sentence as it stands is not understood, and only what asks for nothing is left out.
"""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.tokens import unify
from orbit.agent.reader.lexicon import group

__all__ = ["apart", "smoothed"]

_IF_YOU_LIKE = (
    r"if (?:you (?:don't mind|do not mind|can|could|would|please|like|have a (?:second|sec|moment|minute))|"
    r"(?:it's|it is|that's|that is) (?:not too much (?:trouble|to ask|bother|hassle)|ok(?:ay)?|alright|"
    r"possible|fine)"
    r"(?: (?:with|by) you)?|(?:at all )?possible)"
)
_ORDER = (
    r"(?:first(?! (?:in|on|of the|of its|place|slot|position)\b)(?: of all| off| up|ly| thing)?|"
    r"second(?:ly)?|third(?:ly)?|fourth(?:ly)?|finally|"
    r"last(?! (?:in|on|of the|of its|place|thing|slot|position)\b)(?:ly| of "
    r"all| but not least)?|"
    r"next(?: up)?|then|and then|to (?:start|begin)(?: with| off)?|for starters|starting with|"
    r"after(?:wards?| that| this| which|(?! (?:the|an?|my|our|your|bar|it|i|we|you|they|s?he|\d+)\b[^.;]*,))|"
    r"later|once (?:that's|that is|you're|you are) (?:done|finished|"
    r"there)|"
    r"when (?:that's|that is|you're|you are) (?:done|finished)|with that done|that done|"
    r"at the same time|meanwhile|while you(?:'re| are) (?:at it|there)|while (?:we're|we are) at it|"
    r"on top of (?:that|it)|besides(?: that)?|in addition|additionally|furthermore|"
    r"(?:one|1) (?:more|last|other|final) (?:thing|request|one)|(?:two|three|four|2|3|4|a (?:couple|"
    r"few)(?: of)?|"
    r"some|several|one|quick) (?:more |quick |small |little )?(?:things?|requests?|changes?|edits?|"
    r"tweaks?|moves?|ones?)"
    r"(?: (?:please|for you|here))?(?=\s*[:,.-])|(?:one|1) more(?=\s*[:,.-])|same time|also|again|as "
    r"well|too|"
    r"for now|in the meantime|meantime|from there|this time|at last|in the end|step (?:one|two|three|"
    r"four|\d))"
)
_MYSELF = (
    r"(?:record|work|compare|hear|listen|see|check|test|sing|practi[sc]e|print|write|focus|concentrate|"
    r"think|find|"
    r"learn|rehearse|experiment|look|jam|finish|know|figure|rap|talk|speak)\b"
)
"""What people say they do themselves."""
_POLITE = (
    r"(?:please|pls|plz|kindly|my (?:bad|mistake)|oops|whoops|thanks|thank you(?: very much| so much)?|sorry|"
    r"(?:would|do) you mind(?= \w+ing\b)|"
    r"(?:can|could|would|will|may|might|shall) (?:you|u|we|i)(?: (?:please|kindly|also|maybe|perhaps|"
    r"just|possibly|now|"
    r"then|quickly|go ahead and))*(?: (?:ask (?:you|u) (?:to|for)|have you|get you to|trouble you to))?|"
    r"(?:i(?:'d| would) be (?:grateful|happy|glad|thankful) if you (?:could|would|can)|"
    r"i(?:'d| would) appreciate (?:it )?if you (?:could|would|can)|"
    r"it(?:'d| would) be (?:nice|great|cool|lovely|good|awesome) (?:if (?:you|we) (?:could|can|would)|to)|"
    r"would it be (?:possible|ok|okay) (?:to|if (?:you|we))|is it (?:possible|ok|okay) (?:to|if (?:you|we))|"
    r"any (?:chance|way) (?:that )?(?:you|we|i)(?: (?:can|could|might))?(?: get)?|do you mind|would you mind|"
    r"(?:i|we) (?:think|guess|feel|believe|suppose|reckon|say|figure)(?: like| that)? (?:we|you|i) "
    r"(?:should|could|can|"
    r"ought to|need to|might)(?: maybe| probably| just)?|(?:we|you) (?:should|could|can|ought to|"
    r"might)(?: maybe| "
    r"probably| just)?|"
    rf"(?:i|we)(?:'d| would)? (?:want|need|like|love|prefer|wish)(?: for)? (?:you|u)? ?to(?! {_MYSELF})|"
    rf"(?:i|we) (?:gotta|have to|need to|wanna)(?! {_MYSELF})|"
    r"(?:i(?:'m| am)|we(?:'re| are)) (?:gonna|going to) (?:need you to|ask you to)|"
    r"let(?:'s| us|s)(?: just| also| now| maybe| then| go and| try to| get)?|how about(?: we)?|what about|"
    r"(?:just|now|maybe|perhaps|probably|so|ok|okay|actually|basically|yeah|yes|cool|alright|all right|"
    r"then|and|but|or rather|anyway|anyways|man|dude|bro|yo|hey|hm+|um+|uh+|oh|ah|lol|you know(?: what)?|"
    r"listen|look)))"
)
_OPENERS = rf"(?:{_IF_YOU_LIKE}|{_ORDER}|{_POLITE})\b(?!-)"
_START = re.compile(rf"^\W*(?:{_OPENERS}[\s,:.!–—-]*)+(?=[\w#\"'+-])", re.IGNORECASE)
_INNER = re.compile(
    rf"(?P<join>[,;.:!?…]+\s+|\s+[–—-]+\s+|\s+(?:and|then|but|plus)\s+|"
    rf",)(?:{_OPENERS}[\s,:]*)+(?=[\w#\"'+-])",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:^|(?<=\s)|(?<=[,;.]))\(?(?P<at>\d{1,2})\s?[).]\s+(?=\S)")
_BULLET = re.compile(r"\s*(?:\n+\s*(?:[-*•–]\s+)?|\s[/|•]\s|\s*(?:…|\.\.+)\s*|\s+[–—]\s+|\s+-\s+)")
_BY_THE_WAY = re.compile(
    r"[\s,]+(?:respectively|btw|by the way|tho|though|lol|haha)(?=\s*(?:[,;.!?]|$))", re.IGNORECASE
)
_ENDED = re.compile(r"[!?]+(?=\s+\S)")
_EACH = re.compile(
    r"(?P<value>\d\s?(?:db|%|percent|decibels?)?)(?:\s+each(?: one)?|\s+apiece|\s+(?:for|on) (?:each|"
    r"both)(?: one| of them)?)"
    r"(?=\s*(?:[,;.!]|$|\band\b|\bthen\b|\bplease\b))",
    re.IGNORECASE,
)
_ASKING = (
    "please can could would let's lets just maybe i'd we i'll make set put turn bring take pull push drop "
    "raise lower lift cut boost mute unmute solo unsolo pan move send give get add insert kill lose dip "
    "duck bump crank trim nudge ease arm disarm loop play stop record start name rename call color colour "
    "delete remove copy duplicate back dial roll tame tighten widen narrow shorten open close speed slow "
    "switch enable disable activate route load throw stick group reset fade bypass launch fire create "
    "build increase decrease reduce jump go change adjust swap clear undo pop chuck slap whack hook run "
    "use save ditch scrap silence"
)
_SO = re.compile(rf"[\s,]+so,?\s+(?=(?:{'|'.join(_ASKING.split())}|-?\d+)\b)", re.IGNORECASE)
_BECAUSE = re.compile(
    r"[\s,]+(?:because|cause|'cause|cuz|coz|since|as it|as they|so that|in order to|"
    r"before (?=(?:it|they|i|we|things)\b)|so (?:i|we|you|it|"
    r"they|the \w+) "
    r"(?:can|could|will|won't|don't|doesn't|gets?|has|have|sits?|is|are)\b)(?P<why>[^,;.!?]*)",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"(?<!want)(?<!need)(?<!like)(?<!love)(?<!wish)(?P<join>^|[\s,]+)"
    r"(?:just |in order |so as )?to (?:make|give|leave|create|free(?: up)?|clear|"
    r"open(?: up)?|get|let|help|"
    r"keep|avoid|see|hear|check|test|try|compare|clean(?: up)?|tidy(?: up)?|thin(?: out)?|clear up|fit|"
    r"match|tame|warm|"
    r"brighten|tighten|balance|even)\b(?P<why>[^,;.!?\d]*)(?=[,;.!?]|$)",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"(?P<join>^|[\s,;.]+)for (?:the |this |that |a |our |my )?(?:next |first |second |last |whole )?"
    r"(?:verse|chorus|breakdown|break|drop|bridge|intro|outro|build(?: ?up)?|pre-?chorus|hook|section|"
    r"part|take|moment|"
    r"mix|mixdown|demo|vibe|groove|contrast|now|starters|clarity|space|headroom|width|punch|warmth|"
    r"effect|safety)s?\b"
    r"(?=\s*(?:[,;:.!?]|$|and\b|then\b))",
    re.IGNORECASE,
)
_SHORT_OF = re.compile(
    r"\b(?:db|percent|%|called|named|call|rename|title|label|note|if|unless|except|but|only|until|"
    r"instead|before|after|ahead|behind|in front|first|last)\b|\d|\"",
    re.IGNORECASE,
)
_NAMING = re.compile(r"\b(?:re)?nam(?:e|ed|ing)\b|\bcall(?:ed)?\b|\btitled?\b|\blabel", re.IGNORECASE)
_REST = re.compile(
    r"[,;.]?\s*(?:\b(?:and|but)\s+)?(?:(?:leave|keep|let)\s+(?:(?:all\s+)?the\s+(?:rest|others?)|"
    r"everything else)"
    r"(?:\s+(?:alone|as (?:it|they) (?:is|are)|as is|untouched|be|how it is|where it is))?|"
    r"(?:(?:all\s+)?the\s+)?(?:rest|others|everything else|nothing else)\s+(?:don't touch|do not touch|"
    r"stays?(?: as (?:it|they) "
    r"(?:is|are)| the same| untouched| put)?|leave(?: alone)?|untouched|is fine|are fine|is ok|no change)|"
    r"(?:don't|do not) (?:touch|change) (?:anything else|the rest|the others))(?=\s*(?:[,;.!]|$))",
    re.IGNORECASE,
)
"""What is to stay as it is beside all that is named: nothing else is touched anyway."""


def smoothed(sentence: str) -> str:
    """The sentence in plainer joints; itself where nothing has to be smoothed, or it quotes something."""
    plain = unify(sentence)
    if '"' in plain:
        return sentence
    plain = _BULLET.sub(", ", _numbered(plain))
    plain = _ENDED.sub(".", plain)
    plain = _BY_THE_WAY.sub("", _REST.sub("", plain))
    plain = _EACH.sub(r"\g<value>", plain)
    if not _NAMING.search(plain):
        plain = _without_whys(plain)
    plain = _SO.sub(", ", plain)
    plain = _INNER.sub(_joined, _START.sub("", plain))
    return re.sub(r"^[\s,;.:]+|[\s,;.:!?]+$", "", plain) or sentence


_COUNTED = re.compile(
    r"(?P<verb>\b(?:\w+\s+){0,4}?)(?P<count>two|three|four|[2-4])\s+(?P<new>new\s+|"
    r"more\s+)?(?P<what>(?:\w+\s+){0,2}?\w+?)s\s*"
    r"(?P<called>,|:|called|named|for|labell?ed)\s+(?P<names>\S.*)$",
    re.IGNORECASE,
)
_COUNTS = {"two": 2, "three": 3, "four": 4}
_NEW = re.compile(
    r"(?P<call>\b(?:call|name|label|title)\s+)(?:the|that|my)\s+(?:copy|duplicate|clone|new (?:one|track))\b",
    re.IGNORECASE,
)


def apart(sentence: str) -> str:
    """What has names given to so many at once, one by one: "create two audio tracks called A and B"."""
    plain = _at_that_bar(_NEW.sub(r"\g<call>it", unify(sentence)))
    found = _COUNTED.search(plain)
    if found is None or found["what"].split()[-1].casefold() not in _NAMED_THINGS:
        return plain if plain != unify(sentence) else sentence
    names = [
        name
        for name in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+&\s+", found["names"].rstrip(" .!"))
        if name
    ]
    if len(names) != _COUNTS.get(
        found["count"].casefold(), int(found["count"]) if found["count"].isdigit() else 0
    ):
        return sentence
    what = found["what"]
    article = "an" if what[:1].casefold() in "aeiou" else "a"
    each = ", ".join(f"{found['verb']}{article} {what} called {name}" for name in names)
    return plain[: found.start()] + each


_BAR = re.compile(r"\bbar \d+\b", re.IGNORECASE)
_SAME_BAR = re.compile(r"\b(?:the )?same (?:bar|place|spot|position|point)\b", re.IGNORECASE)


def _at_that_bar(plain: str) -> str:
    """The bar itself for "the same bar", where one alone was named before."""
    same = _SAME_BAR.search(plain)
    bars = _BAR.findall(plain) if same is not None else []
    return (
        _SAME_BAR.sub(bars[0], plain)
        if len(bars) == 1 and same and plain.index(bars[0]) < same.start()
        else plain
    )


_NAMED_THINGS = group("named_things")


def _numbered(plain: str) -> str:
    """A list with numbers: they count from one."""
    places = [int(found["at"]) for found in _NUMBERED.finditer(plain)]
    counted = len(places) > 1 and places == list(range(1, len(places) + 1))
    return _NUMBERED.sub(", ", plain) if counted else plain


def _without_whys(plain: str) -> str:
    for pattern in (_BECAUSE, _PURPOSE, _FOR):
        plain = pattern.sub(_unless_it_asks, plain)
    return plain


def _unless_it_asks(found: re.Match[str]) -> str:
    why = found.groupdict().get("why") or ""
    return found[0] if _SHORT_OF.search(why) else ("," if found.end() < len(found.string) else "")


def _joined(found: re.Match[str]) -> str:
    mark = found["join"].strip()
    return ". " if mark[:1] in (".", ";", "!", "?") else ": " if mark == ":" else ", "
