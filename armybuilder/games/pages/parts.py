"""The parts of the play screen. A phone names those that it shows; what is the same is not made and sent again."""

from base64 import urlsafe_b64encode
from hashlib import blake2b

from msgspec import Struct, json

HELD = "X-Held"  # the header: the marks of the parts that the phone shows, with spaces between


class PagePart(Struct, frozen=True):
    """A part of the page by its id. `mark` stands for all that it shows; `is_held`: the phone shows just that."""

    id: str
    mark: str
    is_held: bool


class PageParts:
    """The parts of a page. `of_page`: what each of them depends on; `held`: the marks of what the phone shows."""

    def __init__(self, of_page: tuple[str, ...], held: str) -> None:
        self.of_page, self.held = of_page, frozenset(held.split())

    def part(self, part_id: str, *shown: object) -> PagePart:
        """Return a part that shows these things."""
        said = json.encode([self.of_page, part_id, shown], enc_hook=_plain)
        mark = urlsafe_b64encode(blake2b(said, digest_size=6).digest()).decode()
        return PagePart(part_id, mark, mark in self.held)


def _plain(value: object) -> str:
    # A text of a template itself is marked as safe, which JSON does not know; with something added to it, it is plain.
    return str(value) + ""
