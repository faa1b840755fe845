"""Access to the system keyring, which may be missing, locked, or never answer.

A keyring that is locked can wait for a person who is not there, so each question has a deadline.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

_ANSWER_SECONDS = 10.0


class KeyringFailed(Exception):
    """The keyring did not do what it was asked; the text says why, for people."""


def keep(service: str, name: str, secret: str) -> None:
    """Put `secret` into the keyring. Raises `KeyringFailed` unless it gives it back."""

    def work() -> bool:
        import keyring
        from keyring import core
        from keyring.errors import NoKeyringError

        # Below 1 is what keyring itself does not recommend, such as a file in the clear; it
        # counts only where somebody has chosen it.
        if keyring.get_keyring().priority < 1 and not (core.load_env() or core.load_config()):
            raise NoKeyringError
        keyring.set_password(service, name, secret)
        return bool(keyring.get_password(service, name) == secret)

    if not _answer(work):
        raise KeyringFailed("the system keyring does not keep what it is given")


def recall(service: str, name: str) -> str | None:
    """The secret, or `None` when the keyring has none. Raises `KeyringFailed`."""

    def work() -> str | None:
        import keyring

        return keyring.get_password(service, name)

    found: str | None = _answer(work)
    return found


def forget(service: str, name: str) -> None:
    """Take the secret out, where it is there. Raises `KeyringFailed`."""

    def work() -> None:
        import keyring
        from keyring.errors import PasswordDeleteError

        try:
            keyring.delete_password(service, name)
        except PasswordDeleteError:  # nothing there to delete
            return

    _answer(work)


def _answer(work: Callable[[], Any]) -> Any:
    """What `work` gives within the deadline. It runs on a thread that a program which ends does
    not wait for."""
    given: list[Any] = []
    failures: list[Exception] = []

    def run() -> None:
        try:
            given.append(work())
        except Exception as error:  # backends raise what they like: none, locked, no session bus
            failures.append(error)

    thread = threading.Thread(target=run, name="shortlist-keyring", daemon=True)
    thread.start()
    thread.join(_ANSWER_SECONDS)
    if failures:
        missing = type(failures[0]).__name__ == "NoKeyringError"
        raise KeyringFailed(
            "this machine has no system keyring" if missing else "the system keyring does not work"
        )
    if not given:
        raise KeyringFailed(
            f"the system keyring did not answer within {_ANSWER_SECONDS:g} s; it may be locked"
        )
    return given[0]
