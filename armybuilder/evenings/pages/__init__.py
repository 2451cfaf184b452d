"""What the pages of games nights show: read from the database, nothing is changed."""
