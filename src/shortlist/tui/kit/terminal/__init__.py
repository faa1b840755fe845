"""The terminal: driver, first frame, order of keys, clipboard, editor."""
