"""Direct fire: the shot, and the three ways to hit."""
