"""Exact probability: chances as fractions, and the dice that they come from."""
