"""Print how well commands are heard by voice and by pass, and that other talk is not taken for one.

``python -m benchmarks.voice [--part N] [--misses]``: sixty commands that nothing was tuned on, by six
synthetic voices (espeak-ng and flite), quiet, with pink noise 20 dB and with music 15 dB below: in all of
these 18 ways, or in one of N. Sixty other sentences likewise, and ten minutes of them on end. ``--tune`` says
those of ``voice_tuning.yaml`` in three other voices instead. Without the synthesisers it says so and measures
nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np
import yaml
from numpy.typing import NDArray

from benchmarks import SMOKE, sized
from orbit.server import LocalEngine
from orbit.settings import Settings
from orbit.voice.numbers import in_figures
from orbit.voice.offline import Offline
from orbit.voice.sources import read_wav
from orbit.voice.spoken_forms import spoken_forms
from orbit.voice.utterance import RATE, Utterance, samples_of
from orbit.voice.vocabulary import Vocabulary

Samples = NDArray[np.float64]

VOICES = ("espeak:en-us", "espeak:en-us+f3", "espeak:en-gb", "flite:slt", "flite:rms", "flite:kal16")
_TUNING = ("flite:awb", "espeak:en-gb-x-rp+f2", "espeak:en-us+m5")
_PIECE = 3 * RATE // 10 * 2
"""Bytes that a recogniser gets at a time while one speaks."""
_FIRST = "mute the pad"
_LEVEL = 0.1
"""The speech's level, −20 dB."""
_SPELT = {"db": "d b", "eq": "e q", "bpm": "b p m", "midi": "middy", "fx": "f x"}
"""What the synthesisers would not say as people do."""


class Case(NamedTuple):
    """A sentence in one voice and one condition, and what was heard of it."""

    text: str
    kind: str
    voice: str
    condition: str
    heard: Utterance
    cost: float
    """Seconds of the processor from the end of the sound to the text."""

    @property
    def taken(self) -> bool:
        """True where it would be done."""
        return self.heard.accepted


def say(text: str, voice: str) -> Samples:
    """Say something, with a short pause before and behind."""
    text = re.sub(r"[a-z]+", lambda word: _SPELT.get(word[0], word[0]), text.casefold())
    program, _, name = voice.partition(":")
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "said.wav")
        espeak = ["espeak-ng", "-v", name, "-s", "150", "-w", path, text]
        command = espeak if program == "espeak" else ["flite", "-voice", name, "-t", text, "-o", path]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        samples = samples_of(read_wav(Path(path))).astype(np.float64)
    pause = np.zeros(round(0.3 * RATE))
    return np.concatenate([pause, samples * (_LEVEL / _level(samples)), pause])


def _level(samples: Samples) -> float:
    return float(np.sqrt(np.mean(np.square(samples)))) or 1.0


def _pink(count: int, seed: int) -> Samples:
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(count))
    return np.fft.irfft(spectrum / np.sqrt(np.maximum(np.fft.rfftfreq(count, 1 / RATE), 20.0)), count)


