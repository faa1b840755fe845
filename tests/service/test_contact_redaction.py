"""What evidence says holds no contact value, and all else that it said (section 4.1)."""

from __future__ import annotations

import pytest

from shortlist.service.contact_redaction import url_without_contacts, without_contacts

EMAILS = """
jane.roe@acme.example
JANE+x@mail.acme.co.uk
jürgen@müller.de
jane.roe@acme (dot) example
jane.roe (at) acme.example
name (at) host
jane [at] acme [dot] com
jane{at}acme.com
jane AT acme DOT com
jane dot roe at acme dot com
jane.roe at acme.example
jane @ acme.example
jane＠acme.example
jane&#64;acme.example
jane%40acme.example
jane_at_acme.com
jane(a)acme.de
mailto:jane@acme.example
jane [arroba] acme.es
""".strip().splitlines()

PHONES = """
+44 20 7946 0999
+44 (0)20 7946 0999
+1 (212) 555-0199
+1-212-555-0199 ext. 12
(212) 555-0199
212.555.0199
212-555-0199
1-800-555-0199
1-800-FLOWERS
2125550199
020 7946 0999
02079460999
(020) 7946 0999
0044 20 7946 0999
01 42 68 53 00
+33 1 42 68 53 00
+49 30 901820-0
\uff0b49 30 901820
030/9018200
0171 2345678
+81-3-1234-5678
+91 98765 43210
98765 43210
138 1234 5678
(11) 98765-4321
+ 44 20 7946 0999
+٤٤ ٢٠ ٧٩٤٦ ٠٩٩٩
tel. 612 345 678
Phone: 555-0199
call 123456
Fax 12 34 56 78
тел. 123-45-67
☎ 6123 4567
""".strip().splitlines()

READABLE = """
In 2024 and 1999-2004, and 2019–2024
on 2024-01-15 at 10:30, on 15.01.2024, 01/15/2024 and 01-02-2024
2024-01-15T10:30:00Z
$1,234,567.89 and 1 234 567 EUR and € 12.500.000
a budget of 12500000 in 12 months
Cambridge, MA 02139-4307 and 10115 Berlin and SW1A 1AA and 01310-100
100-0001 Tokyo
8,336,817 people, 42%, 0.123456789 of them
ISBN 978-0-306-40615-7, ISBN 0-306-40615-2
ORCID 0000-0002-1825-0097
patent No. 10123456
engineer at acme.com since 2019, and at Acme
Jane Roe at acme.example
the 118th Congress, Room 2154, 10.1000/182
section 3 (a) of the act, (at) last
Follow @janeroe
192.168.100.200 in version 10.15.7
1 2 3 4 5 6 7 of 7
""".strip().splitlines()


@pytest.mark.parametrize("value", [*EMAILS, *PHONES])
def test_s4_1_a_contact_value_is_left_out_of_a_text(value: str) -> None:
    told = without_contacts(f"Jane Roe, chair since 2019. {value}. Leeds, 2024")
    assert "left out" in told
    for piece in ("555", "7946", "98765", "@", "acme", "host", "901820", "123"):
        assert piece not in told.replace("2019", "").replace("2024", "")
    assert told.startswith("Jane Roe, chair since 2019.")
    assert told.endswith("Leeds, 2024")


def test_a_year_before_a_number_hides_it_not() -> None:
    assert without_contacts("since 2019 212 555 0199") == "since 2019 (phone left out)"


@pytest.mark.parametrize("text", READABLE)
def test_what_is_no_contact_value_stays_as_it_was(text: str) -> None:
    assert without_contacts(text) == text


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://a.example/people/jane@acme.example", "https://a.example/people/"),
        ("https://a.example/p?mail=jane%40acme.example&x=1", "https://a.example/p"),
        ("https://a.example/p?tel=02079460999", "https://a.example/p"),
        ("https://a.example/p?phone=2125550199", "https://a.example/p"),
        ("https://a.example/call/%2B442079460999/x", "https://a.example/call/"),
        ("https://jane@acme.example/x#a", "https://acme.example/x#a"),
        ("https://a.example/p#jane@acme.example", "https://a.example/p"),
    ],
)
def test_an_address_ends_where_a_contact_value_begins(url: str, shown: str) -> None:
    assert url_without_contacts(url) == shown


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/2024/01/15/jane-roe-212",
        "https://a.example/status/1234567890123",
        "https://a.example/@janeroe",
        "https://a.example/p?id=02079460999&q=a+b",
        "https://www.wikidata.org/wiki/Q77#P1",
    ],
)
def test_an_address_without_one_stays_as_it_was(url: str) -> None:
    assert url_without_contacts(url) == url


def test_a_long_text_is_read_at_once() -> None:
    for text in ("a." * 1000, "1 " * 1000, "a at " * 400, "a-_" * 700, "+1(" * 700):
        without_contacts(text)
