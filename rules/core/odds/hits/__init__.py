"""What a hit does to its target: by the ruleset’s saves, or by its tables of damage."""
