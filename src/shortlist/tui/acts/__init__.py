"""What a person can ask for, as parts of the app: one file an errand."""
