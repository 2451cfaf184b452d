"""The report, the kit and the log, to print or to take away."""
