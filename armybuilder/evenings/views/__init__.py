"""Views of games nights: for the members of a club, and for guests by their links."""
