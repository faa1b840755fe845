"""The commands of the `shortlist` program, one module each."""
