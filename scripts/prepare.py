"""Makes the data ready to be served: tables, rules, samples. Harmless to run again.

One process for all of it: Django takes most of a second to start.
"""

import os
import sys
from pathlib import Path


def main() -> None:
    """Run the management commands one after the other; any of them ends the run with its own message."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    import django
    from django.core.management import CommandError, call_command

    django.setup()
    try:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("createcachetable", verbosity=0)
        call_command("load_rules")
        call_command("load_samples")
    except CommandError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
