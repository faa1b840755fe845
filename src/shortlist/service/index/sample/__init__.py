"""The synthetic sample directory: composed people, and their vectors, as package data."""

from shortlist.service.index.sample.load import ensure_sample

__all__ = ["ensure_sample"]
