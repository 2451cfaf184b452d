"""The odds of a ruleset as data: effects on rolls, and the tables that are rolled on."""
