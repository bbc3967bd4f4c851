"""The shipped workflows in everyday wordings, none of which is copied from a workflow's own phrasings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from daw_bridges.session import Session
from orbit.agent import Desk, Question, ask
from orbit.agent.offline.deciding import WORKFLOW, Known, decide
from orbit.agent.offline.moves import Call
from orbit.agent.offline.proposal import agreed_to
from orbit.agent.tools import search_result
from orbit.memory import Library
from workflows_seed import FOLDER

EVERYTHING = "Kick, Snare, Hats, Percussion, Bass, Keys, Pad, Lead Synth, Guitar, Lead Vox, Backing Vox, FX"

WORDINGS: dict[str, dict[str, dict[str, str]]] = {
    "sidechain-compression": {
        "I want the bass to get out of the kick's way": {"source": "Kick", "target": "Bass"},
        "can you sidechain my pad against the kick drum": {"source": "Kick", "target": "Pad"},
        "give me that pumping effect on the keys from the kick": {"source": "Kick", "target": "Keys"},
        "set up ducking on the lead synth, triggered by the snare": {
            "source": "Snare",
            "target": "Lead Synth",
        },
        "make the pad breathe with the kick": {"source": "Kick", "target": "Pad"},
        "kick and bass are clashing, sidechain them please": {"source": "Kick", "target": "Bass"},
        "put sidechain compression on the bass, keyed by the kick, threshold -30 dB": {
            "source": "Kick",
            "target": "Bass",
            "threshold": "-30 db",
        },
        "duck the guitar under the lead vocal": {"source": "Lead Vox", "target": "Guitar"},
        "sidechain compress the lead synth from the kick with a ratio of 8:1": {
            "ratio": "8",
            "source": "Kick",
            "target": "Lead Synth",
        },
    },
    "reverb-send": {
        "put a reverb send on the snare": {"target": "Snare"},
        "route some of the lead vox into the reverb": {"reverb": "A-Reverb", "target": "Lead Vox"},
        "I'd like the guitar to have more space, use the reverb return": {
            "reverb": "A-Reverb",
            "target": "Guitar",
        },
        "give the vocals a bit of reverb": {"reverb": "A-Reverb", "target": "Lead Vox, Backing Vox"},
        "make the snare sound like it's in a hall": {"reverb": "A-Reverb", "target": "Snare"},
        "the keys are too dry, send them to the reverb": {"reverb": "A-Reverb", "target": "Keys"},
        "push the backing vocals back with some reverb": {"reverb": "A-Reverb", "target": "Backing Vox"},
        "set up a reverb send for the lead synth at -15 dB": {"level": "-15 db", "target": "Lead Synth"},
        "send the snare to the reverb": {"reverb": "A-Reverb", "target": "Snare"},
    },
    "vocal-chain": {
        "get my vocals ready for the mix with a proper chain": {},
        "build a vocal chain for the lead vox": {"target": "Lead Vox"},
        "treat the vocal with eq, compressor and so on": {"target": "Lead Vox"},
        "make the lead vocal sound polished": {"target": "Lead Vox"},
        "I need a standard vocal processing chain on the backing vox": {"target": "Backing Vox"},
        "process my vocals": {},
        "apply the vocal chain to the lead vox with a low cut at 120 Hz": {
            "low_cut": "120 hz",
            "target": "Lead Vox",
        },
        "make a vocal chain for my lead singer please": {"target": "Lead Vox"},
        "I'd like vocal processing on the lead vox: eq, de-esser and compression": {"target": "Lead Vox"},
        "compress and eq the vocal so it sits in the mix": {"target": "Lead Vox"},
        "polish up my lead vocal": {"target": "Lead Vox"},
    },
    "drum-bus": {
        "group my drums onto one bus with some glue": {"drums": "Kick, Snare, Hats, Percussion"},
        "create a drum bus": {},
        "route all the drums through a bus and compress them together": {
            "drums": "Kick, Snare, Hats, Percussion"
        },
        "bus the kick, snare and hats together": {"drums": "Kick, Snare, Hats"},
        "I want a drum buss with glue compression": {"drums": "Kick, Snare, Hats, Percussion"},
        "glue my drums together": {"drums": "Kick, Snare, Hats, Percussion"},
        "set up a drum submix called Beats": {"bus": "Beats", "drums": "Kick, Snare, Hats, Percussion"},
        "send the drums to their own bus": {"drums": "Kick, Snare, Hats, Percussion"},
        "put all the drums on a drum bus called Kit": {
            "bus": "Kit",
            "drums": "Kick, Snare, Hats, Percussion",
        },
    },
    "mastering-chain": {
        "put a basic mastering chain on the master track": {},
        "master the song": {},
        "add mastering to the stereo out with a ceiling of -0.5 dB": {"ceiling": "-0.5 db"},
        "I want a mastering setup on the mix bus": {},
        "do a quick mastering of the song": {},
        "do the mastering please": {},
        "put a limiter and an eq on the master bus to finish the mix": {},
        "get the master ready for release": {},
        "I want my mix mastered with 4 dB of gain": {"gain": "4 db"},
    },
    "instrument-track": {
        "add a new synth track": {"instrument": "synth"},
        "I want a new track with a drum rack on it": {"instrument": "drum_rack"},
        "make me a track with a synth I can play": {"instrument": "synth"},
        "create an instrument track with a sampler called Chops": {"instrument": "Sampler", "name": "Chops"},
        "set up a new software instrument": {},
        "give me a midi track with operator loaded": {"instrument": "Operator"},
        "new synth track please": {"instrument": "synth"},
        "I need a fresh track to play a synth on": {"instrument": "synth"},
    },
    "duplicate-clip-to-bar": {
        "duplicate the bassline to bar 17": {"bar": "17", "clip": "Bassline"},
        "copy the chords clip over to bar 33": {"bar": "33", "clip": "Chords"},
        "paste the chords again at bar 25": {"bar": "25", "clip": "Chords"},
        "repeat the bass clip starting at measure 41": {"bar": "41", "track": "Bass"},
        "bring the bassline in again at bar 65": {"bar": "65", "clip": "Bassline"},
        "drop a copy of the bassline at bar seventeen": {"bar": "17", "clip": "Bassline"},
        "clone the keys clip to bar 5 of the timeline": {"bar": "5", "track": "Keys"},
        "place another copy of the chords at bar 49": {"bar": "49", "clip": "Chords"},
        "I want the bassline again at bar 33": {"bar": "33", "clip": "Bassline"},
    },
    "mixer-reset": {
        "reset the whole mixer": {},
        "set everything back to default levels and centre the panning": {"tracks": EVERYTHING},
        "undo all the mixer moves, I want a neutral mixer": {},
        "flatten the mix, all levels at zero": {"tracks": "Master"},
        "reset volume and pan on the drums": {"tracks": "Kick, Snare, Hats, Percussion"},
        "reset all the levels and panning": {},
        "could you reset my mixer please": {},
        "reset every fader": {"tracks": EVERYTHING},
        "set all the levels to zero and start the mix from scratch": {},
        "start over with the mix, clear all mixer settings": {},
    },
    "mixing-template": {
        "give me a mixing template": {},
        "set up a rough mix for me": {},
        "apply a basic mix template with a low cut of 100 Hz": {"low_cut": "100 hz"},
        "get the session ready to mix": {},
        "lay out a first static balance with panning": {},
        "I want to start mixing, set up the mix for me": {},
        "make me a basic mix to start with": {},
        "set rough levels and pan the tracks for a mix": {},
        "rough mix please": {},
        "prepare everything for mixing": {},
    },
    "session-template": {
        "set up a new song template": {},
        "create a blank session for a new tune": {},
        "start a fresh project at 100 bpm": {"tempo": "100"},
        "I want to begin a new song, make me the usual tracks": {},
        "scaffold a new session with drums, bass, chords, lead and vocals": {},
        "give me a starter template at 90 bpm": {"tempo": "90"},
        "prepare a writing session for me": {},
        "lay out a fresh song template for me": {},
    },
}

ASKED_BACK = {"put a limiter and an eq on the master bus to finish the mix"}
"""Whose parts are read one by one: the track that stands behind the last is asked for."""
PROPOSED = {
    "put a limiter and an eq on the master bus to finish the mix",
    "set all the levels to zero and start the mix from scratch",
    "scaffold a new session with drums, bass, chords, lead and vocals",
}
"""Wordings that do not say what the workflow is for, or name what it would not touch: it is asked about."""

THE_SAME = {
    "paste the chords again at bar 25": {
        "action": "duplicate_clip", "track": "Keys", "clip": "Chords", "to_bar": 25.0,
    },
}  # fmt: skip
"""Wordings that are read as the one edit that the workflow is, where words leave it in doubt."""


@pytest.fixture(scope="module", params=["auto", "words"])
def known_by(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, minilm_cache: Path
) -> Iterator[Library]:
    """The library as it is installed, and with nothing but words."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "cache").symlink_to(minilm_cache)
    library = Library.open(folder, seeds=FOLDER, embedder=request.param)
    yield library
    library.close()


