"""Dialogs that every feature uses, and what all dialogs are made of."""
