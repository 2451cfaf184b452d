"""The Chromium for tests, benchmarks and pictures: Debian's, because Playwright's own is a download."""

import shutil

#: The path of the program, None if there is none. The headless shell takes a third less time.
EXECUTABLE = shutil.which("chromium-headless-shell") or shutil.which("chromium")
#: Root and small containers need them.
SWITCHES = ["--no-sandbox", "--disable-dev-shm-usage"]
