"""People's own rules: a variant of a game, or a game of their own, as a patch over a catalogue."""
