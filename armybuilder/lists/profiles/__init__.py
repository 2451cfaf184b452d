"""What a list is worth on the table, ready to be shown: its fire, its staying power, its morale; one list, or two."""
