"""What leaves an evening: its results as files and as text, and its date for calendars."""
