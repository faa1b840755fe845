"""The people index: import, embed, retrieve."""
