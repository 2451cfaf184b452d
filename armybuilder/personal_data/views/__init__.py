"""Views of an account as a whole."""
