"""The report, the cut-out sheets and the log of a game, for print or as files."""
