"""The document `armylist/1`: its types, reading it, and editing it."""
