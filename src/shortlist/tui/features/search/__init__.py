"""Search: a question, what was understood of it, and who it finds."""
