"""The files of bundles on an S3 server, shared between machines."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import BotoCoreError
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import default_storage as default

from armybuilder import env
from armybuilder.middleware.unavailable import is_unavailable
from armybuilder.operations import doctor
from armybuilder.operations.doctor import ok, wrong
from armybuilder.printing.pdfs import files

default_storage: Any = default  # like the S3 storage, which has more options than Django's
NOBODY = "http://127.0.0.1:1"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of an S3 server."""
    from moto.server import ThreadedMotoServer  # otherwise every process would load it during collection

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    yield "http://{}:{}".format(*server.get_host_and_port())
    server.stop()


@pytest.fixture
def keep_at(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Use the files at an address, like a newly started machine."""

    def keep(address: str) -> None:
        variables = {
            "S3_BUCKET": "club",
            "S3_ENDPOINT": address,
            "S3_REGION": "us-east-1",
            "S3_KEY_ID": "key",
            "S3_SECRET_KEY": "secret",
        }
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        settings.STORAGES = {**settings.STORAGES, "default": env.file_storage()}

    yield keep
    default_storage.connection.meta.client.close()


def content_of(name: str) -> bytes | None:
    file = files.open_file(name)
    if file is None:
        return None
    with file:
        return file.read()


def test_files_are_shared_between_machines(server: str, keep_at: Any) -> None:
    keep_at(server)
    default_storage.bucket.create()
    assert files.names() == []
    large = os.urandom(200_000)
    files.write("a.pdf", large)
    default_storage.connection.meta.client.close()
    keep_at(server)
    assert content_of("a.pdf") == large
    files.write("a.pdf", b"%PDF")
    default_storage.bucket.Object("squadra/notes.txt").put(Body=b"of another program")
    assert (content_of("a.pdf"), files.names()) == (b"%PDF", ["a.pdf"])
    for _ in range(2):
        files.delete("a.pdf")
        assert (content_of("a.pdf"), files.names()) == (None, [])
    assert doctor.bundles() == ok("on the server of S3_BUCKET.")


def test_an_unreachable_server_does_not_mean_a_lost_file(keep_at: Any) -> None:
    keep_at(NOBODY)
    with pytest.raises(BotoCoreError) as error:
        files.open_file("a.pdf")
    assert is_unavailable(error.value)
    with pytest.raises(BotoCoreError):
        files.write("a.pdf", b"%PDF")
    told = f'Long printouts cannot be stored: Could not connect to the endpoint URL: "{NOBODY}/club/squadra/doctor".'
    do = "Check S3_BUCKET, S3_ENDPOINT, S3_KEY_ID and S3_SECRET_KEY, and whether the server is running."
    assert doctor.bundles() == wrong(told, do)


def test_without_a_bucket_files_are_in_a_folder(settings: Any) -> None:
    files.write("a.pdf", b"%PDF" * 10_000)
    assert content_of("a.pdf") == b"%PDF" * 10_000
    assert doctor.bundles() == ok(f"in {settings.MEDIA_ROOT}, for this machine only.")


def test_without_its_library_a_bucket_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("S3_BUCKET", "club")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(
        ImproperlyConfigured, match=r"^S3_BUCKET needs a library: pip install 'django-storages\[s3\]'\.$"
    ):
        env.file_storage()
