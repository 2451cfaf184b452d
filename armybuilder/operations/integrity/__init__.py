"""Whether what is stored agrees with what follows from it: `manage.py verify_lists`."""
