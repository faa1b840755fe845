"""One life of a service: from the start of its process to its end, and the processes beside it."""
