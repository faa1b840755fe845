"""Calls of agents on this machine, and the approval of those that would spend."""
