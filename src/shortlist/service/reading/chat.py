"""The reader that asks a model: it says which words demand what, and the tables say what that is.

A clause stands on words of the text and on a span that a linker finds for it, so that the model
chooses among what the tables and the index know and makes up neither a condition nor an id. What
it leaves out goes on working as words.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import orjson
from pydantic import BaseModel, ValidationError

from shortlist.service.chat_model import REST_SECONDS, ChatModel, ModelFailed, Schema, Unusable
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.numbers import bound
from shortlist.service.reading.parts import Number, Part
from shortlist.service.reading.port import (
    NUMBERS,
    TEXT_MOST,
    Clause,
    Heard,
)
from shortlist.service.reading.question import LINKERS, Question, read
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import FOREIGN
from shortlist.service.reading.tokens import Token, tokens
from shortlist.service.reading.translation import translated
from shortlist.service.reading.uncovered_words import loose

_KNOWN: Final = 2_000
_CLAUSES_MOST: Final = 20
_VALUES_MOST: Final = 8
_TOKENS_MOST: Final = 100
_CUED: Final = {"language": "{} speaking", "school": "{} alumni"}
"""How the linkers are shown a value of a kind that takes a word beside it."""
_HERE: Final = Path(__file__).parent
_INSTRUCTIONS: Final = (_HERE / "reader_instructions.txt").read_text("utf-8")
SCHEMA: Final[Schema] = orjson.loads((_HERE / "reader_schema.json").read_bytes())


class _Reading(BaseModel):
    text: int
    clauses: list[Any]


class _Answer(BaseModel):
    readings: list[_Reading]


class ChatReader:
    """A `Reader` that asks a model; without one, it knows what it was told. Thread-safe."""

    asks = True

    def __init__(self, model: ChatModel | None) -> None:
        self._model = model
        self._lock = threading.Lock()
        self._known: OrderedDict[str, tuple[float, Heard]] = OrderedDict()
        """By text; until when a failure is taken for the answer."""

    def ahead(self, texts: Sequence[str], seconds: float) -> None:
        model = self._model
        different = dict.fromkeys(" ".join(text.split()) for text in texts)
        missing = [text for text in different if text and self.heard(text) is None]
        if model is None or not missing:
            return
        seconds = min(seconds, model.config.read_seconds * len(missing))
        asked = [{"text": n, "words": text[:TEXT_MOST]} for n, text in enumerate(missing)]
        try:
            readings = model.ask(
                "reader", _INSTRUCTIONS, {"texts": asked}, SCHEMA, _clauses, seconds=seconds
            )
        except ModelFailed as failure:
            for text in missing:
                self.told(text, Heard(failed=str(failure)))
            return
        for n, text in enumerate(missing):
            clauses = readings.get(n)
            self.told(text, Heard(failed=_NOTHING) if clauses is None else Heard(clauses))

    def heard(self, text: str) -> Heard | None:
        text = " ".join(text.split())
        with self._lock:
            until, heard = self._known.get(text, (0.0, None))
            if heard is None or (heard.failed and time.monotonic() > until):
                return None
            self._known.move_to_end(text)
            return heard

    def told(self, text: str, heard: Heard) -> None:
        text = " ".join(text.split())
        with self._lock:
            self._known[text] = time.monotonic() + REST_SECONDS, heard
            self._known.move_to_end(text)
            while len(self._known) > _KNOWN:
                self._known.popitem(last=False)

    def read(self, text: str, gazetteer: Gazetteer) -> Question:
        local = read(text, gazetteer)
        if local.packed:
            return local  # the kinds that a model is asked for have none of its facts
        if self._model is not None:
            self.ahead([text], self._model.config.read_seconds)
        heard = self.heard(text)
        if heard is None:
            return local
        if not heard.failed:
            question = grounded(text, heard.clauses, gazetteer)
            if question.parts or question.numbers:
                return question
        if not heard.failed and not (local.parts or local.numbers):
            return local
        return replace(local, fallback=heard.failed or _NOTHING)


_NOTHING: Final = "it said nothing that could be used"


def _clauses(told: Any) -> dict[int, tuple[Clause, ...]]:
    """What was said of each text; clauses that are none leave the others as they are."""
    try:
        answer = _Answer.model_validate(told)
    except ValidationError:
        raise Unusable("it answered something that is no reading") from None
    found: dict[int, tuple[Clause, ...]] = {}
    for reading in answer.readings:
        clauses = []
        for given in reading.clauses[:_CLAUSES_MOST]:
            with suppress(ValidationError, TypeError):
                clauses.append(Clause(**given))
        found.setdefault(reading.text, tuple(clauses))
    return found


def grounded(text: str, clauses: Iterable[Clause], gazetteer: Gazetteer) -> Question:
    """`text` as `clauses` read it: those whose words stand there, with what the tables know."""
    plain = tokens(text)[:_TOKENS_MOST]
    parts: list[Part] = []
    numbers: list[Number] = []
    covered: set[int] = set()
    for clause in clauses:
        place = _place(plain, tokens(clause.words), covered)
        if place is None:
            continue  # nobody said so
        if clause.kind in NUMBERS:
            number = _number(clause, *place)
            if number is None:
                continue
            numbers.append(number)
        else:
            spans = tuple(_spans(clause, gazetteer))
            if not spans:
                continue  # its words go on working as words
            said = tuple(replace(span, start=place[0], end=place[1]) for span in spans)
            parts.append(Part(said, clause.negated, clause.past))
        covered.update(range(*place))
    small = {at for at, word in enumerate(plain) if word.text in FOREIGN}
    parts.sort(key=lambda part: part.spans[0].start)
    chosen = tuple(span for part in parts for span in part.spans)
    left = loose(plain, covered | small)
    return Question(plain, tuple(parts), tuple(numbers), left, chosen=chosen)


def _place(
    words: Sequence[Token], said: Sequence[Token], covered: set[int]
) -> tuple[int, int] | None:
    """Where `said` stands in `words`, in words that no other clause has."""
    texts = [word.text for word in said]
    for at in range(len(words) - len(texts) + 1):
        end = at + len(texts)
        if [word.text for word in words[at:end]] == texts and covered.isdisjoint(range(at, end)):
            return (at, end) if texts else None
    return None


def _spans(clause: Clause, gazetteer: Gazetteer) -> Iterator[Span]:
    """For each value the surest span of the clause's kind over all of it; where no linker knows
    any of them, over the words themselves."""
    kinds = {clause.kind, f"past_{clause.kind}"}
    if clause.kind in ("role", "industry"):
        kinds.add("field")  # what somebody works in is told by either
    values = [value for value in clause.values[:_VALUES_MOST] if value.strip()]
    found = [_surest(value, kinds, clause.kind, gazetteer) for value in values]
    for span in found if any(found) else [_surest(clause.words, kinds, clause.kind, gazetteer)]:
        if span:
            yield span if span.kind == "field" else replace(span, kind=clause.kind)


def _surest(value: str, kinds: set[str], kind: str, gazetteer: Gazetteer) -> Span | None:
    size = len(translated(tokens(value)).words)
    words = translated(tokens(_CUED.get(kind, "{}").format(value))).words
    whole = [
        span
        for link in LINKERS
        for span in link(words, gazetteer)
        if span.kind in kinds and span.start == 0 and span.end >= size
    ]
    return max(whole, key=lambda span: span.strength, default=None)


def _number(clause: Clause, start: int, end: int) -> Number | None:
    least, most = clause.at_least, clause.at_most
    if least is None and most is None:
        return None
    if clause.kind != "size" and not all(1900 <= n <= 2100 for n in (least, most) if n is not None):
        return None
    if least is not None and most is not None and least > most:
        return None
    return bound(clause.kind, least, most, start, end)
