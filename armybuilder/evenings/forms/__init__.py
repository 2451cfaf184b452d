"""The forms of games nights."""
