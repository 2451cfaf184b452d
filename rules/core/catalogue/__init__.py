"""A ruleset as data: its catalogue, and the types that the catalogue is made of."""
