"""Direct fire: the shot that is asked about, and the three ways in which rulesets hit."""
