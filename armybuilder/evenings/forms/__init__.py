"""The forms of evenings."""
