"""A game at the table: what was written down of it, and what follows. Pure; distances in cm, points in defeat points.

What is kept is a log of events, each of which says how one thing is ("man 7 is wounded", "turn is 4"). The state is
what was said last of each thing (`fold`); whatever else is shown is worked out from the state and the two lists.
"""
