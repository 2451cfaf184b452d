"""The differences between two lists."""
