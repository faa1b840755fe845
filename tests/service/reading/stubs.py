"""A gazetteer of a few people, for reading without an index."""

from __future__ import annotations

from dataclasses import dataclass, field

from shortlist.service.lexicon.text import stem


@dataclass
class SmallGazetteer:
    """What a handful of people say of themselves."""

    place_paths: dict[str, tuple[str, ...]] = field(
        default_factory=lambda: {
            "leeds": ("gb/england/leeds",),
            "london": ("gb/london", "gb/london/london"),
            "scotland": ("gb/scotland",),
            "bangor": ("us/maine/bangor", "gb/wales/bangor"),
            "porto": ("pt/porto/porto",),
            "orange": ("us/california/orange",),
        }
    )
    companies: dict[str, tuple[str, ...]] = field(
        default_factory=lambda: {
            "leeds": ("leeds united football club",),
            "red hat": ("red hat",),
            "suse": ("suse",),
            "chelsea football club": ("chelsea football club",),
            "deloitte": ("deloitte",),
            "over": ("over",),
            "minnesota": ("minnesota",),
            "orange": ("orange",),
        }
    )
    trades: dict[str, int] = field(
        default_factory=lambda: {
            "site reliability engineer": 3,
            "nurse": 5,
            "physical therapist": 2,
            "occupational therapist": 2,
        }
    )

    def places(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return self.place_paths.get(" ".join(words), ())

    def regions_with(self, words: tuple[str, ...]) -> tuple[str, ...]:
        regions = {"gb/south east england", "gb/south west england", "gb/west midlands"}
        return tuple(sorted(r for r in regions if set(words) <= set(r.split("/")[1].split())))

    def organisations(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return self.companies.get(" ".join(words), ())

    def employed(self, organisations: tuple[str, ...]) -> int:
        return len(organisations)

    def schools(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return {"stanford": ("stanford university",)}.get(" ".join(words), ())

    def skills(self, words: tuple[str, ...]) -> tuple[str, ...]:
        name = " ".join(words)
        return (name,) if name in ("kubernetes", "terraform", "surgery") else ()

    def certifications(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return ()

    def values(self, facet: str) -> dict[str, int]:
        return {"trade": self.trades, "word": {stem("kubernetes"): 1}}.get(facet, {})

    def holding(self, facet: str, phrases: object) -> tuple[str, ...]:
        return ()

    def spelt(self, facet: str, stems: tuple[str, ...]) -> tuple[str, ...]:
        return ()
