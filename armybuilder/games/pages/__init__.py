"""Content of the pages of games, as typed values."""
