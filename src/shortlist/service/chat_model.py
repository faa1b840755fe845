"""The client of `[model]`: a server of the OpenAI chat API that answers in JSON of a schema.

Reader and judge ask it through here: one address, one key, one bound of calls. What it answers is
material to be checked by whoever asked; that it fails is told with a reason that can be shown.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import orjson
from sqlalchemy import Engine, delete, text

from shortlist.service.clock import day_of, now_ms
from shortlist.service.config import ModelConfig
from shortlist.service.db.engine import writing
from shortlist.service.db.schema import counters
from shortlist.service.remote_content import ENCODINGS, content_of

if TYPE_CHECKING:
    import httpx

log = logging.getLogger("shortlist.model")

API_KEY_VARIABLES: Final = ("SHORTLIST_MODEL_API_KEY", "SHORTLIST_JUDGE_API_KEY")
"""The server's key, where it wants one: of the environment, so that no file holds it."""
LOCAL_SERVERS: Final = ("http://127.0.0.1:11434/v1", "http://127.0.0.1:8080/v1")
"""Where Ollama and llama.cpp listen when nobody says otherwise: asked with `local = true` only."""
REST_SECONDS: Final = 30.0
"""How long a server that failed somebody is not asked again for the same."""
UNUSABLE_MOST: Final = 3
"""Of so many answers in a row that nobody can use, the same."""
ANSWER_MAX_BYTES: Final = 1024 * 1024
_LOOK_SECONDS: Final = 1.0
_ANSWER_TOKENS: Final = 4096
_CALLS: Final = "model-calls "
"""Before the day, in the name of its counter."""
_REFUSES: Final = frozenset({400, 404, 415, 422, 501})
"""What servers answer to a form of JSON that they do not know."""

Schema = Mapping[str, Any]
T = TypeVar("T")


class ModelFailed(Exception):
    """The model gave no usable answer; the text says why, as in `it did not answer in time`."""


class Unusable(ModelFailed):
    """It answered, and nothing that could be used: it may do better with the next question."""


_COUNTED: Final = text(
    "INSERT INTO counters (name, value) VALUES (:name, 1) "
    "ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value"
)


class CallBudget:
    """How often the model was asked today (UTC), by every process on one database."""

    def __init__(self, engine: Engine, per_day: int) -> None:
        self._engine = engine
        self._per_day = per_day

    def take(self) -> None:
        """Count one more. Raises `ModelFailed` where today's are used up."""
        today = f"{_CALLS}{day_of(now_ms())}"
        with writing(self._engine) as connection:
            used = connection.execute(_COUNTED, {"name": today}).scalar_one()
            if used > self._per_day:  # and what is raised takes this one back
                raise ModelFailed(f"its {self._per_day:,} calls of today are used up")
            if used == 1:
                connection.execute(
                    delete(counters).where(counters.c.name.between(_CALLS, today))
                    .where(counters.c.name != today)
                )  # fmt: skip


