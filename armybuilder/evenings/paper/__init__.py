"""A games night on paper, in one PDF: submitted lists, and sheets for the tables and the wall."""
