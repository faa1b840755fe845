"""The five screens: Search, Sets, People, Enrich, Usage."""
