"""The reference of a ruleset: its page, the search in it, comparing two, and where citations lead."""
