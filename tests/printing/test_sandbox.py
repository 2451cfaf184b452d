"""WeasyPrint reads our static files and nothing else."""

from pathlib import Path

import pytest

from armybuilder.printing.pdfs.from_html import (
    BASE_URL,
    STATIC,
    AddressRefusedError,
    fetcher,
    make_pdf,
    static_file,
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder of static files with a style sheet, beside a secret."""
    folder = tmp_path / "static"
    (folder / "css").mkdir(parents=True)
    (folder / "css" / "print.css").write_text("p {}")
    (tmp_path / "secret.css").write_text("secret")
    return folder


def test_a_static_file_is_served(root: Path) -> None:
    assert static_file(f"{BASE_URL}css/print.css", root) == root / "css" / "print.css"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "file://localhost/etc/passwd",
        "http://static.invalid/css/print.css",
        "https://example.com/css/print.css",
        "https://static.invalid.example.com/css/print.css",
        "https://static.invalid@example.com/css/print.css",
        "https://static.invalid:8000/css/print.css",
        "HTTPS://STATIC.INVALID/css/print.css",
        "ftp://static.invalid/css/print.css",
        "data:text/css,p{}",
        "//static.invalid/css/print.css",
        "/css/print.css",
        "css/print.css",
        "",
    ],
)
def test_another_address_is_refused(root: Path, url: str) -> None:
    with pytest.raises(AddressRefusedError):
        static_file(url, root)


@pytest.mark.parametrize(
    "name",
    [
        "../secret.css",
        "css/../../secret.css",
        "css/%2e%2e/%2e%2e/secret.css",
        "..%2fsecret.css",
        "css\\..\\..\\secret.css",
        "/etc/passwd",
        "css/print.css\0.png",
        "css/print.css?version=1",
        "css/print.css#top",
        "css",
        "css/",
        "",
        "css/missing.css",
    ],
)
def test_a_way_out_or_to_nothing_is_refused(root: Path, name: str) -> None:
    with pytest.raises(AddressRefusedError):
        static_file(BASE_URL + name, root)


def test_an_absolute_path_to_a_file_of_a_known_type_is_refused(root: Path) -> None:
    with pytest.raises(AddressRefusedError):
        static_file(f"{BASE_URL}{root.parent / 'secret.css'}", root)


def test_a_link_out_is_refused(root: Path) -> None:
    (root / "css" / "link.css").symlink_to(root.parent / "secret.css")
    (root / "out").symlink_to(root.parent)
    for name in ("css/link.css", "out/secret.css"):
        with pytest.raises(AddressRefusedError):
            static_file(BASE_URL + name, root)


def test_only_types_that_paper_needs_are_served(root: Path) -> None:
    for name in ("settings.py", "app.js", "notes.txt", "no-type"):
        (root / name).write_text("x")
        with pytest.raises(AddressRefusedError):
            static_file(BASE_URL + name, root)


def test_the_fetcher_answers_with_file_and_type() -> None:
    response = fetcher().fetch(f"{BASE_URL}css/print.css")
    assert response.read() == (STATIC / "css" / "print.css").read_bytes()
    assert response.content_type == "text/css"


def test_the_fetcher_refuses_on_both_ways_to_call_it() -> None:
    for call in (fetcher(), fetcher().fetch, fetcher().open):
        with pytest.raises(AddressRefusedError):
            call("file:///etc/passwd")


def test_a_page_that_asks_for_a_foreign_file_is_set_without_it(tmp_path: Path) -> None:
    """Templates ask for none; should one ever, the page comes out and the file stays where it is."""
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text y="20">the secret</text></svg>')
    html = f'<html lang="en"><title>t</title><p>before</p><img alt="x" src="{secret.as_uri()}"><p>after</p></html>'
    pdf = make_pdf(html)
    assert pdf.startswith(b"%PDF-")
    assert len(pdf) == len(make_pdf(html.replace("secret.svg", "absent.svg")))
