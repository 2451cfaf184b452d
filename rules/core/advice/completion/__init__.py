"""Suggestions that complete a list up to its limit."""
