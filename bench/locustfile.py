"""The visitors of `make load`, for Locust, in a separate environment that does not know the site.

LOAD_VISITORS names a file that describes them: [{"cookies", "token", "comes_from", "edit", "pages": {name: path}}].
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from locust import FastHttpUser, between

VISITORS = iter(json.loads(Path(os.environ["LOAD_VISITORS"]).read_text(encoding="utf-8")))
MOST = 90  # men that an edit sets for a row


def edit(visitor: "Visitor") -> None:
    """Set another number of men for a row of the list, like a tap in the builder."""
    visitor.men = visitor.men % MOST + 1
    form = {"count": str(visitor.men), "key": uuid4().hex}
    visitor.ask("edit", "POST", visitor.said["edit"], data=form, headers={"HX-Request": "true"})


def look(page: str) -> Callable[["Visitor"], None]:
    def task(visitor: "Visitor") -> None:
        visitor.ask(page, "GET", visitor.said["pages"][page])

    return task


class Visitor(FastHttpUser):
    """A user who edits a list, looks around and sometimes prints."""

    wait_time = between(2, 8)  # s: users read
    tasks = {
        edit: 24,
        look("builder"): 4,
        look("my lists"): 4,
        look("public lists"): 4,
        look("a public list"): 4,
        look("rules"): 2,
        look("front page"): 2,
        look("bare page"): 8,
        look("print a roster"): 1,
    }

    def on_start(self) -> None:
        """Become the next user known to the site."""
        self.said = next(VISITORS)
        self.men = 1
        self.known = {
            "Cookie": self.said["cookies"],
            "X-CSRFToken": self.said["token"],
            "X-Forwarded-For": self.said["comes_from"],
        }
        look("builder")(self)  # an edited list was opened first

    def ask(
        self,
        name: str,
        method: str,
        path: str,
        *,
        data: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        """Send the request, and count every answer other than 200 as an error."""
        with self.client.request(
            method,
            path,
            name=name,
            data=data,
            headers=self.known | (headers or {}),
            allow_redirects=False,
            catch_response=True,
        ) as answer:
            if answer.status_code != 200:
                answer.failure(f"answered with {answer.status_code}")
