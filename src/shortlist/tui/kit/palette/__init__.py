"""Everything that can be done, found by typing a part of its name."""
