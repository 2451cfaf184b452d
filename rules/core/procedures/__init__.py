"""What is rolled and counted at the table, by the tables of a ruleset."""