@pytest.mark.parametrize(
    ("workflow", "sentence", "slots"),
    [(workflow, sentence, slots) for workflow, said in WORDINGS.items() for sentence, slots in said.items()],
)
def test_everyday_words_find_the_workflow_and_fill_its_slots(
    known_by: Library, practice: Session, workflow: str, sentence: str, slots: dict[str, str]
) -> None:
    found = search_result(known_by, sentence, 5, practice)
    move = decide(sentence, None, Known(practice, (found["decision"], found["workflows"])))
    if sentence in ASKED_BACK:
        assert isinstance(move, Question)
        return
    if sentence in PROPOSED:
        assert isinstance(move, Question)
        if move.slot == WORKFLOW:  # by words alone it may be one of several: it is the only one asked about
            assert move.options == (known_by.definition(workflow).title,)
            return
        move = agreed_to(move)
    if isinstance(move, tuple) and move[0].tool == "plan_actions":
        assert move == (Call("plan_actions", {"actions": [THE_SAME[sentence]]}),)
        return
    assert move == (Call("plan_workflow", {"id": workflow, "slots": slots}),)


def test_each_workflow_is_asked_for_in_eight_ways_at_least_none_of_them_its_own(
    known_by: Library, practice: Session
) -> None:
    assert set(WORDINGS) == {path.stem for path in FOLDER.glob("*.yaml")} & set(WORDINGS)
    for workflow, said in WORDINGS.items():
        phrases = {phrase.casefold() for phrase in known_by.workflow(workflow).phrases}
        assert len(said) >= 8
        assert not phrases & {sentence.casefold() for sentence in said}


@pytest.mark.parametrize("workflow", WORDINGS)
async def test_a_wording_becomes_a_plan_on_the_live_session(desk: Desk, workflow: str) -> None:
    sentence = next(said for said in WORDINGS[workflow] if said not in PROPOSED)
    answer = await ask(sentence, desk, dry_run=True)
    assert (answer.ok, answer.workflow) == (True, workflow)
