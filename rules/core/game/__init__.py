"""A game at the table: its log and the state that follows. Pure; distances in cm, points in defeat points.

The log has events that state facts ("man 7 is wounded", "turn is 4"). The state is the latest fact about each thing
(`fold`); everything else is computed from the state and the two lists.
"""
