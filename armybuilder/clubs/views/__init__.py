"""Views of clubs, for their members."""
