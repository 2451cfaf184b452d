"""What is done with games: each function is one transaction."""