class ChatModel:
    """A server that answers questions with JSON of a schema. Thread-safe."""

    def __init__(self, config: ModelConfig, engine: Engine) -> None:
        import httpx

        self.config = config
        self._calls = CallBudget(engine, config.calls_per_day)
        key = next((key for name in API_KEY_VARIABLES if (key := os.environ.get(name))), None)
        headers = {**ENCODINGS, **({"Authorization": f"Bearer {key}"} if key else {})}
        self._client = httpx.Client(headers=headers, follow_redirects=False, trust_env=False)
        self._lock = threading.Lock()
        self._found: tuple[str, str] | None = None
        self._schemas = True
        """Whether it takes a schema; one that refuses it is asked for any JSON."""
        self._rests: dict[str, tuple[float, str]] = {}
        self._unusable: dict[str, int] = {}
        """Answers in a row that could not be used."""

    def ask(
        self,
        purpose: str,
        instructions: str,
        question: Any,
        schema: Schema,
        read: Callable[[Any], T],
        *,
        seconds: float,
    ) -> T:
        """What `read` makes of the JSON that it answers to `question`, within `seconds`.

        `purpose` is who asks: of one that it failed, the others still ask. Raises `ModelFailed`,
        as `read` does with what it cannot use.
        """
        until, why = self._rests.get(purpose, (0.0, ""))
        if time.monotonic() < until:
            raise ModelFailed(why)
        try:
            answer = read(
                self._told(purpose, instructions, question, schema, time.monotonic() + seconds)
            )
        except ModelFailed as failure:
            self._failed(purpose, failure)
            raise
        self._unusable.pop(purpose, None)
        return answer

    def _failed(self, purpose: str, failure: ModelFailed) -> None:
        log.warning("the model failed the %s: %s", purpose, failure)
        if isinstance(failure, Unusable):
            self._unusable[purpose] = self._unusable.get(purpose, 0) + 1
            if self._unusable[purpose] < UNUSABLE_MOST:
                return
        self._rests[purpose] = time.monotonic() + REST_SECONDS, str(failure)

    def _told(
        self, purpose: str, instructions: str, question: Any, schema: Schema, until: float
    ) -> Any:
        url, name = self._server()
        body: dict[str, Any] = {
            "model": name,
            "temperature": 0,
            "max_tokens": _ANSWER_TOKENS,
            "messages": [
                {"role": "system", "content": instructions},
                {"role": "user", "content": orjson.dumps(question).decode()},
            ],
        }
        forms: list[dict[str, Any]] = [{"type": "json_object"}]
        if self._schemas:
            strict = {"name": purpose, "strict": True, "schema": schema}
            forms.insert(0, {"type": "json_schema", "json_schema": strict})
        for form in forms:
            status, content = self._post(f"{url}/chat/completions", body, form, until)
            if status == 200:
                return _json_of(content)
            if form is forms[-1] or status not in _REFUSES:
                break
            self._schemas = False
        self._found = None
        raise ModelFailed(f"it answered {status}")

    def _post(
        self, url: str, body: dict[str, Any], form: dict[str, Any], until: float
    ) -> tuple[int, bytes]:
        self._calls.take()
        seconds = max(until - time.monotonic(), 0.001)
        return self._reached(
            lambda: self._client.stream(
                "POST", url, json={**body, "response_format": form}, timeout=seconds
            ),
            until,
        )

    def _reached(self, request: Callable[[], Any], until: float) -> tuple[int, bytes]:
        import httpx

        try:
            answer: httpx.Response
            with request() as answer:
                if answer.status_code != 200:
                    return answer.status_code, b""
                too_much = ModelFailed("it answered too much")
                return 200, content_of(answer, until, ANSWER_MAX_BYTES, too_much)
        except httpx.TimeoutException:
            raise ModelFailed("it did not answer in time") from None
        except httpx.HTTPError as error:
            self._found = None
            raise ModelFailed(f"it could not be reached ({type(error).__name__})") from None

    def _server(self) -> tuple[str, str]:
        """Where it is and what it is called there; with `local`, the first that is there."""
        with self._lock:
            if self._found is None:
                self._found = self._look()
            return self._found

    def _look(self) -> tuple[str, str]:
        if self.config.base_url is not None:
            return self.config.base_url.rstrip("/"), str(self.config.name)
        for url in LOCAL_SERVERS:
            try:
                until = time.monotonic() + _LOOK_SECONDS
                status, content = self._reached(
                    lambda url=url: self._client.stream(  # type: ignore[misc]
                        "GET", f"{url}/models", timeout=_LOOK_SECONDS
                    ),
                    until,
                )
                there = (
                    [str(each["id"]) for each in orjson.loads(content)["data"]] if content else []
                )
            except (ModelFailed, ValueError, TypeError, LookupError):
                continue
            if status == 200 and there and self.config.name in (None, *there):
                return url, self.config.name or there[0]
        raise ModelFailed("no Ollama or llama.cpp server was found on this machine")


def _json_of(content: bytes) -> Any:
    """The JSON object of an answer; some think aloud before it, or put it in a fence."""
    try:
        said = orjson.loads(content)["choices"][0]["message"]["content"]
        said = said.rpartition("</think>")[2]
        return orjson.loads(said[said.find("{") : said.rfind("}") + 1])
    except (ValueError, LookupError, TypeError, AttributeError):
        raise Unusable("it answered something that is no JSON") from None
