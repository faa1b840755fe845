"""Sets (preview), section 4.2: durable people lists built in the background."""
