"""What is wrong with a set-up, in plain words: `manage.py doctor`."""
