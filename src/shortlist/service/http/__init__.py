"""The HTTP edge: the steps that every request passes before its endpoint runs."""
