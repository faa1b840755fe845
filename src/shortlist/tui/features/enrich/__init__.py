"""Enrich: contact details of people, and what they cost."""
