"""Tables and choices of lists: My lists, the library of a club, examples, the front page, pairs."""
