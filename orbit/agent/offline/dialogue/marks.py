"""The words that only a conversation gives a meaning, by what they say of what was done before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from orbit.agent.offline.understanding.amounts import SIZES
from orbit.agent.offline.understanding.listing import phrases, words

__all__ = [
    "GLUE",
    "LONGEST_MARK",
    "MARKS",
    "MORE_OF",
    "NAMING",
    "NOUNS",
    "QUALITIES",
    "SIZE_DB",
    "UNSAID",
    "VERBS",
    "Quality",
]

_MARKED: Mapping[str, str] = {
    "no": (
        "no, nope, nah, nay, no no, no no no, oh no, ah no, uh no, no way, hell no, not that, not "
        "that one, not it, not this one, not right, not what i meant, not what i wanted, that is not "
        "it, that is not right, wrong, wrong one, that one is wrong, wrong track, wrong channel, "
        "wrong device, wrong value, wrong number, wrong place, that is wrong, that was wrong, that is"
        " wrong one, that was wrong one, that is not what i meant, my bad, my mistake, my fault, "
        "mistake, i misspoke, misspoke, slip of tongue, typo"
    ),
    "meant": (
        "swap it for, swap that for, replace it with, replace that with, replace it by, change it to,"
        " change it for, exchange it for, more like, closer to, nearer to, something like, more "
        "something like, i mean, i meant, i did mean, meant, i was meaning, i wanted, i said, rather,"
        " instead, correction, make that, should have been, should be, should have said, supposed to "
        "be, was supposed to be, meant to say, i meant to say, what i meant was, what i meant is, "
        "what i wanted was, i was thinking of, i was talking about, i am talking about, in its place,"
        " in place of that, instead of that, that should be, that should have been, rather have, "
        "rather than that, let us say"
    ),
    "sorry": (
        "sorry, oops, whoops, oopsie, wait, hang on, hold on, hmm, hm, hmmm, actually, on second "
        "thought, on second thoughts, second thoughts, come to think of it, thinking about it, "
        "pardon, apologies, excuse me, my apologies, argh, ugh, crap, shit, fuck, bloody hell, hell, "
        "heck, dammit, yikes, ouch, eek, ah, oh, damn, dang, shoot, better, let me think, or better, "
        "or rather"
    ),
    "scrap": (
        "scratch that, strike that, scrap that, i changed my mind, changed my mind, forget i said "
        "that"
    ),
    "but": "but, only, except, just",
    "add": (
        "what about, how about, and, also, too, as well, likewise, ditto, plus, same, same thing, "
        "same again, same one, exact same, exactly same, same goes, same deal, same with, same for, "
        "same way, same treatment, same setting, same settings, same amount, same move, same here, "
        "equally, same procedure, that as well, like that, like that one, another, another one, "
        "additionally, on top, on top of that, while you are at it"
    ),
    "next": "now, then, and then, and now, next, and next, then also, after that",
    "again": (
        "again, once more, one more, one more time, once again, repeat, repeat that, encore, 1 more, "
        "1 more time, another time, another go"
    ),
    "back": (
        "before, fine before, good before, nicer before, great before, ok before, okay before, undo, "
        "undo that, undo it, undo this, undo those, undo them, undo these, undo last, undo last one, "
        "undo all that, revert, revert that, revert it, take back, take it back, take that back, take"
        " them back, take those back, put it back, put that back, put them back, go back, roll back, "
        "roll it back, bring it back, reverse that, as it was, as they were, as before, like before, "
        "how it was, how they were, back to what it was, back to how it was, back to where it was, "
        "back to where we were, back to before, undo that last one, undo that last change, "
        "to what it was, like it was, way it was, where it was, to how it was, as it was "
        "before, like it was before, it was before, better before, liked it before, liked it better "
        "before, prefer it before, preferred it before, prefer it as it was, was better before, not "
        "have done that, should not have done that, reverse it, cancel that, get rid of that again"
    ),
    "gone": (
        "without it, better without it, nicer without it, better without, nicer without, off again, "
        "take it off, take it off again, take that off, take that off again, take it out, take it out"
        " again, take it away, take it away again, remove it, remove it again, remove that, remove "
        "that again, delete it, delete it again, lose it, lose it again, get rid of it, get rid of "
        "that, get rid of it again, out again, throw it out, throw it out again, pull it out, pull it"
        " out again, take them off, take them off again"
    ),
    "redo": (
        "redo, redo it, redo that, reapply it, reapply that, reapply, put it back in, undo undo, undo"
        " that undo, undo my undo, restore it, restore that, keep it after all, do it after all, "
        "after all"
    ),
    "thanks": (
        "thanks, thank you, thank you so much, thank you very much, thx, cheers, ty, ta, much "
        "appreciated, appreciated, appreciate it, many thanks, thanks a lot, thanks a million, thanks"
        " so much, merci, danke, grazie, gracias"
    ),
    "fine": (
        "hell yeah, hell yes, leave it, leave it there, leave it like that, leave it as is, leave it "
        "as it is, leave it so, keep it, keep that, keep it like that, stay there, leave that, to me,"
        " perfect, lovely, great, good, nice, cool, awesome, brilliant, super, sweet, excellent, "
        "wonderful, fantastic, amazing, superb, beautiful, spot on, yes, yeah, yep, yup, ok, okay, "
        "alright, all right, right, fine, works, that works, sounds good, sounds great, sounds nice, "
        "sounds better, sounds right, that sounds good, that is it, it was better, was better, that "
        "is better, much better, love it, i love it, i like it, like it, i like that, exactly, got "
        "it, gotcha, bingo, nailed it, that is one, neat, dope, sick, ace, magic, gorgeous, happy "
        "with that, good job, great job, nice job, well done, nice one, good one, good work, great "
        "work, nice work, wow, cheers mate, way better, job done, all good, sorted, done"
    ),
    "half": (
        "half, half that, half of that, half of it, half as much, half as far, half that much, halve "
        "it, halve that, by half, only half, cut it in half, half way, halfway, halve, half amount, "
        "half of what you did"
    ),
    "double": (
        "double, double it, double that, twice, twice that, twice as much, twice as far, twice that "
        "much, double amount, two times that, 2 times that, twice as long, times 2"
    ),
    "more": (
        "more, even more, still more, some more, more still, bit more, little more, needs more, could"
        " use more, could be more, needs bit more, could do with more, more of that, more of it, "
        "extra"
    ),
    "further": (
        "further, even further, keep going, go on, go further, carry on, not enough, still not "
        "enough, not quite enough, not far enough, not yet enough, too little, not much different, "
        "barely"
    ),
    "less": (
        "less, bit less, little less, even less, back off, ease off, ease back, back bit, less of it,"
        " less of that"
    ),
    "overdone": (
        "too much, way too much, too far, too strong, too hard, too extreme, too heavy, overdone, "
        "overkill, bit much, little much, over top, not so much, not that much, not so far, not that "
        "far, not so hard, not quite so much, not quite that much, went too far"
    ),
    "turned": (
        "other speaker, other ear, opposite speaker, opposite ear, other end, other hand, other way, "
        "other way round, other way around, other direction, other side, opposite, opposite side, "
        "opposite direction, opposite way, wrong side, wrong way, wrong direction, wrong way round, "
        "mirror it, mirrored, reverse side, flip it, flip side, swap sides, to other side, at other side, on "
        "other side"
    ),
    "other": "other one, other ones, other track, other channel, other return",
    "on": (
        "on again, back on, turn it on, turn that on, turn them on, switch it on, switch that on, "
        "switch them on, put it on again, turn on, switch on, enable it, enable again, enable it "
        "again, re enable it, reenable it, bring it back in, back in, activate it, turn it back on, "
        "switch it back on, turn them back on, put it back on"
    ),
    "off": (
        "turn it off, turn that off, turn them off, turn it off again, switch it off, switch that "
        "off, switch them off, switch it off again, turn off, switch off, disable it, back off again,"
        " deactivate it, turn it back off, switch it back off, disable it again, turn them off again,"
        " switch them off again, off again"
    ),
    "longer": "longer, long, extend it, extend, extend by, lengthen it, lengthen",
    "shorter": "shorter, shorten it, shorten, trim it, cut it short",
    "up": (
        "up, higher, raise it, raise that, push it, boost it, lift it, bring it up, louder, hotter, "
        "increase it"
    ),
    "down": (
        "down, lower, lower it, lower that, reduce it, quieter, softer, decrease it, bring it down, "
        "drop it"
    ),
    "not": (
        "not, except, except for, apart from, but not, all but, other than, leave out, not counting, "
        "isn't, wasn't, instead of, rather than, in place of, it is not, that is not, not on, not "
        "for, not to, not in"
    ),
    "all": (
        "both, both of them, both of those, both of these, all of them, all of those, all of that, "
        "everything, all that, all"
    ),
    "where": (
        "where is it at, where is it, where is it now, what is it at, what is it now, where are we, "
        "where are we now, what is it on, what does it read, what does it say, what is it set to, how"
        " much is it, how much is that, how loud is it, where is that, where is that at, what is that"
        " at, what is value, where does it sit, where did it end up, where did that end up, what is "
        "it reading, what level is it at, what is level"
    ),
}  # fmt: skip

UNSAID = words("the a an is")
"""Words that marks are compared without: some leave them out, and a contraction swallows them."""


def _bare(phrase: str) -> str:
    return " ".join(word for word in phrase.split() if word not in UNSAID)


MARKS: Mapping[str, str] = {
    _bare(phrase): mark for mark, listed in _MARKED.items() for phrase in sorted(phrases(listed))
}
"""What a phrase says, by the phrase without those words."""

LONGEST_MARK = max(len(phrase.split()) for phrase in MARKS)

GLUE = words(
    "the a an my our your its it that this them these those one ones so well like please just still "
    "yet quite very i you we me us he think guess maybe perhaps probably believe feel reckon say said"
    " know mean kind sort of to at on in for with by is was be been being are am were would could "
    "should can will might may must do does did done make set put turn take use go get have has had "
    "want wanted need needs try give bring move push pull let lets dial sit sits goes value track "
    "channel side bar as there here thing things uh uhh um umm ummm uhm er err erm mm mmm ehm eh hey "
    "orbit mate man dude bro buddy boss pal guys about around roughly exactly approximately , if "
    "possible from into onto really only even quick quickly kindly time round until back way enough "
    "cause because setting knob amount probably simply basically literally out though nicer prefer "
    "preferred liked"
)
"""Words that can stand in any sentence and change nothing of it."""


NOUNS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(words("volume fader"), frozenset({"set_volume"})),
    "level": frozenset({"set_volume", "set_send"}),
    **dict.fromkeys(words("pan panning panned"), frozenset({"set_pan"})),
    **dict.fromkeys(words("tempo bpm speed"), frozenset({"set_tempo"})),
    **dict.fromkeys(words("send"), frozenset({"set_send"})),
    **dict.fromkeys(words("loop"), frozenset({"set_loop"})),
    **dict.fromkeys(words("locator marker"), frozenset({"add_locator"})),
    **dict.fromkeys(words("clip copy"), frozenset({"duplicate_clip", "create_clip"})),
    **dict.fromkeys(words("metronome click"), frozenset({"set_metronome"})),
}
"""What a noun names: the last thing must have been one of these edits, or it is not spoken of."""


VERBS = words("bypass mute unmute solo unsolo arm disarm enable disable")
"""Verbs that are about what was spoken of last where nothing else is said."""


@dataclass(frozen=True)
class Quality:
    """What something is too much of: which way it is to go, and the edits that can mean."""

    way: int
    edits: frozenset[str]


_LEVELS = frozenset({"set_volume", "set_send"})
_TEMPO = frozenset({"set_tempo"})
_HERTZ = frozenset({"set_parameter Hz"})
_GAINS = frozenset({"set_parameter dB"})
_SENDS = frozenset({"set_send"})
QUALITIES: Mapping[str, Quality] = {
    **dict.fromkeys(words("quiet soft low weak faint buried silent"), Quality(1, _LEVELS)),
    **dict.fromkeys(words("loud hot high strong prominent present upfront boomy"), Quality(-1, _LEVELS)),
    **dict.fromkeys(words("dry"), Quality(1, _SENDS)),
    **dict.fromkeys(words("wet roomy washy"), Quality(-1, _SENDS)),
    **dict.fromkeys(words("dark dull muffled"), Quality(1, _HERTZ)),
    **dict.fromkeys(words("bright harsh"), Quality(-1, _HERTZ)),
    **dict.fromkeys(words("slow sluggish"), Quality(1, _TEMPO)),
    **dict.fromkeys(words("fast quick rushed"), Quality(-1, _TEMPO)),
}
"""By the word behind "too": which way that wants it to go."""

MORE_OF: Mapping[str, Quality] = {
    **dict.fromkeys(words("faster quicker"), Quality(1, _TEMPO)),
    **dict.fromkeys(words("slower"), Quality(-1, _TEMPO)),
    **dict.fromkeys(words("wetter"), Quality(1, _SENDS)),
    **dict.fromkeys(words("drier dryer"), Quality(-1, _SENDS)),
    **dict.fromkeys(words("brighter"), Quality(1, _HERTZ)),
    **dict.fromkeys(words("darker duller"), Quality(-1, _HERTZ)),
    **dict.fromkeys(words("dirtier harder crunchier"), Quality(1, _GAINS)),
    **dict.fromkeys(words("cleaner"), Quality(-1, _GAINS)),
}
"""By the word that asks for more of something: which way that goes."""

NAMING = frozenset({"add_locator"})
"""The edits that name what they make, and nothing that there is already."""

_DB = {"touch": 1.0, "bit": 2.0, "some": 3.0, "lot": 6.0}
SIZE_DB: Mapping[str, float] = {
    phrase: _DB[size]
    for size, listed in SIZES.items()
    for phrase in listed
    if phrase not in ("half", "by half", "twice")
} | {"db": 1.0}
"""How far a size goes, in dB."""
