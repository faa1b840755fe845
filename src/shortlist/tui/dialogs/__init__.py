"""What opens above a screen, asks one thing, and closes."""
