"""Fire: its form, its page, and what a weapon hits by distance."""
