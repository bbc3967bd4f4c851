"""What single words say, whatever stands around them."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words

__all__ = ["ANYWHERE", "DOWN", "HEDGES", "NEVER", "OFF", "ON", "PROCESSING", "PUTTING", "TAKING", "UP"]

ANYWHERE = words(
    "a an the i me my we our us you your it its this that those them these there of to in at on for from "
    "by with into onto is are be been being was has have having had do does did can could would should "
    "must may might shall will let lets want need like love make give put get set turn take bring go goes "
    "going gonna gotta gimme change keep place please now just really very quite rather so too much some "
    "bit little touch hair more way somewhere around about roughly maybe again right here over value "
    "amount one thing because as well also then and , real quick quickly bro man dude yo uh um okay ok "
    "thanks sit stand mix track tracks channel channels strip part somehow kind sort feel think guess "
    "sound sounds switch button control knob fix needs wants likes makes gives puts gets sets turns takes "
    "brings sits say exactly nearly almost roughly approximately perhaps possible possibly kindly actually "
    "basically simply oh ah hm well alright right yeah yes great cool nice good sure but ought wanting am 1 "
    "prefer fancy wish hope necessary needed required"
).union(
    # how people talk
    words(
        "fr ngl lowkey highkey tbh imo imho innit bruh bruv dawg fam homie guy folks mate pal buddy boss "
        "brother sis sir madam boi son y'all yall ya ye da dat em lol haha hehe lmao omg ffs jeez gosh "
        "god damn dang darn heck hell frankly honestly literally obviously definitely totally absolutely "
        "seriously certainly lemme wee kinda sorta welp mhm hmm erm tad"
    ),
    # what they think of what they speak of
    words(
        "annoying damned goddamn bloody stupid silly poor lovely beautiful awful horrible ugly terrible "
        "fucking freaking frigging crappy shitty nasty sweet pretty gorgeous ridiculous boring precious"
    ),
)
"""Words that can stand in any request and say nothing of what is wanted."""

NEVER = words(
    "no not never without don't dont except but unless if until else other others than or undo instead "
    "only what why who when where which whose how nothing none both every each last neither nor while "
    "before after between imagine imagining assume assuming suppose supposing"
)
"""Words after which a sentence is not what its other words come to, unless a frame says what they mean."""

PROCESSING = words(
    "limit limiting compress compressing gate clip normalize normalise saturate distort overdrive tune "
    "detune autotune pitch transpose quantize quantise reverse stretch warp chop slice sample resample "
    "bounce freeze flatten export render record automate fade crossfade duck sidechain eq equalize "
    "filter widen narrow loop copy paste split join glue crush squash smash master harmonize double "
    "layer swap replace match compare align sync trigger play stop start rename call color delete "
    "duplicate"
)
"""What is done to a sound or a track, and is no change of the mixer's."""

HEDGES = words("around about roughly say exactly maybe like nearly almost approximately just something")
"""Words that stand between a value and the word that says what it is for."""

UP = words(
    "augment augmented amplify louder hotter up raise raised raising higher boost boosted increase "
    "increased lift lifted crank plus bump bumped push pushed more upwards"
)
DOWN = words(
    "diminish diminished minimize minimise lessen quieter softer down lower lowered lowering less "
    "reduce reduced decrease decreased drop dropped cut off under back tuck tucked calmer pull pulled "
    "knock knocked dip dipped trim shave downwards away"
)
ON = words("on enable enabled activate activated engage engaged in active")
OFF = words("off disable disabled deactivate deactivated bypass bypassed out kill killed without")
PUTTING = words(
    "add insert throw load drop stick slap slam pop chuck whack place hang strap instantiate whip run want "
    "need put get give have use bring fire"
)
TAKING = words("remove removed delete deleted erase erased ditch lose trash bin scrap dump rid kill wipe")
