"""Check whether the site on this machine answers, like the proxy: for the health check of a container."""

import os
import sys
from http.client import HTTPConnection


def main() -> int:
    """Return 0 if /healthz answers 200, otherwise 1."""
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip() or "localhost"
    connection = HTTPConnection("127.0.0.1", int(os.environ.get("PORT") or 8000), timeout=5)
    try:
        connection.request("GET", "/healthz", headers={"Host": host, "X-Forwarded-Proto": "https"})
        return 0 if connection.getresponse().status == 200 else 1
    except OSError:
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
