"""People: the list of a Set or a shortlist, and a page for each person."""
