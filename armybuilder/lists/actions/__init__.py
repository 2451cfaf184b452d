"""Change lists: each function is one transaction; a refusal is a sentence."""
