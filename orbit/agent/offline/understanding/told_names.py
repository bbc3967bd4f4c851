"""Names that are told beside what they are for, said as requests.

"FX is a bad name, make it Ear Candy" comes to "rename FX to Ear Candy", "make a MIDI track. Name is Bell" to
"make a MIDI track called Bell".
"""

from __future__ import annotations

import re

__all__ = ["with_told_name"]

_TRACK = r"(?:the |my |our )?(?P<what>[\w#'-]+(?: [\w#'-]+){0,3}?)"
_NAME = r"(?P<name>[\w#'&+/-]+(?: [\w#'&+/-]+){0,3})"
_TO_BE = r"(?:(?:please|just|instead|now|lets|let's|so|and|rather|better|then) )*"
_MADE = r"(?P<made>\b(?:track|scene|clip|marker|locator|return|channel)s?\b[^.;,!?]*)[.;,!?]+\s+"
_IS = r"\s*(?:is|should be|shall be|will be|must be|:|=|-)+\s+"
_NAMED_BEHIND = re.compile(
    rf"{_MADE}(?:and |with )?(?:the |its |their |his )?name(?: of it)?{_IS}", re.IGNORECASE
)
_NAMED_BEFORE = re.compile(
    rf"{_MADE}{_NAME} (?:is|as|will be|should be) (?:the|its|a good|for the) name(?: of it| for it)?$",
    re.IGNORECASE,
)
_BAD = (
    r"(?:bad|silly|stupid|boring|wrong|terrible|awful|poor|dull|lame|weird|ugly|confusing|misleading|long|"
    r"stupidly long|generic|rubbish|crap|dumb|strange|useless|vague|old)"
)
_MAKE_IT = (
    rf"{_TO_BE}(?:(?:make|call|name|rename|change|label|title|use|switch|set)(?: (?:it|that|this))?"
    r"(?: (?:to|as|into))?|(?:it|that) (?:should|must|needs to|has to|ought to) (?:say|be|read|be called))"
)
_BAD_NAME = re.compile(
    rf"^{_TRACK} (?:is|isn't|is not|is just|was|sounds like|has|has got|got) (?:such |really |kind of )?"
    rf"(?:a|an|the|too|not a|no) (?:{_BAD} |very |too |good |great |right |proper )*(?:name|title|label)"
    rf"(?: for (?:it|that|a track|this))?[\s,.;:-]+{_MAKE_IT} {_NAME}$",
    re.IGNORECASE,
)
_GETS_A_NAME = re.compile(
    rf"^{_TRACK}(?: (?:needs|wants|deserves|should have|should get|could use|gets|must have|has to have) "
    rf"(?:a |an |another |some )?(?:better|new|different|proper|nicer|real|other|shorter|clearer|"
    rf"cooler)? ?name[\s,.;:-]+(?:{_MAKE_IT} |like |maybe |how about |say )?|"
    rf"'s (?:new )?name(?: should be| is| will be| to)?\s*[:=,-]?\s+){_NAME}$",
    re.IGNORECASE,
)
_IN_A_STATE = re.compile(
    r"(?P<made>\b(?:called|named|titled|labelled)\s+(?!\")[^.,;!?]+?),?"
    r"(?:\s+(?:that|which)(?:'s| is)(?: to be)?)?(?=\s+(?:panned|muted|soloed|armed|routed|sent)\b)",
    re.IGNORECASE,
)
_IT_IS = re.compile(
    rf"^(?:rename|relabel|retitle) {_TRACK}(?: track| channel)?[,;:.]\s+(?:it's|it is|it should be|"
    r"it shall be|to|as|make it|call it|it becomes|should be|say|let's say)\s+(?:now )?"
    r"(?P<name>[\w'&+/-]+(?: [\w'&+/-]+){0,3}?)(?: now| instead| please)*$",
    re.IGNORECASE,
)
_WHAT_IS_CALLED = re.compile(
    rf"^(?:what's|what is|whats|the one|the track) (?:now |currently |that's |which is )*(?:called|named|"
    rf"labell?ed) {_TRACK}(?: now| currently| at the moment)?,? (?:should|must|shall|has to|needs to|"
    rf"ought to) (?:now |rather |really )?(?:read|be|say|be called|be named|become) {_NAME}$",
    re.IGNORECASE,
)
_ARROW = re.compile(rf"^rename:? ?{_TRACK}\s*(?:->|-->|=>|→|>)\s*(?P<name>[A-Za-z][\w '&+/-]*)$")
_FROM_NOW = re.compile(
    rf"^(?:from now on|as of now|from here on|henceforth|going forward)[\s,]+{_TRACK}(?: track)? "
    r"(?:is|will be|becomes|shall be|goes by|is known as|is called|will be called|should be) "
    r"(?P<name>[A-Z][\w'&+/-]*(?: [\w'&+/-]+){0,3})$"
)
_LIKE_THE_FIRST = re.compile(
    rf"\b(?:a|another|one|1) (?:second|new|identical|more)? ?{_TRACK} (?P<track>track|channel) "
    r"(?:that's |that is |which is )?(?:exactly |just |precisely )*(?:like|the same as|same as|identical to|"
    r"as) (?:the (?:first|original|old|existing|other|one)(?: one)?(?: (?:we|i) have)?|it|this one|"
    r"that one)\b,?",
    re.IGNORECASE,
)
_FOR_WHAT = re.compile(
    r"\b(?P<made>scene|marker|locator|clip) for (?:the|our|my|a|this|that) [\w' ]+?"
    r"(?=,? (?:and )?(?:then )?(?:call|name|label|title) (?:it|that|this)\b)",
    re.IGNORECASE,
)
_ADD_IT = re.compile(
    r"^(?P<what>(?:an? |new |another )?[\w '-]+?), (?:please )?(?P<verb>add|create|make|insert) "
    r"(?:it|that|one|this)(?: in| there)?(?: please)?$",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"^(?:(?:i|we)(?:'d| would)? (?:want|need|like)|give me|get me|make me|make|create|add)\s+", re.IGNORECASE
)


def with_told_name(text: str) -> str | None:
    """The sentence with the name where a request has it; None where none is told beside."""
    for pattern in (_BAD_NAME, _GETS_A_NAME, _IT_IS, _WHAT_IS_CALLED, _ARROW, _FROM_NOW):
        if (match := pattern.match(text)) is not None:
            return f'rename {match["what"]} to "{match["name"]}"'
    said = _NAMED_BEHIND.sub(lambda match: f"{match['made'].rstrip()} called ", text, count=1)
    said = _NAMED_BEFORE.sub(
        lambda match: f'{match["made"].rstrip()} called "{match["name"]}"', said, count=1
    )
    said = _FOR_WHAT.sub(lambda match: match["made"], said, count=1)
    said = _IN_A_STATE.sub(lambda match: f"{match['made']},", said, count=1)
    said = _ADD_IT.sub(lambda match: f"{match['verb']} {match['what']}", said)
    like = _LIKE_THE_FIRST.search(said)
    if like is not None:
        said = f"duplicate the {like['what']} track{said[like.end() :]}" if _WISH.match(said) else said
    return said if said != text else None