def _music(count: int, seed: int) -> Samples:
    """Four chords of plucked strings over a kick and hats, at 120 bpm."""
    random = np.random.default_rng(seed)
    times = np.arange(count) / RATE
    beat = times % 0.5
    kick = np.sin(2 * np.pi * (50 * beat + 8 * (1 - np.exp(-30 * beat)))) * np.exp(-12 * beat)
    hats = random.standard_normal(count) * np.exp(-60 * ((times + 0.25) % 0.5))
    roots = np.array([220.0, 174.61, 130.81, 196.0])[(times // 2).astype(int) % 4]
    chord = sum(
        np.sin(2 * np.pi * roots * step * times * n) / n for step in (1, 1.26, 1.5) for n in (1, 2, 3, 4)
    )
    return kick + 0.2 * hats + 0.4 * chord * np.exp(-3 * beat)


_CONDITIONS = {"quiet": (None, 0.0), "noise 20 dB": (_pink, 20.0), "music 15 dB": (_music, 15.0)}


def in_condition(samples: Samples, condition: str, seed: int) -> bytes:
    """Put a condition's noise under a sound."""
    make, below = _CONDITIONS[condition]
    if make is not None:
        noise = make(len(samples), seed)
        samples = samples + noise * (_LEVEL / _level(noise)) * 10 ** (-below / 20)
    return np.clip(samples * 32_768, -32_768, 32_767).astype("<i2").tobytes()


def practice_vocabulary() -> Vocabulary:
    """Give what can be said to the practice session."""

    async def read() -> Vocabulary:
        with TemporaryDirectory() as folder:
            async with LocalEngine(Settings(data_dir=Path(folder), embedder="words")) as engine:
                return Vocabulary.of(await engine.session(), await engine.workflows())

    return asyncio.run(read())


def plain(text: str, vocabulary: Vocabulary) -> str:
    """Give a command word by word for comparing: without articles, each name as it is usually said."""
    said = f" {text.casefold()} "
    for name in sorted(vocabulary.names, key=len, reverse=True):
        for form in (name.casefold(), *spoken_forms(name)):
            said = said.replace(f" {form} ", f" {spoken_forms(name)[-1]} ")
    return " ".join(word for word in said.split() if word not in ("the", "a", "an"))


def _sentences(name: str = "voice") -> dict[str, list[str]]:
    return yaml.safe_load(Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8"))


def cases(transcriber: Offline, part: int, *, tune: bool = False) -> Iterator[Case]:
    """Say each sentence in each part-th way of voice and condition, the next begins one way on; hear it."""
    ways = list(product(_TUNING if tune else VOICES, _CONDITIONS))
    said = _sentences("voice_tuning" if tune else "voice").items()
    for step in range(0, len(ways), part):  # so that what is stopped early has heard each sentence as often
        for kind, at, text in ((kind, *each) for kind, texts in said for each in enumerate(texts)):
            if at % sized(1, 30):
                continue
            voice, condition = ways[(at * 7 + step) % len(ways)]
            sound = in_condition(say(text, voice), condition, seed=at)
            for end in range(_PIECE, len(sound), _PIECE):
                transcriber.follow(sound[:end])
            began = process_time()
            heard = transcriber.transcribe(sound)
            yield Case(text, kind, voice, condition, heard, process_time() - began)


def talk(transcriber: Offline, minutes: float) -> tuple[float, list[str]]:
    """Hear so long of other talk, three sentences at a time; give its seconds, and what was taken of it."""
    texts = _sentences()["unrelated"]
    seconds, taken, at = 0.0, list[str](), 0
    while seconds < minutes * 60:
        three = [texts[(at + step * 7) % len(texts)] for step in range(3)]
        sound = np.concatenate([say(text, VOICES[at % len(VOICES)]) for text in three])
        heard = transcriber.transcribe(in_condition(sound, list(_CONDITIONS)[at % 3], seed=at))
        seconds += heard.seconds
        taken += [f"{' / '.join(three)} → {heard.text}"] if heard.accepted else []
        at += 1
    return seconds, taken


def table(found: Sequence[Case], vocabulary: Vocabulary) -> Iterator[str]:
    """Give the rows by voice and by condition: exact by each pass, another command, not taken."""

    def row(name: str, chosen: Sequence[Case]) -> str:
        said = [each for each in chosen if each.kind != "unrelated"]
        right = {
            each: plain(each.heard.text, vocabulary) == plain(_meant(each.text), vocabulary) for each in said
        }
        by = Counter(each.heard.engine for each in said if each.taken and right[each])
        wrong = sum(each.taken and not right[each] for each in said)
        offered = sum(not each.taken and _offers(each, vocabulary) for each in said)
        other = [each for each in chosen if each.kind == "unrelated"]
        taken = sum(each.taken for each in other)
        share = f"{sum(by.values())}/{len(said)}"
        return (
            f"| {name} | {share} | {by['grammar']} | {by['free']} | {wrong} | {offered} | "
            f"{len(said) - sum(by.values()) - wrong - offered} | {taken}/{len(other)} |"
        )

    yield "| | exact | 1st pass | 2nd pass | another | asked, right | not taken | other talk taken |"
    yield "|---|---|---|---|---|---|---|---|"
    for voice in dict.fromkeys(each.voice for each in found):
        yield row(voice, [each for each in found if each.voice == voice])
    for condition in _CONDITIONS:
        yield row(condition, [each for each in found if each.condition == condition])
    for kind in ("grammar", "free"):
        yield row(f"commands: {kind}", [each for each in found if each.kind == kind])
    yield row("all", found)


def _meant(text: str) -> str:
    return in_figures(text)


def _offers(case: Case, vocabulary: Vocabulary) -> bool:
    return plain(case.heard.text, vocabulary) == plain(_meant(case.text), vocabulary)


def times(found: Sequence[Case], plans: Mapping[str, float]) -> Iterator[str]:
    """Give how long it takes from the end of the sound to the text, and to the plan that is shown."""
    yield "| from the end of speech | clock, median | processor, median | 95 of 100 | of its length | over |"
    yield "|---|---|---|---|---|---|"
    for name, engine in (("1st pass", "grammar"), ("2nd pass", "free")):
        if not (some := [each for each in found if each.heard.engine == engine]):
            continue
        took = median(each.heard.took for each in some)
        share = f"{sum(each.cost for each in some) / sum(each.heard.seconds for each in some):.2f}"
        yield _row(f"to the text, {name}", f"{took * 1000:.0f} ms", [each.cost for each in some], share)
        planned = [each.cost + plans[each.heard.text] for each in some if each.heard.text in plans]
        if planned:
            yield _row(f"to the plan, {name}", "", planned, "")


def _row(name: str, clock: str, costs: Sequence[float], share: str) -> str:
    worse = sorted(costs)[round(0.95 * (len(costs) - 1))]
    told = f"{median(costs) * 1000:.0f} ms | {worse * 1000:.0f} ms | {share} | {len(costs)}"
    return f"| {name} | {clock} | {told} |"


def plan_times(texts: Iterable[str]) -> dict[str, float]:
    """Give the seconds of the processor that planning each text for the practice session takes."""

    async def plan() -> dict[str, float]:
        found: dict[str, float] = {}
        with TemporaryDirectory() as folder:
            async with LocalEngine(Settings(data_dir=Path(folder), embedder="words")) as engine:
                await engine.do(_FIRST, dry_run=True)  # a listener has loaded the reader by then
                for text in filter(None, dict.fromkeys(texts)):
                    began = process_time()
                    await engine.do(text, dry_run=True)
                    found[text] = process_time() - began
        return found

    return asyncio.run(plan())


def _miss(case: Case, vocabulary: Vocabulary) -> str:
    """Say what was heard where it is not what was said, or was taken though it is for nobody."""
    heard = case.heard
    if case.kind != "unrelated" and case.taken and _offers(case, vocabulary):
        return ""
    verdict = "taken" if case.taken else "not taken"
    told = f"{case.voice}, {case.condition}: {case.text} → {heard.text} ({heard.certainty:.2f}, {verdict})"
    return told if case.taken or case.kind != "unrelated" else ""


def main() -> None:
    """Measure, and print the tables; with ``--misses`` also what was not heard as it was said."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.voice", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument(
        "--part", type=int, default=1, metavar="N", help="each sentence in one of N of the 18 ways"
    )
    parser.add_argument("--minutes", type=float, default=10.0, metavar="N", help="of other talk")
    parser.add_argument("--smoke", action="store_true", help="a few sentences: to see that it ends")
    parser.add_argument("--tune", action="store_true", help="what the voice is tuned on, by other voices")
    parser.add_argument("--misses", action="store_true", help="show what was not heard as it was said")
    options = parser.parse_args()
    if options.smoke:
        os.environ[SMOKE] = "1"
    missing = [program for program in ("espeak-ng", "flite") if shutil.which(program) is None]
    if missing:
        print(f"NOT MEASURED: {' and '.join(missing)} not installed (apt-get install espeak-ng flite)")
        return
    vocabulary, transcriber = practice_vocabulary(), Offline()
    begun = perf_counter()
    transcriber.prepare(vocabulary)
    print(f"ready after {perf_counter() - begun:.1f} s")
    found: list[Case] = []
    with suppress(KeyboardInterrupt):
        for case in cases(transcriber, sized(options.part, 18), tune=options.tune):
            found.append(case)
            if options.misses and (told := _miss(case, vocabulary)):
                print(told, flush=True)
    print(f"{len(found)} said")
    plans = plan_times(each.heard.text for each in found if each.kind != "unrelated")
    print(*table(found, vocabulary), "", *times(found, plans), sep="\n", flush=True)
    seconds, taken = talk(transcriber, sized(options.minutes, 0.1))
    print(f"{seconds / 60:.1f} minutes of other talk on end: {len(taken)} taken", *taken, sep="\n")


if __name__ == "__main__":
    main()
