"""What newer rules, house rules or a newer force would change in a list."""
