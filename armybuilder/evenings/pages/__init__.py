"""Content of the pages of games nights, read from the database."""
