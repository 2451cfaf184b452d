"""Views of evenings: for the members of a club, and for guests by a link of their own."""
