"""An account as a whole: its settings, all its data as one file and back (`armylist-backup/1`), its end.

It reads every other app, and none reads it.
"""
