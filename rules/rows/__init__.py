"""Rulesets as rows of the database, and back."""
