"""What features share: widgets, dialogs, the query, keys, themes and the terminal."""
