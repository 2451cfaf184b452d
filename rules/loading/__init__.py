"""Reading rulesets from YAML and writing them, and why one is refused."""
