"""Act in a game. Each function is one transaction."""
