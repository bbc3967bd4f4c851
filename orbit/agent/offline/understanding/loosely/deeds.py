"""The verbs of what can be wanted of the song, each with all its family, and of what nothing here does."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.lexicon import PUTTING, TAKING

__all__ = [
    "COPYING",
    "CREATING",
    "FOREIGN",
    "NAMING",
    "REMOVING",
    "RUNNING",
    "SETTING",
    "STOPPING",
    "THROWING",
]

SETTING = words(
    "settle hover aim drag dragged haul lug hike ramp yank shift shove up down set setting change changed "
    "changing switch switched adjust adjusted alter make making put putting move moved dial dialed get "
    "getting bring brought take taken run running go going try trying use using choose pick fix program type "
    "enter input establish select modify update lock locked land whack whip chuck pull push crank kick bump "
    "knock drop raise lower"
)
CREATING = PUTTING | words(
    "create created creating make making made generate build new empty blank fresh provide supply prepare "
    "open start set setting place placed placing insert inserted adding write mark draw pencil pin plant "
    "leave lay punch whack bang smack pop flag another extra additional spare one more again"
)
REMOVING = (TAKING - {"kill"}) | words(
    "removing del deleting erasing clear cleared clearing eliminate eliminated discard discarded nuke zap "
    "cancel forget ditching losing clean trashed binned scrapped"
)
RUNNING = words(
    "play plays playing played playback start starts starting started begin begins beginning commence "
    "commencing roll rolls rolling run running hear hearing listen listening resume resumed resuming "
    "continue continuing spin reproduce reproducing kick fire launch launched trigger triggered go going cue "
    "unpause restart replay rewind drop hit bring let preview audition rip ride bang set off"
)
STOPPING = words(
    "stop stops stopped stopping halt halted cease pause paused pausing quit end ends finish shut silence "
    "silenced hush freeze hold kill cut interrupt break"
)
THROWING = words("throw thrown chuck toss take taken drop do get")
"""Verbs that remove what they are said of with "away", "out", "off" behind it."""
COPYING = words(
    "dup dupe copy copies copied copying duplicate duplicated duplicating clone cloned cloning paste pasted "
    "pasting repeat repeated repeating replicate again also too twice reuse recur"
)
NAMING = words(
    "rename renamed renaming retitle retitled relabel relabelled name named naming call called calling title "
    "titled label labelled labeled entitled entitle dubbed baptize change changed"
)
FOREIGN = words(
    "bad wrong weird odd worse broken missing ugly was were used reverse reversed resample sample slice chop "
    "stretch warp warped consolidate flatten render normalize tune pitch transpose transposed invert swap "
    "exchange bounce bounced freeze export import split splice crop join merge quantize quantise humanize "
    "detune crossfade print extend shorten trim lengthen nudge shift shuffle swing randomize mirror flip "
    "glue comp tap sync detect analyze analyse tighten loosen fade automate color colour paint"
)
"""What nothing of the song does, though somebody may well say it of a clip or a loop; and judgements."""
