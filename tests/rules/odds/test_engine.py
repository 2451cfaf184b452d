"""The library of dice is loaded by who asks for odds, and by nobody else."""

import subprocess
import sys

LOADED = "import django; django.setup(); import armybuilder.urls, sys; print('icepool' in sys.modules)"


def test_no_other_page_loads_the_library_of_dice() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
