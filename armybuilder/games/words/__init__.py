"""Events, reminders and names in words."""
