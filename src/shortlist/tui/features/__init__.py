"""The features of the app, a folder each."""
