"""The views of games."""
