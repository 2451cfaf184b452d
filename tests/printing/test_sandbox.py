"""WeasyPrint reads only our static files."""

from pathlib import Path

import pytest

from armybuilder.printing.pdfs.from_html import (
    BASE_URL,
    STATIC,
    AddressRefusedError,
    fetcher,
    static_file,
)
from tests.printing.sheets import pdf_of


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder of static files with an image, next to a secret file."""
    folder = tmp_path / "static"
    (folder / "print").mkdir(parents=True)
    (folder / "print" / "sign.svg").write_text("<svg/>")
    (tmp_path / "secret.svg").write_text("secret")
    return folder


def test_a_static_file_is_served(root: Path) -> None:
    assert static_file(f"{BASE_URL}print/sign.svg", root) == root / "print" / "sign.svg"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "file://localhost/etc/passwd",
        "http://static.invalid/print/sign.svg",
        "https://example.com/print/sign.svg",
        "https://static.invalid.example.com/print/sign.svg",
        "https://static.invalid@example.com/print/sign.svg",
        "https://static.invalid:8000/print/sign.svg",
        "HTTPS://STATIC.INVALID/print/sign.svg",
        "ftp://static.invalid/print/sign.svg",
        "data:text/css,p{}",
        "//static.invalid/print/sign.svg",
        "/print/sign.svg",
        "print/sign.svg",
        "",
    ],
)
def test_another_address_is_refused(root: Path, url: str) -> None:
    with pytest.raises(AddressRefusedError):
        static_file(url, root)


@pytest.mark.parametrize(
    "name",
    [
        "../secret.svg",
        "print/../../secret.svg",
        "print/%2e%2e/%2e%2e/secret.svg",
        "..%2fsecret.svg",
        "print\\..\\..\\secret.svg",
        "/etc/passwd",
        "print/sign.svg\0.png",
        "print/sign.svg?version=1",
        "print/sign.svg#top",
        "print",
        "print/",
        "",
        "print/missing.svg",
    ],
)
def test_a_path_out_of_the_folder_or_to_a_missing_file_is_refused(root: Path, name: str) -> None:
    with pytest.raises(AddressRefusedError):
        static_file(BASE_URL + name, root)


def test_an_absolute_path_to_a_file_of_a_known_type_is_refused(root: Path) -> None:
    with pytest.raises(AddressRefusedError):
        static_file(f"{BASE_URL}{root.parent / 'secret.svg'}", root)


def test_a_symbolic_link_out_of_the_folder_is_refused(root: Path) -> None:
    (root / "print" / "link.svg").symlink_to(root.parent / "secret.svg")
    (root / "out").symlink_to(root.parent)
    for name in ("print/link.svg", "out/secret.svg"):
        with pytest.raises(AddressRefusedError):
            static_file(BASE_URL + name, root)


def test_only_file_types_for_printing_are_served(root: Path) -> None:
    for name in ("settings.py", "app.js", "style.css", "notes.txt", "no-type"):
        (root / name).write_text("x")
        with pytest.raises(AddressRefusedError):
            static_file(BASE_URL + name, root)


def test_the_fetcher_answers_with_file_and_type() -> None:
    response = fetcher().fetch(f"{BASE_URL}print/platoon.svg")
    assert response.read() == (STATIC / "print" / "platoon.svg").read_bytes()
    assert response.content_type == "image/svg+xml"


def test_the_fetcher_refuses_both_kinds_of_call() -> None:
    for call in (fetcher(), fetcher().fetch, fetcher().open):
        with pytest.raises(AddressRefusedError):
            call("file:///etc/passwd")


def test_a_page_that_requests_a_foreign_file_is_rendered_without_it(tmp_path: Path) -> None:
    """No template requests a file. If a template did, the page would still render and the file would stay private."""
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text y="20">the secret</text></svg>')
    html = f'<html lang="en"><title>t</title><p>before</p><img alt="x" src="{secret.as_uri()}"><p>after</p></html>'
    pdf = pdf_of(html)
    assert pdf.startswith(b"%PDF-")
    assert len(pdf) == len(pdf_of(html.replace("secret.svg", "absent.svg")))
