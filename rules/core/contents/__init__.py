"""What a list has in it: names, sections, entries used, and what its points buy."""
