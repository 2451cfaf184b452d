"""The addresses of the site, as its own table of them says."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def addresses(resolver: URLResolver | None = None, path: str = "/", space: str = "") -> Iterator[tuple[str, str]]:
    """Yield each address of the site as its name and its route: `lists:builder`, `/lists/<uuid:list_id>/`."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = path + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from addresses(pattern, route, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", route


def group(name: str) -> str:
    """Return the part of the site that an address belongs to."""
    return name.partition(":")[0] if ":" in name else name.partition("_")[0]
