"""How fast the terminal app answers, beside baselines of the same run (see README.md)."""
