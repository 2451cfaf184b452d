"""Getting a list under its limit."""
