"""A user's account: settings, all data as one file and back (`armylist-backup/1`), deletion.

It reads every other app, and no other app reads it.
"""
