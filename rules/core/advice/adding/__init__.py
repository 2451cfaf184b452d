"""What can be added to a list, and what of it fits."""
