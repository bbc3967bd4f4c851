"""What is wrapped around a request and says nothing of it: politeness, hesitation, asides."""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.tokens import unify
from orbit.agent.reader.lexicon import group

__all__ = ["unwrapped"]

# Every quantifier that could be tried in more than one way is possessive: a page of spaces must cost no time.
_BEFORE = re.compile(
    r"^\W*+(?:(?:hey(?: there)?|hi(?!-)|hello|"
    r"oops|whoops|oh|hmm+|hm|uh+m?|um+|er+m?|erm|ahem|sorry|wait|damn|ah|"
    r"ok|okay|kk|yo|oi|"
    r"dude|man|bro|mate|orbit|please(?: to)?|pls|plz|so|thanks|thank you(?: (?:so|very) much)?|thx|cheers|"
    r"listen(?=,)|look(?=,)|say(?=,)|(?:cool|great|nice|perfect)(?=[\s]*[,.!:;]|\s+(?:now|so)\b)|"
    r"i think|i feel like|i guess|i reckon|now|right|well|alright|all right|aight|and|then|just|maybe|"
    r"perhaps|actually|basically|like|you know|next(?! (?:time|week|month|year)\b)|first|quickly|"
    r"one more thing|quick one|real quick|"
    r"(?:can|could|would|will|might) (?:you|u|we|i)(?: (?:please|pls|just|maybe|possibly|perhaps|kindly|like|"
    r"quickly|now|also|uh|um))*+(?: mind(?= \w+ing\b))?+|do you mind|do me a favou?r and|"
    r"i(?:'d| would) be (?:much |very |so )?(?:obliged|grateful|glad|happy|thankful) "
    r"if you(?:'d| would| could)|"
    r"any objections? (?:to|if (?:we|you|i))|"
    r"i(?:'d| would) (?:really |very much )?appreciate it if (?:you|we) (?:could|would|can)|"
    r"(?:is there )?(?:any|a) way (?:to|(?:that )?(?:you|we|i) (?:can|could))|"
    r"(?:is there )?any chance of(?= (?:the|an?|some|my)\b)|be so kind (?:as )?to|"
    r"is it possible to|would it be possible to|any chance (?:you|we) (?:can|could)|"
    r"i(?: would|'d)? (?:want|need|like) (?:you )?to|i'd like (?:you )?to|i would like (?:you )?to|"
    r"i(?:'d| would)? (?:love|prefer) (?:you )?(?:it if you )?(?:to|could)|"
    r"i want you to|i(?:'d| would) (?:like|love)(?: to have)?(?= (?:the|a|an|some|my|our|all|every|more)\b)|"
    r"i wanna|i'm gonna|let's|lets|let us|go ahead and|go and|try to|try and|help me(?: to)?|we should|"
    r"we need to|we gotta|i need you to|you should|"
    r"it would be (?:nice|great|cool) (?:if you could|to)|how about we|what if (?:we|you)|"
    r"why don't (?:we|you)|what about|"
    r"what (?:i|we)(?:'d| would)? (?:want|need|like) is(?: for you)?(?: to)?|"
    r"let me|lemme|make sure (?:to|you|that))\b[\s,!.:]*+)++",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?<![\s,])(?:[\s,]++(?:please|pls|plz|thanks|thank you|thx|ty|cheers|for me|if you can|if you could|"
    r"if possible|if that's ok|would you|will you|ok|okay|(?-i:mate|man|dude|bro)|yeah|alright|orbit|then|"
    r"right now|now|real quick|quickly|for now|a sec|for a sec(?:ond)?|for a (?:moment|minute|bit)|tbh|"
    r"i think|"
    r"i guess|i reckon|you know|or so|or something|or whatever|if you would|when you can|asap))*+"
    r"[\s.!?,;…]*+$",
    re.IGNORECASE,
)


_HESITATION = re.compile(r"(?<![\w'-])(?:u+h+m*|u+m+|e+r+m+|h+m+)\b[,.…]*\s*", re.IGNORECASE)
_SPELT_UNIT = re.compile(r"(?<=[\w] )(?:dee\s?bees?|d\.?\s?b)\b\.?(?=\W|$)", re.IGNORECASE)
_STATES = ("muted", "unmuted", "soloed", "armed", "panned")
_WHAT_IF = re.compile(
    r"^(?:what if|it(?:'d| would) be (?:nice|great|cool|good|better|lovely) if|i wish) "
    r"(?P<what>(?:the|my|all|every)\b[^,]*?) (?:was|were|is|are|would be|could be) (?P<how>[^?]+)\??$",
    re.IGNORECASE,
)
_SO_THAT = re.compile(
    r"^(?:i|we) (?:want|need|would like|'d like|wish)(?: that)? "
    r"(?P<what>(?:the|my|all|every)\b[^,]*?|it|them) (?:is|are|be|to be|should be) (?P<how>.+)$",
    re.IGNORECASE,
)


def unwrapped(text: str) -> str:
    """A sentence without the politeness around it; the sentence itself when there is nothing else."""
    plain = unify(text).strip()
    if '"' not in plain:
        plain = _SPELT_UNIT.sub("db", _HESITATION.sub("", plain)) or plain
        plain = in_the_present(plain) or plain
    if (wanted := _SO_THAT.match(plain) or _WHAT_IF.match(plain)) is not None:
        verb = "" if wanted["how"].split()[0] in _STATES else "make "
        plain = f"{verb}{wanted['what']} {wanted['how']}"
    without = _BEFORE.sub("", plain)
    core = _AFTER.sub("", without) if without.strip() else plain
    return core or plain


_VERBS = group("asked_in_the_past")
_IRREGULAR = {
    "put": "put", "set": "set", "cut": "cut", "made": "make", "took": "take", "gave": "give", "got": "get",
    "brought": "bring", "sent": "send", "did": "do", "went": "go", "threw": "throw", "stuck": "stick",
    "left": "leave", "kept": "keep", "ran": "run", "began": "begin", "undid": "undo", "hid": "hide",
}  # fmt: skip
_POLITE = re.compile(
    r"^(?:(?:hey|hi|ok|okay|so|please)[\s,]+)*(?:(?:it|that)(?:'d| would| will)(?: really| also)? |would |"
    r"(?:i|we)(?:'d| would)(?: really| also)? |do you think it would )"
    r"(?:be |help |mean |love |like |appreciate |prefer |suit )(?:[\w']+ ){0,4}?"
    r"if (?:you|we|someone|somebody)(?:'d)? (?:just |maybe |also |quickly )?(?P<verb>\w+)\b(?P<what> .+)$",
    re.IGNORECASE,
)
_POLITE_LAST = re.compile(
    r"^(?:and |so )?if you (?:just |maybe |also )?(?P<verb>\w+)\b(?P<what> [^,]+?),? "
    r"(?:that|it|i|we)(?:'d| would) (?:be|help|love|like|appreciate)\b[^,.]*$",
    re.IGNORECASE,
)


def in_the_present(text: str) -> str | None:
    """What is asked for; None where nothing is asked for so."""
    match = _POLITE.match(text) or _POLITE_LAST.match(text)
    verb = _present(match["verb"].casefold()) if match else None
    return f"{verb}{match['what']}" if match and verb else None


def _present(past: str) -> str | None:
    """The verb itself of a verb in the past; None of one that nobody asks with."""
    if past in _IRREGULAR:
        return _IRREGULAR[past]
    stems = (past.removesuffix("d"), past.removesuffix("ed"), past[:-3], f"{past.removesuffix('ied')}y")
    return next((stem for stem in stems if past.endswith("ed") and stem in _VERBS), None)
