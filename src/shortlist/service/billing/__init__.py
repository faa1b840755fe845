"""The one place where money moves."""
