"""Decode the text of a file: UTF-8 and UTF-16 with or without a mark, or an old Windows encoding."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE

NO_TEXT = (b"%PDF", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\xd0\xcf\x11\xe0", b"\x1f\x8b")
LETTERS_AT_LEAST = 0.6  # without UTF-8: letters of the alphabet, digits and spaces


def decoded(data: bytes) -> str | None:
    """Return the text of a file, None if it is not text."""
    if data.startswith(NO_TEXT):
        return None
    try:
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return _text(data.decode("utf-16"))
        if b"\0" in data:
            return _without_mark(data)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _as_windows(data)


def _without_mark(data: bytes) -> str | None:
    """Return text from UTF-16 without a mark: every second byte of Western letters is zero."""
    first, second = data[::2].count(0), data[1::2].count(0)
    if max(first, second) < LETTERS_AT_LEAST * len(data) / 2 or min(first, second):
        return None
    return data.decode("utf-16-be" if first else "utf-16-le")


def _text(text: str) -> str | None:
    return None if "\0" in text else text


def _as_windows(data: bytes) -> str | None:
    plain = sum(byte < 0x80 and (chr(byte).isalnum() or byte in b" \t\r\n") for byte in data)
    if plain < LETTERS_AT_LEAST * len(data) or any(byte < 0x20 and byte not in b"\t\n\v\f\r" for byte in data):
        return None
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return None
