"""What can be wanted of the song's time: tempo, meter, metronome."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.deeds import REMOVING, SETTING, STOPPING
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame

__all__ = ["TIME"]

_FASTER = words(
    "increment rise nudge hike faster quicker up raise raised increase increased speed bump higher push "
    "hurry lift crank plus add"
)
_SLOWER = words(
    "decrement ease relax slower down lower lowered decrease decreased drop dropped slow reduce reduced off "
    "minus less knock calmer"
)
_STATING = words(
    "have it , now this us to at like around about = of is be on in want as say try roughly for into with "
    "maybe and than"
)
_LEAST_BPM, _LARGEST_STEP = 40.0, 15.0


def _way(evidence: Evidence) -> int:
    """1 for faster, -1 for slower, 0 where it says neither or both."""
    up, down = evidence.says(*_FASTER - {"speed"}) or _speeds(evidence), evidence.says(*_SLOWER)
    if "too" in evidence.rest:
        up, down = evidence.says("slow"), evidence.says("fast", "quick")
    down = down or (evidence.says("back") and evidence.says("pull", "pulled", "dial", "hold", "ease", "drag"))
    if up and down and evidence.says("slow", "slower", "slow down"):
        up = False
    return int(up) - int(down)


def _speeds(evidence: Evidence) -> bool:
    """Whether "speed" is what is to be done, and not what is spoken of: "92 is the right speed"."""
    said = [token.text for token in evidence.tokens]
    return "speed" in said and ("up" in said or said[0] == "speed")


def _tempo(evidence: Evidence, least: float = 20.0) -> str | None:
    values = evidence.all("tempo", "number")
    if len(values) != 1 or len(evidence.found) != 1 or _is_other_song(evidence):
        return None
    number, way = float(values[0].values[0]), _way(evidence)
    if number <= _LARGEST_STEP or evidence.before(values[0]) in ("by", "another", "extra", "further"):
        up_or_down = "up" if way > 0 else "down"
        by = number <= _LARGEST_STEP * 2 and way and evidence.before(values[0]) not in ("to", "at")
        return f"turn the tempo {up_or_down} by {abs(number):g} bpm" if by else None
    if number < least:
        return None
    return f"make the song {'faster' if way > 0 else 'slower'} {number:g} bpm" if way else f"{number:g} bpm"


def _is_other_song(evidence: Evidence) -> bool:
    """Whether it is of a song that was, or of one that is to be made: "make a beat at 140 bpm"."""
    if evidence.says("was", "were", "had", "used", "been", "original", "originally", "new"):
        return True
    texts = [token.text for token in evidence.tokens]
    articles = [at for at, text in enumerate(texts[:-1]) if text in ("a", "an", "another")]
    made = any(texts[at + 1] not in _AMOUNTS for at in articles)
    return made and evidence.says(
        "beat", "song", "tune", "groove", "jam", "joint", "project", "session", "track"
    )


_AMOUNTS = words("bit little lot touch tad hair couple few good steady whole way")


def _bare_tempo(evidence: Evidence) -> str | None:
    """A number alone: no level is that high, and nothing else was spoken of."""
    values = evidence.all("number")
    spoken_of = evidence.ground.tracks or evidence.ground.device or evidence.says("turn", "turned")
    if spoken_of or len(values) != 1 or evidence.before(values[0]) not in _STATING | {"a"}:
        return None
    return _tempo(evidence, _LEAST_BPM)


def _stated_tempo(evidence: Evidence) -> str | None:
    """A tempo that says so itself."""
    return _tempo(evidence) if evidence.all("tempo") else None


def _tempo_and_meter(evidence: Evidence) -> str | None:
    tempos, meters = evidence.all("tempo"), evidence.all("signature")
    if len(tempos) != 1 or len(meters) != 1 or len(evidence.found) != 2 or _is_other_song(evidence):
        return None
    return f"{tempos[0].values[0]} bpm and set the time signature to {meters[0].values[0]}"


def _tempo_by_words(evidence: Evidence) -> str | None:
    way = _way(evidence)
    if evidence.found:
        share = evidence.all("percent")
        if len(evidence.found) != 1 or not share or not way:
            return None
        return f"turn the tempo {'up' if way > 0 else 'down'} by {share[0].values[0]} percent"
    if evidence.says("twice", "double") and way >= 0:
        return "double the tempo"
    if evidence.says("half"):
        return "halve the tempo"
    return f"make the song {'faster' if way > 0 else 'slower'}" if way else None


def _meter(evidence: Evidence) -> str | None:
    meters = {each.values[0] for each in evidence.all("signature")}
    if len(meters) == 1 and evidence.only("signature"):
        return f"set the time signature to {meters.pop()}"
    numbers = [each.values[0] for each in evidence.all("number")]
    two = len(numbers) == 2 and evidence.only("number") and numbers[1] in ("2", "4", "8", "16")
    return f"set the time signature to {numbers[0]}/{numbers[1]}" if two else None


_ON = words(
    "make let on enable enabled enabling activate activated engage engaged start started hear have get give "
    "need needs want wants like love bring add use with run running turned switched switching back open put "
    "play ready chance"
)
_OFF = (STOPPING | REMOVING) - {"break", "end"} | words(
    "off away out drop throw toss mute muted disable disabled disabling deactivate deactivated disengage "
    "gone without quiet close closed"
)
_NO_MORE = words("not no more anymore any longer need want hear stop")


def _metronome(evidence: Evidence) -> str | None:
    if evidence.found:
        return None
    off = evidence.says(*_OFF)
    if evidence.says("on") and evidence.says("off"):
        return None
    if evidence.says("not", "no"):
        no_need = evidence.says("need", "want", "more", "longer", "anymore", "hear") or "no" in evidence.rest
        return "turn the metronome off" if no_need and not evidence.says("enable", "start", "on") else None
    return f"turn the metronome {'off' if off else 'on'}" if off or evidence.says(*_ON) else None


def _counter(evidence: Evidence) -> str | None:
    """The metronome by what it does: "the thing that counts the beats"."""
    beats = evidence.says("beat", "beats", "time", "tempo") and evidence.says(*_COUNTS)
    return _metronome(evidence) if beats or evidence.says("tock") else None


_COUNTS = words("count counts counting counter ticks tick ticking keeps keeping plays marks marking")


def _plain_meter(evidence: Evidence) -> str | None:
    """A meter that nothing is said of, when nothing was spoken of that has one as a value."""
    ground = evidence.ground
    return None if ground.device or ground.tracks else _meter(evidence)


_SONG = words(
    "song tune joint session project thing whole everything beat groove music vibe jam arrangement us cue "
    "gig come comes coming something lot loads way ton round steady"
)
_WHO = words(
    "band singer singers drummer choir client boss director dancer dancers guys kids they everybody everyone "
    "people rapper mc guitarist bassist pianist"
)
"""Those who want it so."""
_PACE = words("tempo bpm speed pace beats minute")
_CLICK = words("click metronome metro ticking clicking clicks clicky beep beeps beeping")
_COUNTING = words(
    "up count counts counting on off beat beats who which keep keeping tick tock goes makes keeps clicking "
    "sound that noise time beep beeping beeps play track"
)
_FEELING = words(
    "back see slow fast by feel feels run runs be better nicer best go sound sounds work works play per than"
)
_METER = words("meter metre signature sig time waltz count counts compass")

TIME: tuple[Frame, ...] = (
    Frame(
        _tempo,
        _PACE | words("faster slower quicker"),
        _FASTER | _SLOWER | _SONG | _FEELING | SETTING,
        strangers=2,
    ),
    Frame(_stated_tempo, more=_FASTER | _SLOWER | _SONG | _FEELING | SETTING, strangers=2),
    Frame(
        _bare_tempo,
        _SONG | _FASTER | _SLOWER | words("slow fast bring take pick kick drop try"),
        words("per than play sing follow rap dance up"),
    ),
    Frame(
        _bare_tempo, words("slow fast quick slower faster quicker"), _SONG | _FEELING | SETTING, strangers=2
    ),
    Frame(
        _bare_tempo,
        words("playing doing performing practising practicing tracking recording cutting jamming"),
        _SONG | words("we're i'm we'll they're tonight today"),
    ),
    Frame(_bare_tempo, _WHO, _SONG | _FEELING),
    Frame(_tempo_and_meter, more=_PACE | _METER | _SONG | _FEELING | SETTING),
    Frame(
        _tempo_by_words,
        words("faster slower quicker tempo bpm speed pace slow fast"),
        _FASTER | _SLOWER | _SONG | words("twice double half by slow fast as again time"),
    ),
    Frame(
        _meter,
        _METER,
        _METER | _SONG | SETTING | _FEELING | words("back play write feel bar bars into as over"),
        strangers=1,
    ),
    Frame(
        _meter,
        words("bar bars in switch change go into as like over by us"),
        _METER | _SONG | SETTING | words("back play write feel in into like as over by"),
    ),
    Frame(_plain_meter, more=_SONG | SETTING | words("back play write feel")),
    Frame(_metronome, _CLICK, _ON | _OFF | _NO_MORE | _COUNTING | _WHO | SETTING | {"necessary"}),
    Frame(_counter, _COUNTS | {"tock"}, _ON | _OFF | _NO_MORE | _COUNTING | SETTING | {"tempo"}),
)
