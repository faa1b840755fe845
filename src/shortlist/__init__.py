"""Shortlist finds people, builds durable lists of them, and resolves their contact details."""

__version__ = "0.1.0"
