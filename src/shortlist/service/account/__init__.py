"""API keys, budgets and usage (sections 5, 8 and 4.4)."""
