"""The question: the line it is typed on, and what came of it."""
