"""Record the fields of a request that the site reads, which makes a list of them unnecessary."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal
from unittest.mock import patch

from django.utils.datastructures import MultiValueDict

Part = Literal["query", "form"]
Field = tuple[Part, str]  # ("query", "page")
Reads = list[tuple[MultiValueDict, str]]


@contextmanager
def noted_reads() -> Iterator[Reads]:
    """Record each name read from a query or a form, with its query or form."""
    reads: Reads = []

    def noting(method: str) -> Any:
        plain = getattr(MultiValueDict, method)

        def inner(self: MultiValueDict, key: str, *rest: Any) -> Any:
            reads.append((self, key))
            return plain(self, key, *rest)

        return patch.object(MultiValueDict, method, inner)

    with noting("__getitem__"), noting("__contains__"), noting("getlist"):
        yield reads


def fields_read(request: Any, reads: Reads) -> set[Field]:
    """Return the fields of a request that were read; a file is a field of the form."""
    parts: list[tuple[Part, MultiValueDict]] = [
        ("query", request.GET),
        ("form", request.POST),
        ("form", request.FILES),
    ]
    return {(part, name) for whole, name in reads for part, values in parts if whole is values}
