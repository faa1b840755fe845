"""What one can do in the app, a folder a feature."""
