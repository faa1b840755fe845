"""`python -m benchmarks.quality.languages`, on a table of its own."""

from __future__ import annotations

from pathlib import Path

from benchmarks.quality.languages.__main__ import HERE, report

from shortlist.service.search.finder import IndexFinder

_NOT_SO_IN_DUTCH = (
    "nurses in Kenya\tKrankenpfleger in Kenia\tinfirmières au Kenya\tenfermeras en Kenia"
    "\tenfermeiras no Quênia\tinfermieri in Kenya\tkoks in Kenia"
)


def test_what_is_read_otherwise_is_counted_and_shown(sample: IndexFinder, tmp_path: Path) -> None:
    table = tmp_path / "own.tsv"
    table.write_text(f"en\tde\tfr\tes\tpt\tit\tnl\n{_NOT_SO_IN_DUTCH}\n", encoding="utf-8")
    said = [" ".join(line.split()) for line in report(table, sample, show=True)]
    assert said == [
        "own: 1 questions",
        "de the same 1.00 F1 1.00",
        "fr the same 1.00 F1 1.00",
        "es the same 1.00 F1 1.00",
        "pt the same 1.00 F1 1.00",
        "it the same 1.00 F1 1.00",
        "nl the same 0.00 F1 0.50",
        "koks in Kenia: Is a cook; Is based in Kenya",
        "nurses in Kenya: Is a nurse; Is based in Kenya",
    ]


def test_every_line_of_the_tables_has_seven_languages() -> None:
    for table in HERE.glob("*.tsv"):
        head, *lines = table.read_text(encoding="utf-8").splitlines()
        assert head.split("\t") == ["en", "de", "fr", "es", "pt", "it", "nl"]
        assert all(len([*filter(None, line.split("\t"))]) == 7 for line in lines), table
