"""Profiles on networks that the people of the index list for themselves."""
