"""Who they are: what each does again and again, in sets whose tracks are called and ordered otherwise."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import ClassVar, Literal

from daw_bridges.simulated.live import Song
from daw_bridges.simulated.live.devices.stock import stock_device
from tests.orbit.learning.producers.hands import Hands

Kind = Literal["midi", "audio"]


class Producer(ABC):
    """Somebody with a habit; ``sessions`` are the sets they work on, one after the other."""

    name: ClassVar[str]

    def __init__(self, seed: int, sessions: int) -> None:
        self.chance, self.sessions = Random(f"{self.name} {seed}"), sessions

    @abstractmethod
    def tracks(self, number: int) -> list[tuple[Kind, str]]:
        """The tracks of their set of that number (from 0)."""

    @abstractmethod
    async def habit(self, hands: Hands, number: int) -> None:
        """Do what they always do, in their set of that number."""

    def set(self, number: int) -> Song:
        """Their set of that number, as they open it."""
        tracks = self.tracks(number)
        self.chance.shuffle(tracks)
        song = Song(f"{self.name} {number + 1}", scenes=8, version=(12, 3, 0))
        with song.unrecorded():
            for place, (kind, name) in enumerate(tracks):
                song.add_track_(kind, name, place)
            for name, device in (("A-Reverb", "Reverb"), ("B-Delay", "Delay")):
                track = song.create_return_track()
                track.name = name
                track.insert_(stock_device(device), 0)
            song.view.selected_track = song.tracks[0]
        return song

    async def work(self, hands: Hands, number: int) -> None:
        """Work on a set: the habit, with what else a day brings before and after it."""
        await hands.other_work()
        await self.habit(hands, number)
        await hands.other_work()

    def one_of(self, names: Sequence[str]) -> str:
        return self.chance.choice(list(names))


class Mara(Producer):
    """Puts her chain on every voice: a dip in the mud, a firm compressor, some drive."""

    name = "Mara"
    _voices = ("Lead Vox", "Vox", "Vocals", "Main Vocal", "Voice", "Lead Vocal")

    def tracks(self, number: int) -> list[tuple[Kind, str]]:
        return [("audio", self._voices[number % 6]), ("midi", "Keys"), ("midi", "Bass"), ("midi", "Kick")]

    async def habit(self, hands: Hands, number: int) -> None:
        vox = hands.track(self._voices[number % 6])
        eq = await hands.load(vox, "EQ Eight")
        await hands.turns(eq, {"2 Frequency A": 250.0, "2 Gain A": -3.0})
        await hands.maybe_aside()
        level = await hands.load(vox, "Compressor")
        threshold = float(self.chance.choice((-18, -22, -26)))
        await hands.turns(level, {"Ratio": 5.0, "Threshold": threshold, "Attack": 8.0})
        await hands.maybe_aside()
        drive = await hands.load(vox, "Saturator")
        await hands.turn(drive, "Drive", 4.0)


class Jo(Producer):
    """Routes the drums to a bus of their own and glues them there."""

    name = "Jo"

    def tracks(self, number: int) -> list[tuple[Kind, str]]:
        del number
        drums: list[tuple[Kind, str]] = [("midi", "Kick"), ("midi", "Snare"), ("midi", "Hats")]
        return [*drums, ("midi", "Bass"), ("audio", "Guitar")]

    async def habit(self, hands: Hands, number: int) -> None:
        del number
        song = hands.song
        bus = await hands.do(lambda: song.create_audio_track(-1))
        await hands.rest()
        await hands.name(bus, "Drum Bus")
        drums = ["Kick", "Snare", "Hats"]
        if hands.blunders():
            self.chance.shuffle(drums)
        for name in drums:
            await hands.route(hands.track(name), "Drum Bus")
        await hands.maybe_aside()
        glue = await hands.load(bus, "Glue Compressor")
        threshold = float(self.chance.choice((-16, -12, -8)))
        await hands.turns(glue, {"Threshold": threshold, "Makeup": 2.0})
        await hands.maybe_aside()
        buss = await hands.load(bus, "Drum Buss")
        await hands.turn(buss, "Drive", 35.0)


class Sam(Producer):
    """Ducks the bass under the kick, quick and deep."""

    name = "Sam"
    _basses = ("Bass", "Sub Bass", "Bassline", "Reese Bass", "Bass Synth", "808 Bass")
    _kicks = ("Kick", "Kick 909", "BD Kick", "Kick", "Kick Drum", "Kick In")

    def tracks(self, number: int) -> list[tuple[Kind, str]]:
        kick, bass = self._kicks[number % 6], self._basses[number % 6]
        return [("midi", kick), ("midi", bass), ("midi", "Hats"), ("audio", "Vocals"), ("midi", "Pad")]

    async def habit(self, hands: Hands, number: int) -> None:
        duck = await hands.load(hands.track(self._basses[number % 6]), "Compressor")
        await hands.key_by(duck, self._kicks[number % 6])
        await hands.maybe_aside()
        threshold = float(self.chance.choice((-36, -30, -24)))
        await hands.turns(duck, {"Threshold": threshold, "Ratio": 8.0, "Attack": 0.5})
        await hands.maybe_aside()
        await hands.turn(duck, "Release", float(self.chance.choice((60, 90, 140))))


class Ada(Producer):
    """Sets up a long room on a return of its own, wet only, and sends the pads and keys there."""

    name = "Ada"

    def tracks(self, number: int) -> list[tuple[Kind, str]]:
        more: list[tuple[Kind, str]] = [("midi", "Bass"), ("midi", "Kick"), ("audio", "Vocals")]
        return [("midi", "Pad"), ("midi", "Keys"), *more[: 1 + number % 3]]

    async def habit(self, hands: Hands, number: int) -> None:
        del number
        song = hands.song
        room = await hands.do(song.create_return_track)
        await hands.rest()
        await hands.name(room, "C-Hall")
        reverb = await hands.load(room, "Reverb")
        await hands.turns(reverb, {"Decay Time": 4500.0, "Dry/Wet": 100.0})
        await hands.maybe_aside()
        cut = await hands.load(room, "EQ Eight")
        await hands.turn(cut, "1 Frequency A", 220.0)
        await hands.maybe_aside()
        await hands.send(hands.track("Pad"), "C-Hall", float(self.chance.choice((-14, -12, -10))))
        await hands.send(hands.track("Keys"), "C-Hall", -18.0)


class Ben(Producer):
    """Cleans up before mixing: an EQ on each synth that takes the bottom away, and the fader down."""

    name = "Ben"
    _synths = ("Keys", "Pad", "Lead Synth", "Pluck", "Arp", "Strings", "Brass", "Bells")

    def tracks(self, number: int) -> list[tuple[Kind, str]]:
        synths: list[tuple[Kind, str]] = [("midi", name) for name in self._cleaned(number)]
        return [*synths, ("midi", "Kick"), ("audio", "Vocals")]

    def _cleaned(self, number: int) -> list[str]:
        return [self._synths[(number + place) % 8] for place in range(3 + number % 2)]

    async def habit(self, hands: Hands, number: int) -> None:
        names = self._cleaned(number)
        self.chance.shuffle(names)
        for name in names:
            track = hands.track(name)
            eq = await hands.load(track, "EQ Eight")
            await hands.choose(eq, "1 Filter Type A", "High Pass 12dB")
            await hands.turn(eq, "1 Frequency A", 140.0)
            await hands.fade(track, -6.0)
            await hands.maybe_aside()


PEOPLE: tuple[type[Producer], ...] = (Mara, Jo, Sam, Ada, Ben)
