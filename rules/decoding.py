"""JSON that a person typed or a browser sent."""

import json
from typing import Any


class OneErrorDecoder(json.JSONDecoder):
    """A JSON decoder for Django's form field: thousands of digits or brackets give the same error as invalid JSON."""

    def decode(self, s: str, *args: Any) -> Any:
        """Return the decoded text. Raises JSONDecodeError."""
        try:
            return super().decode(s, *args)
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), "", 0) from error
