"""The public web: pages that a search engine finds, and people whom they tell of."""
