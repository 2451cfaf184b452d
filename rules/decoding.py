"""JSON that somebody typed or a browser made up."""

import json
from typing import Any


class OneErrorDecoder(json.JSONDecoder):
    """Reads JSON as Django's form field expects: thousands of digits or brackets are the same error as no JSON."""

    def decode(self, s: str, *args: Any) -> Any:
        """Return what a text says. Raises JSONDecodeError."""
        try:
            return super().decode(s, *args)
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), "", 0) from error
