"""A user who edits a list while something is wrong."""

import json
from dataclasses import dataclass, field
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import OpenerDirector

from bench.editing import Acknowledged, Fields, a_browser, begin, make

TOO_LONG = 60  # seconds without an answer


def look(browser: OpenerDirector, address: str, fields: Fields | None = None) -> tuple[int, str]:
    """Return the status and text of an answer; (0, reason) without an answer."""
    body = urlencode(fields, doseq=True).encode() if fields else None
    try:
        with browser.open(address, body, timeout=TOO_LONG) as answer:
            return answer.status, answer.read().decode(errors="replace")
    except HTTPError as error:
        return error.code, error.read().decode()
    except OSError as error:
        return 0, str(error)


@dataclass
class Visit:
    """A visitor with a list; `acknowledged` holds the edits that were confirmed."""

    address: str
    name: str = "visitor"
    browser: OpenerDirector = field(default_factory=a_browser)
    acknowledged: Acknowledged = field(default_factory=list)
    count: int = 0

    def __post_init__(self) -> None:
        self.token = begin(self.browser, self.address)
        self.made = make(self.browser, self.address, self.token, f"made-{self.name}")

    def look(self, path: str, fields: Fields | None = None) -> tuple[int, str]:
        return look(self.browser, f"{self.address}{path}", fields)

    def is_healthy(self) -> bool:
        return self.look("/healthz") == (200, "ok\n")

    def edit(self, text: str = "") -> int:
        """Rename the list, and return the status; a 503 page must contain the input."""
        self.count += 1
        key, name = f"{self.name}-{self.count}", f"{text or 'List'} & <{self.count}> of {self.name}"
        status, page = self.look(f"{self.made}name/", self.token | {"name": name, "key": key})
        if status == 302:
            self.acknowledged.append((key, name))
        if status == 503:
            typed = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            assert f'name="name" value="{typed}"' in page, page
            assert f'name="key" value="{key}"' in page, page
        return status

    def ready(self) -> tuple[int, dict[str, str]]:
        """Return the status and content of /readyz."""
        status, text = self.look("/readyz")
        return status, json.loads(text) if status in {200, 503} else {"": text}
