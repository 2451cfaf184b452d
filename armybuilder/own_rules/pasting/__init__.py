"""Read a price table as people have it (a sheet, a chat, a PDF's text) as the rows of a game. No database."""
