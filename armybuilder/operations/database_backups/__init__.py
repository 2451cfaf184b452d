"""The whole database as one file, made while people go on working: `manage.py backup`."""
