#!/usr/bin/env python
"""Django's command line for Squadra."""

import os
import sys


def main() -> None:
    """Run the management command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except (DatabaseError, OSError) as error:
        from armybuilder.middleware import unavailable
        from armybuilder.operations import starting

        if unavailable.is_unavailable(error):
            sys.exit(starting.what_is_wrong(error))
        try:
            starting.check_ready()
        except ImproperlyConfigured as reason:
            sys.exit(str(reason))
        raise


if __name__ == "__main__":
    main()
