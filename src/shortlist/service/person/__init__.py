"""Person research, `POST /v1/person` (section 4.4)."""
