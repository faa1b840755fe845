"""Durable work, which is finished even when its process dies."""
