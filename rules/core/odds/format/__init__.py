"""The documents `odds/1` and `odds-answer/1`: questions as types, how they are read, and answers in words."""
