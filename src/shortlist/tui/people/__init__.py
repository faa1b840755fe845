"""Lists of people, 100,000 of them too: held, read, filtered, ordered, chosen, written out."""
