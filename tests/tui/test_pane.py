"""The page of a person: what wraps stays under its value."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.content import Content

from shortlist.contract.person import Person
from shortlist.tui.kit.pane import HangingText, Pane, underlined, with_hanging_indent
from shortlist.tui.kit.person import person_content


def test_what_wraps_goes_on_under_its_value() -> None:
    text = Content(
        "role        head of engineering or engineering leader\n"
        "            “Vice President, Engineering” title\n"
        "\n"
        "A sentence without a label is left to be wrapped by whoever shows it"
    )
    assert with_hanging_indent(text, 32).plain.split("\n") == [
        "role        head of engineering",
        "            or engineering",
        "            leader",
        "            “Vice President,",
        "            Engineering” title",
        "",
        "A sentence without a label is left to be wrapped by whoever shows it",
    ]


def test_a_career_goes_on_under_its_title_and_a_long_label_keeps_its_place() -> None:
    text = Content(
        "    2008-10 – 2014-12  ○  Medical-Surgical Nurse, head of the ward\n"
        "  certifications  sample · seen 2026-08-14"
    )
    assert with_hanging_indent(text, 54).plain.split("\n")[:2] == [
        "    2008-10 – 2014-12  ○  Medical-Surgical Nurse, head",
        "                          of the ward",
    ]
    assert with_hanging_indent(text, 38).plain.split("\n")[-2:] == [
        "  certifications  sample · seen",
        "                  2026-08-14",
    ]


def test_an_address_with_a_mark_goes_on_behind_the_mark() -> None:
    text = Content("✓ somebody.with.a.name@company.example  work e-mail")
    assert with_hanging_indent(text, 44).plain.split("\n") == [
        "✓ somebody.with.a.name@company.example  work",
        "  e-mail",
    ]


def test_styles_stay_with_their_words() -> None:
    text = Content.assemble(("place       ", "dim"), ("“Geneva, Switzerland”", "italic"), " there")
    laid_out = with_hanging_indent(text, 24)
    [italic] = [span for span in laid_out.spans if str(span.style) == "italic"][:1]
    assert laid_out.plain[italic.start : italic.end].startswith("“Geneva,")


def test_a_narrow_page_gives_a_label_no_more_than_half() -> None:
    text = Content("Confidence  0.97 strong and more of it")
    assert with_hanging_indent(text, 16).plain == text.plain


def test_what_was_looked_for_is_underlined_wherever_it_is() -> None:
    text = underlined(Content("Ann (Ghent) met ANN [b]"), ["ann", "(g", "[b]"])
    marked = [text.plain[span.start : span.end] for span in text.spans]
    assert sorted(marked) == ["(G", "ANN", "Ann", "[b]"]
    assert underlined(Content("Ann"), []).spans == []


def test_a_career_is_a_line_a_part_and_what_is_not_known_is_none() -> None:
    person = Person(
        name="Ana Ruiz",
        title="Head",
        company="Alder",
        history=[{"title": "Head", "company": "Alder"}, {"title": "Clerk", "company": "Tern"}],
        education=[{"degree": "BSc", "school": "Leeds", "end": "2009"}],
        skills=[f"skill {n}" for n in range(20)],
        languages=[{"name": "German", "level": "native"}, "[b]English[/b]"],
        company_size="51-200",
        certifications={"odd": 1},
    )
    lines = person_content(person).plain.split("\n")
    told = {line[:12].strip(): line[12:] for line in lines}
    assert told["Employer"] == "51-200"
    assert told["Before"] == "Clerk, Tern"
    assert told["Education"] == "BSc, Leeds, 2009"
    assert told["Skills"].endswith("skill 11, 8 more")
    assert told["Languages"] == "German, native; [b]English[/b]"
    assert "Certified" not in told


async def test_a_page_that_changes_before_it_was_laid_out_shows_all_of_its_lines() -> None:
    class OfOnePane(App[None]):
        def compose(self) -> ComposeResult:
            yield Pane()

    async with OfOnePane().run_test() as pilot:
        pane = pilot.app.query_one(Pane)
        await pilot.pause()
        pane.show(Content("one\ntwo"))
        # The screen is laid out for another reason, before the page itself has asked for it.
        pane._clear_arrangement_cache()
        pilot.app.screen._refresh_layout()
        pane.show(Content("one\ntwo\nthree"))
        await pilot.pause()
        assert pane.query_one(HangingText).size.height == 3
        pane.show(Content("one"))
        await pilot.pause()
        assert pane.query_one(HangingText).size.height == 1
