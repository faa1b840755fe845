"""Enrichment, `POST /v1/enrich` (section 4.3)."""
