"""The edge: what every request passes, in order, before it runs."""
