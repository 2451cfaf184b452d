"""What of a stranger's text can be kept, and what of it fits into a sentence."""


def is_writable(text: str) -> bool:
    """Whether a text can be kept: PostgreSQL keeps no U+0000, and no encoding a lone surrogate."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def writable(text: str) -> str:
    """Return a text without what cannot be kept of it."""
    return text.encode(errors="ignore").replace(b"\0", b"").decode()


def shown(text: str, most: int = 60) -> str:
    """Return a text fit for one line: no control characters, no endless words."""
    short = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(letter if letter.isprintable() else "·" for letter in short)
