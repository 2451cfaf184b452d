"""Fire: its form, its page, and the hits of a weapon by distance."""
