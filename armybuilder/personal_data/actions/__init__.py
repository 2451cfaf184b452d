"""Restoring a backup, and deleting an account."""
