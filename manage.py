#!/usr/bin/env python
"""Django's command line for Squadra."""

import os
import sys


def main() -> None:
    """Run the management command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except (OperationalError, OSError) as error:
        from armybuilder.middleware import unavailable
        from armybuilder.operations import starting

        if not unavailable.is_unavailable(error):
            raise
        sys.exit(starting.what_is_wrong(error))


if __name__ == "__main__":
    main()
