"""The views of the lists app, one for each action."""
