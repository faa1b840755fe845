"""The terminal app."""

import os

# The second frame after a key, such as what a filter leaves, is due within 8 ms and not 16.
os.environ.setdefault("TEXTUAL_FPS", "120")
