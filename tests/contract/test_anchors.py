"""One form for each spelling of an anchor (section 4.3), and none that joins two people."""

from __future__ import annotations

import pytest
from tests.contract.spellings import ONE_MAILBOX, ONE_PAGE, TWO_MAILBOXES, TWO_PAGES, Pair

from shortlist.contract.anchors import emails_in, normalise, written_email


def test_there_are_a_hundred_of_each() -> None:
    assert len({*ONE_PAGE, *ONE_MAILBOX}) >= 100
    assert len({*TWO_PAGES, *TWO_MAILBOXES}) >= 100


@pytest.mark.parametrize("pair", ONE_PAGE)
def test_one_page(pair: Pair) -> None:
    assert normalise("profile", pair[0]) == normalise("profile", pair[1]) is not None


@pytest.mark.parametrize("pair", TWO_PAGES)
def test_two_pages(pair: Pair) -> None:
    one, other = (normalise("profile", each) for each in pair)
    assert one and other and one != other


@pytest.mark.parametrize("pair", ONE_MAILBOX)
def test_one_mailbox(pair: Pair) -> None:
    (one,), (other,) = map(emails_in, pair)
    assert one == other == normalise("email", pair[0])


@pytest.mark.parametrize("pair", TWO_MAILBOXES)
def test_two_mailboxes(pair: Pair) -> None:
    one, other = (normalise("email", each) for each in pair)
    assert one and other and one != other


@pytest.mark.parametrize("kind", ["profile", "email"])
def test_a_form_is_its_own_form(kind: str) -> None:
    pairs = [*ONE_PAGE, *TWO_PAGES] if kind == "profile" else [*ONE_MAILBOX, *TWO_MAILBOXES]
    for spelt in (each for pair in pairs for each in pair):
        found = emails_in(spelt)[0] if kind == "email" else normalise(kind, spelt)
        assert found is not None and normalise(kind, found) == found, spelt


def test_several_addresses_in_one_text() -> None:
    text = 'A@b.example; "D, C" <c@D.example>, mailto:e@f.example a@b.example'
    assert emails_in(text) == ["a@b.example", "c@d.example", "e@f.example"]
    assert emails_in("no address, @ all") == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *(("profile", text) for text in ("", "no page", "ftp://x.example/a", "mailto:a@b.example")),
        *(
            ("profile", text)
            for text in ("https://[broken", "https://x.example:port/a", "a@b.example")
        ),
        *(("email", text) for text in ("", "a@b", "@b.example", "a b@c.example", "a@b.example/c")),
        *(("phone", text) for text in ("", "n/a", "12", "call 5550100 or so")),
        ("name_domain", "Gita|"),
        ("name_domain", "|hub.example"),
    ],
)
def test_what_is_no_anchor(kind: str, text: str) -> None:
    assert normalise(kind, text) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("+44 (0)20 7946 0958", "0044 20 7946 0958", True),
        ("tel:+44-20-7946-0958", "+442079460958", True),
        ("+1 (555) 123-4567", "+15551234567", True),
        ("+1 555 123 4567 ext. 12", "+1 555 123 4567 x12", True),
        ("+1 555 123 4567 ext. 12", "+1 555 123 4567 x13", False),
        ("020 7946 0958", "+44 20 7946 0958", False),
        ("+1 555 123 4567", "+1 555 123 4568", False),
    ],
)
def test_telephone_numbers(one: str, other: str, same: bool) -> None:
    assert (normalise("phone", one) == normalise("phone", other)) is same


def test_what_is_written_to_stays_as_it_is_written() -> None:
    assert written_email("Gita Hub <Gita.Hub+news@Gmail.com>") == "gita.hub+news@gmail.com"
