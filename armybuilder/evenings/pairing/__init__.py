"""Rounds of a games night: pairings, sides and standings. Pure Python: no Django, no database."""
