"""The effect of a hit: by the ruleset’s saves, or by its damage tables."""
