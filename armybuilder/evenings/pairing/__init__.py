"""Rounds of an evening: who meets whom, who attacks, who stands where. Pure Python: no Django, no database."""
