"""The people of the synthetic sample, composed and indexed."""
