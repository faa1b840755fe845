"""Saved deployments: keys go to the keyring or a private file, and nowhere else."""

from __future__ import annotations

import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import KeyringLocked, PasswordDeleteError
from keyrings.alt.file import PlaintextKeyring

from shortlist.desk import system_keyring
from shortlist.desk.connection import NoKey, resolve_connection
from shortlist.desk.places import DeskError, find_places
from shortlist.desk.profiles import Profiles

URL = "https://people.example.org"
KEY = "sk_live_3f9a"


class InMemory(KeyringBackend):
    """A keyring that works."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError


class Forgetful(InMemory):
    """A keyring that says yes and keeps nothing."""

    def get_password(self, service: str, username: str) -> str | None:
        return None


class OnDisk(PlaintextKeyring):
    """A keyring that outlives the program."""

    priority = 1


class Locked(InMemory):
    """A keyring that was locked meanwhile."""

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("no prompt could be shown")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked("no prompt could be shown")

    delete_password = get_password  # type: ignore[assignment]


class Waiting(InMemory):
    """A keyring that waits for a person who is not there."""

    def __init__(self) -> None:
        super().__init__()
        self.unlocked = threading.Event()

    def get_password(self, service: str, username: str) -> str | None:
        self.unlocked.wait()
        return super().get_password(service, username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.unlocked.wait()

    delete_password = get_password  # type: ignore[assignment]


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Waiting]:
    monkeypatch.setattr(system_keyring, "_ANSWER_SECONDS", 0.1)
    backend = Waiting()
    yield backend
    backend.unlocked.set()


@pytest.fixture(autouse=True)
def no_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def profiles() -> Profiles:
    return Profiles(find_places())


def test_without_a_keyring_the_key_is_in_a_private_file(profiles: Profiles) -> None:
    saved = profiles.add("work", URL, KEY)
    assert saved.kept_in == "file"
    assert profiles.api_key("work") == KEY
    places = find_places()
    holders = [path for path in places.config.rglob("*") if path.is_file()]
    assert [path for path in holders if KEY in path.read_text()] == [places.config / "keys/work"]
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in holders)


def test_a_keyring_that_works_has_the_key_alone(profiles: Profiles) -> None:
    keyring.set_keyring(InMemory())
    assert profiles.add("work", URL, KEY).kept_in == "keyring"
    assert profiles.api_key("work") == KEY
    places = find_places()
    assert not any(KEY in path.read_text() for path in places.config.rglob("*") if path.is_file())


def test_a_keyring_on_disk_keeps_the_key_from_one_program_to_the_next(
    profiles: Profiles, tmp_path: Path
) -> None:
    backend = OnDisk()
    backend.file_path = str(tmp_path / "keyring.cfg")
    keyring.set_keyring(backend)
    saved = profiles.add("work", URL, KEY)
    assert (saved.kept_in, saved.note) == ("keyring", None)
    again = OnDisk()
    again.file_path = backend.file_path
    keyring.set_keyring(again)
    assert Profiles(find_places()).api_key("work") == KEY
    assert profiles.remove("work") is None
    assert again.get_password(profiles._service, "work") is None


def test_a_keyring_in_the_clear_is_no_keyring_unless_it_was_chosen(
    profiles: Profiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHON_KEYRING_BACKEND", raising=False)
    backend = PlaintextKeyring()
    backend.file_path = str(tmp_path / "keyring.cfg")
    keyring.set_keyring(backend)
    saved = profiles.add("work", URL, KEY)
    assert (saved.kept_in, saved.note) == ("file", "this machine has no system keyring")
    assert not Path(backend.file_path).exists()
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyrings.alt.file.PlaintextKeyring")
    assert profiles.add("work", URL, KEY).kept_in == "keyring"


def test_a_keyring_that_never_answers_is_left_for_the_file(
    profiles: Profiles, waiting: Waiting
) -> None:
    keyring.set_keyring(waiting)
    saved = profiles.add("work", URL, KEY)
    assert saved.kept_in == "file" and "did not answer" in (saved.note or "")
    assert profiles.api_key("work") == KEY


def test_a_key_in_a_keyring_that_is_locked_now_is_said_to_be_there(
    profiles: Profiles, waiting: Waiting
) -> None:
    open_, locked = InMemory(), Locked()
    keyring.set_keyring(open_)
    profiles.add("work", URL, KEY)
    for backend, why in ((locked, "does not work"), (waiting, "did not answer")):
        keyring.set_keyring(backend)
        with pytest.raises(NoKey, match=f"{why}.*Unlock"):
            resolve_connection("work")
    assert "did not answer" in (profiles.remove("work") or "")


def test_a_locked_keyring_is_left_for_the_file(profiles: Profiles) -> None:
    keyring.set_keyring(Locked())
    saved = profiles.add("work", URL, KEY)
    assert (saved.kept_in, saved.note) == ("file", "the system keyring does not work")


def test_a_keyring_that_forgets_is_not_relied_on(profiles: Profiles) -> None:
    keyring.set_keyring(Forgetful())
    assert profiles.add("work", URL, KEY).kept_in == "file"
    assert profiles.api_key("work") == KEY


def test_a_key_that_moves_leaves_no_copy_behind(profiles: Profiles) -> None:
    profiles.add("work", URL, KEY)
    keyring.set_keyring(InMemory())
    profiles.add("work", URL, "another")
    assert not (find_places().config / "keys/work").exists()


def test_removing_forgets_the_key(profiles: Profiles) -> None:
    backend = InMemory()
    keyring.set_keyring(backend)
    profiles.add("work", URL, KEY)
    profiles.remove("work")
    assert profiles.list() == []
    assert backend.kept == {}
    with pytest.raises(DeskError, match="no profile `work`"):
        profiles.get("work")


def test_a_key_gone_from_the_keyring_says_how_to_save_it_again(profiles: Profiles) -> None:
    backend = InMemory()
    keyring.set_keyring(backend)
    profiles.add("work", URL, KEY)
    backend.kept.clear()
    with pytest.raises(NoKey, match=r"system keyring.*shortlist profiles add work --base-url"):
        resolve_connection("work")


def test_the_last_added_is_used_and_local_is_always_there(profiles: Profiles) -> None:
    profiles.add("one", URL, KEY)
    profiles.add("two", URL, KEY)
    assert resolve_connection().name == "two"
    profiles.use("one")
    assert resolve_connection().name == "one"
    profiles.use("local")
    assert resolve_connection().kind == "embedded"


@pytest.mark.parametrize("name", ["", "../up", "a b", ".hidden", "local", "x" * 65, "a/b"])
def test_a_name_that_cannot_be_one_is_refused(profiles: Profiles, name: str) -> None:
    with pytest.raises(DeskError, match="name is"):
        profiles.add(name, URL, KEY)


@pytest.mark.parametrize("key", ["", "two words", "new\nline", "sch\u00f6n"])
def test_a_key_that_cannot_be_one_is_refused_and_not_repeated(profiles: Profiles, key: str) -> None:
    with pytest.raises(DeskError) as caught:
        profiles.add("work", URL, key)
    assert not key or key not in str(caught.value)


def test_a_damaged_list_is_told(profiles: Profiles) -> None:
    profiles.add("work", URL, KEY)
    (find_places().config / "profiles.json").write_text("[1,")
    with pytest.raises(DeskError, match="damaged"):
        profiles.list()


def test_the_environment_wins_over_profiles(
    profiles: Profiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles.add("work", URL, KEY)
    monkeypatch.setenv("SHORTLIST_BASE_URL", "https://other.example.org/api")
    monkeypatch.setenv("SHORTLIST_API_KEY", "sk_env")
    for asked in (None, "work"):
        found = resolve_connection(asked)
        assert (found.base_url, found.api_key, found.kind) == (
            "https://other.example.org/api",
            "sk_env",
            "environment",
        )
    assert "wins over the profile `work`" in (resolve_connection("work").note or "")
    assert "sk_env" not in repr(resolve_connection())


@pytest.mark.parametrize("alone", ["SHORTLIST_BASE_URL", "SHORTLIST_API_KEY"])
def test_half_of_the_environment_is_refused(
    profiles: Profiles, monkeypatch: pytest.MonkeyPatch, alone: str
) -> None:
    profiles.add("work", URL, KEY)
    monkeypatch.setenv(alone, "https://other.example.org")
    with pytest.raises(NoKey, match="Set both, or neither"):
        resolve_connection()


def test_a_profile_is_chosen_by_option_then_environment_then_use(
    profiles: Profiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two", "three"):
        profiles.add(name, URL, KEY)
    monkeypatch.setenv("SHORTLIST_PROFILE", "two")
    assert resolve_connection().name == "two"
    assert resolve_connection("one").name == "one"
    assert resolve_connection("local").kind == "embedded"
    with pytest.raises(DeskError, match="There are: one, three, two, local"):
        resolve_connection("four")


def test_nothing_configured_is_the_service_on_this_machine() -> None:
    found = resolve_connection()
    assert (found.kind, found.base_url, found.name) == ("embedded", "", "local")
