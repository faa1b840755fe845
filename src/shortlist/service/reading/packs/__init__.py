"""What is known of one field alone: linkers and tables, consulted only where people are of it."""
