"""What a list is worth on the table: its fire, its staying power, its morale."""
