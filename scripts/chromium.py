"""The Chromium that drives the tests, the benchmarks and the pictures: Debian's, as Playwright's own is a download."""

import shutil

#: The path of the program, None if there is none. The shell without windows takes a third less time.
EXECUTABLE = shutil.which("chromium-headless-shell") or shutil.which("chromium")
#: Root and small containers need them.
SWITCHES = ["--no-sandbox", "--disable-dev-shm-usage"]
