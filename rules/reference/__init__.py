"""The reference of a ruleset: its page, its search, comparisons, and the targets of citations."""
