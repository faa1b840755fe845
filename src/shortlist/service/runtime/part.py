"""Parts of the service that start in the background while it already answers."""

from __future__ import annotations

import threading
from typing import Any, Generic, TypeVar

from shortlist.service.errors import NotReady

T = TypeVar("T")


class Part(Generic[T]):
    """A part that comes up in the background, such as the index with its model."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._settled = threading.Event()
        self._value: T | None = None
        self._error: str | None = None

    def set(self, value: T) -> None:
        """It is up."""
        self._value, self._error = value, None
        self._settled.set()

    def fail(self, reason: str) -> None:
        """It did not come up."""
        self._error = reason
        self._settled.set()

    @property
    def state(self) -> str:
        """`ready`, `starting`, or why it failed."""
        if not self._settled.is_set():
            return "starting"
        return self._error or "ready"

    @property
    def ready(self) -> bool:
        return self.state == "ready"

    def wait(self, seconds: float) -> T:
        """The part, waiting at most `seconds` for it. Raises `NotReady`."""
        if not self._settled.wait(seconds):
            raise NotReady(f"{self.name} is still starting")
        if self._error is not None or self._value is None:
            raise NotReady(f"{self.name} failed to start: {self._error}")
        return self._value


class WhenUp:
    """A part as those see it who are made before it is up: what it does raises `NotReady` until
    then."""

    def __init__(self, part: Part[Any]) -> None:
        self._part = part

    def __getattr__(self, name: str) -> Any:
        return getattr(self._part.wait(0), name)
