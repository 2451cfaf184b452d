"""What changes lists: one function each, one transaction each, refused with a sentence."""
