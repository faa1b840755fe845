"""What the index says of each person, in files that are mapped: to score and to show a few.

Of a list of people Qdrant takes 1.5 µs a person and query. Products of these arrays take a third of
it and give the same scores: the vectors and words are those that the points have, and what a word
weighs is read off the points' own scores.

Whoever comes or changes is put at the end, in a place of their own; a vector that comes later is
put where its person lies. Somebody may be missing (the sample ships without a shelf): they are
scored by the points and read from the database. What is here was on the disk before the shard said
that it had followed so far; a shard that died before that is made anew.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shortlist.service.index.points import Point
from shortlist.service.index.retrieval import Channel, Scores, Truths

Places = NDArray[np.int64]
"""Where people lie; -1: nowhere."""

_WRITTEN_FROM = 4_000_000
"""Bytes that wait to be written."""
_ORDERED_FROM = 5_000
"""Changed people after whom all are put in order, or an eighth of all, if that is more."""
_COPIED = 20_000
"""People at a time."""
_AT_HAND = 256
"""People whose vectors stay in a core's own memory while they are multiplied."""
_FLOAT_OF_HALF = np.float32(2.0**112)
"""What the bits of a half mean, by what they say where a float has its own."""
_SIGN_AND_REST = np.int32(-0x70002000)
"""Of a half that was moved there."""


class _Mapped(NamedTuple):
    """The files as they were at one moment, by their names."""

    points: NDArray[np.uint64]
    """Whose each place is; 0: nobody's any more."""
    ends: NDArray[np.int64]
    """Shape (1 + places, 2): where each ends in `words` and in `cards`, and the next begins."""
    vectors: NDArray[np.int16]
    """Shape (places, dimension): the bits of halves; nothing but zeros where there is none yet."""
    words: NDArray[np.uint32]
    weights: NDArray[np.float32]
    """Of each in `words`."""
    cards: NDArray[np.uint8]


class Shelved(NamedTuple):
    """People where they lay at one moment, whatever is moved since."""

    files: _Mapped
    places: Places

    @property
    def whole(self) -> bool:
        """Whether each of them is here."""
        return -1 not in self.places

    def by_meaning(self, vector: Any) -> tuple[Scores, Truths]:
        """The products of their vectors with `vector`, and who has a vector."""
        # As the points do: what is asked for is in halves, too. NumPy's own conversion of halves
        # takes five times as long.
        asked = np.asarray(vector, np.float32).astype(np.float16).astype(np.float32)
        asked *= _FLOAT_OF_HALF
        known: Truths = np.empty(len(self.places), np.bool_)
        products = np.empty(len(self.places), np.float32)
        for start in range(0, len(self.places), _AT_HAND):
            some = slice(start, start + _AT_HAND)
            bits = self.files.vectors.take(self.places[some], axis=0)
            known[some] = np.any(bits[:, :4], axis=1)
            if not known[some].all():
                known[some] = np.any(bits, axis=1)
            floats = bits.astype(np.int32)
            floats <<= 13
            floats &= _SIGN_AND_REST
            # Row by row: a product of all would be shared out to threads, for longer than it takes.
            np.vecdot(floats.view(np.float32), asked, out=products[some])
        return products.astype(np.float64), known

    def by_words(self, asked: dict[int, float]) -> Scores:
        """For each, the sum over their words of what is `asked`, by word; 0: has none."""
        at, firsts = _inside(self.files.ends[:, 0], self.places)
        words = self.files.words.take(at)
        scores = np.zeros(len(self.places), np.float32)
        for word, weight in asked.items():
            hits = np.flatnonzero(words == np.uint32(word))
            if len(hits):
                # A word is there once a person.
                whose = np.searchsorted(firsts, hits, side="right") - 1
                scores[whose] += self.files.weights[at[hits]] * np.float32(weight)
        return scores.astype(np.float64)

    def cards(self) -> list[bytes | None]:
        """What is shown of each; None: they are not here, or went meanwhile."""
        ends, packed = self.files.ends[:, 1], self.files.cards.data
        each = zip(
            self.places, ends[self.places].tolist(), ends[self.places + 1].tolist(), strict=True
        )
        cards = [bytes(packed[start:end]) if at >= 0 else b"" for at, start, end in each]
        return [card if card and card[0] and card[-1] else None for card in cards]


