"""Prepare the data: tables, rules, examples. It can safely run again.

One process does all of it: Django takes most of a second to start.
"""

import os
import sys
from pathlib import Path


def main() -> None:
    """Prepare the data; print the reason of a failure in one sentence, and exit."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import CommandError
    from django.db import OperationalError, ProgrammingError
    from psycopg.errors import InsufficientPrivilege

    try:
        django.setup()
        prepare()
    except (CommandError, ImproperlyConfigured) as error:
        sys.exit(str(error))
    except (OperationalError, OSError) as error:
        sys.exit(f"The data could not be made ready: {str(error).splitlines()[0]}.")
    except ProgrammingError as error:
        if not isinstance(error.__cause__, InsufficientPrivilege):
            raise
        sys.exit(f"The tables are to be changed by the database user that owns them (docs/running.md): {error}.")


def prepare() -> None:
    """Bring the data up to date, one process at a time."""
    from django.core.management import call_command

    from armybuilder.operations import starting

    starting.check_folders()
    with starting.alone():
        starting.check_known()
        call_command("migrate", verbosity=0, interactive=False)
        call_command("createcachetable", verbosity=0)
        call_command("load_rules")
        call_command("load_forces")
        call_command("load_samples")


if __name__ == "__main__":
    main()
