"""Tables and choices of lists: My lists, the library of a club, samples, the front page, pairs."""
