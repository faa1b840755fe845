"""The service: the whole interface on a real index, usable alone as a server."""
