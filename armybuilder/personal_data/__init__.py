"""A user's account: settings, all data as one file and back, deletion. No other app reads it."""