_KINDS: dict[str, Any] = {
    "points": np.uint64,
    "ends": np.int64,
    "vectors": np.int16,
    "words": np.uint32,
    "weights": np.float32,
    "cards": np.uint8,
}


class Shelf:
    """The people of one shard. Thread-safe; one process at a time in a folder."""

    def __init__(self, folder: Path, dimension: int) -> None:
        """What lies in `folder`, or nothing yet; `dimension`: numbers in a vector of meaning.
        Raises `ValueError` when it is not whole."""
        self._folder = folder
        self._dimension = dimension
        self._lock = threading.Lock()
        self._open()

    def _open(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._files = {name: os.open(self._folder / name, flags, 0o600) for name in _KINDS}
        if not os.fstat(self._files["ends"]).st_size:
            _write(self._files["ends"], np.zeros(2, np.int64).tobytes(), 0)
        self._waiting = {name: bytearray() for name in _KINDS}
        self._mapped = self._map()
        self._places = len(self._mapped.points)
        self._ends: list[int] = self._mapped.ends[-1].tolist()
        _, _, _, words, weights, cards = self._mapped
        if self._ends != [len(words), len(cards)] or len(words) != len(weights):
            raise ValueError("what it says of people is not whole")
        self._order()

    def _map(self) -> _Mapped:
        found: dict[str, Any] = {}
        for name, kind in _KINDS.items():
            file = self._folder / name
            mapped = np.memmap(file, kind, "r") if file.stat().st_size else np.zeros(0, kind)
            # A plain array on the same pages: a memmap's own bookkeeping costs at each use.
            found[name] = mapped.view(np.ndarray)
        found["ends"] = found["ends"].reshape(-1, 2)
        found["vectors"] = found["vectors"].reshape(-1, self._dimension)
        if not len(found["points"]) == len(found["ends"]) - 1 == len(found["vectors"]):
            raise ValueError("what it says of people is not whole")
        return _Mapped(**found)

    def _order(self) -> None:
        points = self._mapped.points
        order = np.argsort(points, kind="stable")
        ordered = points[order]
        last = np.append(ordered[1:] != ordered[:-1], True)[: len(ordered)] & (ordered > 0)
        self._ordered, self._place_of = ordered[last], order[last]
        self._changed: dict[int, int] = {}
        """The places of those who came since."""

    # --- changing ----------------------------------------------------------------------------

    def put(self, points: Iterable[Point]) -> None:
        """Have these people, whole."""
        with self._lock:
            waiting = self._waiting
            for point in points:
                words, weights = point.sparse.get(Channel.WORDS, ([], []))
                self._ends = [self._ends[0] + len(words), self._ends[1] + len(point.card)]
                waiting["points"] += np.uint64(point.number).tobytes()
                waiting["ends"] += np.array(self._ends, np.int64).tobytes()
                waiting["vectors"] += self._halves(point.vector)
                waiting["words"] += np.array(words, np.uint32).tobytes()
                waiting["weights"] += np.array(weights, np.float32).tobytes()
                waiting["cards"] += point.card
                self._changed[point.number] = self._places
                self._places += 1
            if sum(map(len, waiting.values())) > _WRITTEN_FROM:
                self._write()

    def put_vectors(self, vectors: Iterable[tuple[int, Sequence[float]]]) -> None:
        """Give people who are here their vector of meaning, by the numbers of their points."""
        with self._lock:
            self._write()
            for number, vector in vectors:
                if (place := self._place(number)) >= 0:
                    self._fill("vectors", place, 1, self._halves(vector))

    def remove(self, numbers: Iterable[int]) -> None:
        """Forget people, by the numbers of their points: nothing is left of what was said."""
        with self._lock:
            self._write()
            gone = list(numbers)
            self._changed.update(dict.fromkeys(gone, -1))
            # Where they lay before they changed, too.
            every = np.flatnonzero(np.isin(self._mapped.points, np.array(gone, np.uint64)))
            for place in every.tolist():
                word, card = self._mapped.ends[place].tolist()
                words, cards = np.diff(self._mapped.ends[place : place + 2], axis=0)[0].tolist()
                self._fill("points", place, 1)
                self._fill("vectors", place, 1)
                self._fill("words", word, words)
                self._fill("weights", word, words)
                self._fill("cards", card, cards)

    def flush(self) -> None:
        """Have everything so far on the disk."""
        with self._lock:
            self._write()
            for file in self._files.values():
                os.fsync(file)

    def settle(self) -> None:
        """Take less room, where most of it is of people who changed or went."""
        with self._lock:
            self._write()
            self._order()
            if len(self._place_of) * 2 > self._places:
                return
            draft = self._folder.with_suffix(".new")
            shutil.rmtree(draft, ignore_errors=True)
            self._copy(draft)
            self._close()
            shutil.rmtree(self._folder)
            draft.rename(self._folder)
            self._open()

    def close(self) -> None:
        """Release the files; nothing may follow."""
        with self._lock:
            self._write()
            self._close()

    def _close(self) -> None:
        for file in self._files.values():
            os.close(file)

    def _halves(self, vector: Sequence[float] | None) -> bytes:
        if vector is None:
            return bytes(2 * self._dimension)
        return np.array(vector, np.float32).astype("<f2").tobytes()

    def _fill(self, name: str, at: int, count: int, said: bytes | None = None) -> None:
        """Overwrite so many entries of a file, with zeros unless something is said."""
        size = getattr(self._mapped, name)[:1].nbytes
        _write(self._files[name], bytes(size * count) if said is None else said, at * size)

    def _write(self) -> None:
        """Write what waits, and see it."""
        if self._waiting["points"]:
            for name, waiting in self._waiting.items():
                # Where it belongs, so that what failed half-way is written again.
                _write(self._files[name], waiting, getattr(self._mapped, name).nbytes)
            self._mapped = self._map()
            for waiting in self._waiting.values():
                waiting.clear()
        if len(self._changed) > max(_ORDERED_FROM, self._places // 8):
            self._order()

    def _copy(self, folder: Path) -> None:
        """Everybody as they are now, and nobody else, into a new folder."""
        folder.mkdir()
        kept, ends = np.sort(self._place_of), self._mapped.ends
        lengths = np.diff(ends, axis=0)[kept]
        ends_now = np.concatenate([np.zeros((1, 2), np.int64), np.cumsum(lengths, axis=0)])
        (folder / "ends").write_bytes(ends_now.tobytes())
        for name, column in (("words", 0), ("weights", 0), ("cards", 1)):
            with (folder / name).open("wb") as file:
                for start in range(0, len(kept), _COPIED):
                    some = kept[start : start + _COPIED]
                    flat = getattr(self._mapped, name)
                    file.write(flat[_inside(ends[:, column], some)[0]].tobytes())
        for name in ("points", "vectors"):
            with (folder / name).open("wb") as file:
                for start in range(0, len(kept), _COPIED):
                    some = kept[start : start + _COPIED]
                    file.write(getattr(self._mapped, name)[some].tobytes())

    # --- reading -----------------------------------------------------------------------------

    def of(self, points: NDArray[np.uint64]) -> Shelved:
        """The people of these points."""
        with self._lock:
            self._write()
            return Shelved(self._mapped, self._found(points))

    def _place(self, number: int) -> int:
        return int(self._found(np.array([number], np.uint64))[0])

    def _found(self, points: NDArray[np.uint64]) -> Places:
        found = np.full(len(points), -1, np.int64)
        if len(self._ordered):
            at = np.minimum(np.searchsorted(self._ordered, points), len(self._ordered) - 1)
            there = self._ordered[at] == points
            found[there] = self._place_of[at[there]]
        if changed := self._changed:
            for n, point in enumerate(points.tolist()):
                found[n] = changed.get(point, found[n])
        return found


def _inside(ends: NDArray[np.int64], places: Places) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where all that `places` have lies, one after the other, and where each begins among that."""
    starts = ends[places]
    lengths = ends[places + 1] - starts
    firsts = np.cumsum(lengths) - lengths
    return np.arange(lengths.sum()) + np.repeat(starts - firsts, lengths), firsts


def _write(file: int, said: bytes | bytearray, at: int) -> None:
    left = memoryview(said)
    while left:
        written = os.pwrite(file, left, at)
        left, at = left[written:], at + written
