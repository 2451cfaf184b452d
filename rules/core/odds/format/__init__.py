"""The documents `odds/1` and `odds-answer/1`: question types, reading, and answers in words."""
