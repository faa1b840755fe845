"""What agents call on this machine, and whether they may spend."""
