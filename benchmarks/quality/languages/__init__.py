"""Whether questions in other languages are read as the same in English are."""
