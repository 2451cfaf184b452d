"""Connect the security log to the signals of the other apps."""
