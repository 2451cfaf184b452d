"""HTML to PDF: the only module that uses WeasyPrint, which it imports with the first page.

It runs in the processes of `pool.py`, one page at a time: WeasyPrint's fonts must not be shared between threads.
"""

import atexit
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

STATIC = Path(__file__).resolve().parents[3] / "static"
# The address under which templates and style sheets find our static files. Nobody else can own a name in `.invalid`.
BASE_URL = "https://static.invalid/"
VARIANT = "pdf/ua-1"
TYPES = {".ttf": "font/ttf", ".svg": "image/svg+xml", ".png": "image/png"}


class AddressRefusedError(ValueError):
    """A printout asked for something that is not one of our static files."""


class PangoMissingError(RuntimeError):
    """A library that WeasyPrint needs is not installed."""


def import_weasyprint() -> None:
    """Import WeasyPrint, which is slow. Raises PangoMissingError."""
    try:
        import weasyprint  # noqa: F401
    except OSError as error:
        raise PangoMissingError(str(error).partition("\n")[0]) from None


def static_file(url: str, root: Path = STATIC) -> Path:
    """Return the file under `root` that an address names.

    Raises AddressRefusedError for other addresses (another host, `file:`, `data:`), for paths and links out of
    `root`, and for everything that is not a plain file of a type that paper needs. An address is taken literally: no
    `%2e`, no `?`.
    """
    if not url.startswith(BASE_URL):
        raise AddressRefusedError(f"not one of our static files: {url[:200]}")
    name = url.removeprefix(BASE_URL)
    if "%" in name or "\\" in name or "\0" in name:
        raise AddressRefusedError(f"not a plain name: {name[:200]}")
    path = (root / name).resolve()
    if not path.is_relative_to(root.resolve()) or path.suffix not in TYPES or not path.is_file():
        raise AddressRefusedError(f"not one of our static files: {name[:200]}")
    return path


@cache
def fetcher() -> "URLFetcher":
    """Return the fetcher that serves our static files and refuses everything else."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class StaticFiles(URLFetcher):
        """Opens no connection, and no files except those of `static_file`."""

        def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
            """Return a static file, or raise AddressRefusedError."""
            path = static_file(url)
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": TYPES[path.suffix]})

    # The handlers that open addresses are never reached; without protocols they would refuse as well.
    return StaticFiles(allowed_protocols=(), allow_redirects=False)


@cache
def fonts() -> "FontConfiguration":
    """Return the process's only font configuration: a new one for each document would leak."""
    from weasyprint.text.fonts import FontConfiguration

    atexit.register(fonts.cache_clear)  # its copies of the faces are removed while Python still can
    return FontConfiguration()


@lru_cache(maxsize=64)
def style_sheet(css: str) -> "CSS":
    """Return a page's style sheet, parsed once per process.

    WeasyPrint checks each sheet for each element: one takes a tenth less than three.
    """
    from weasyprint import CSS

    return CSS(string=css, base_url=f"{BASE_URL}css/", font_config=fonts(), url_fetcher=fetcher())


def make_pdf(html: str, css: str) -> bytes:
    """Return a page of ours as a tagged PDF (PDF/UA-1) with its fonts embedded. Raises PangoMissingError."""
    import_weasyprint()
    from weasyprint import HTML

    page = HTML(string=html, base_url=BASE_URL, url_fetcher=fetcher())
    pdf: bytes = page.write_pdf(font_config=fonts(), stylesheets=[style_sheet(css)], pdf_variant=VARIANT)
    return pdf
