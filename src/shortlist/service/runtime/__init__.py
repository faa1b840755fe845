"""The runtime of a service: its process from start to end, and the processes beside it."""
