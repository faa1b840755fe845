"""The terminal itself: driver, first frame, themes, clipboard, editor."""
