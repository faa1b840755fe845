"""Billing: the only code that moves money."""
