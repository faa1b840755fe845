"""Sets: made, followed live, replayed, compared."""
