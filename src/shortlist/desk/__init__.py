"""What a researcher keeps on this machine."""
