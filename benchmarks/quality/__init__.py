"""Whether search and Sets find the right people: one command, deterministic, minutes long."""
