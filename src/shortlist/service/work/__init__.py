"""Durable work: what was promised is finished, whatever happens to this process."""
