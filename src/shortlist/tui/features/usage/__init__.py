"""Usage: the account, its credits and requests, and the profile one is on."""
