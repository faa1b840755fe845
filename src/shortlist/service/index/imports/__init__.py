"""Import of people: files, columns, records."""
