"""Change lists: each function is one transaction, refused with a sentence."""
