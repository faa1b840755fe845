"""The question: the line it is typed on, read and completed."""
