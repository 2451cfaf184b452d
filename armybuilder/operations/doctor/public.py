"""How the site is reached: its key, its names, the proxy before it, mail."""

import stat
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import get_connection
from django.http.request import validate_host

from armybuilder import env
from armybuilder.operations.doctor.findings import Finding, note, ok, wrong

OWN = {"localhost", "127.0.0.1", "[::1]"}
FEWEST_SIGNS = 8  # different ones: fewer are a word or a row of one letter
OUT_OF_THE_BOX = "squadra@localhost"


def mode() -> Finding:
    """Whether strangers would see the program's insides, or talk to it without https."""
    if settings.DEBUG:
        return wrong("mode", "DEBUG=1 shows strangers the insides of the program.", "Leave DEBUG out.")
    if settings.LOCAL:
        told = "SQUADRA_LOCAL=1 allows plain http, for one's own machine or room."
        return note("mode", told, "Leave it out where the site is public.")
    return ok("mode", "as for the public.")


def key() -> Finding:
    """Whether the secret key can be guessed or read."""
    if len(set(settings.SECRET_KEY)) < FEWEST_SIGNS:
        told = "The secret key could be guessed, and so could everybody's session."
        return wrong("key", told, "Leave SECRET_KEY out, and one is made.")
    file = settings.DATA_DIR / "secret_key"
    if not env.text("SECRET_KEY") and _is_open(file):
        return wrong(
            "key", "Other users of this machine can read the secret key.", f"Run `chmod 600 {file}`."
        )
    return ok("key", "nobody else can read it.")


def _is_open(file: Path) -> bool:
    return bool(file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def hosts() -> Finding:
    """Whether the site answers to a name that visitors use."""
    names = ", ".join(settings.ALLOWED_HOSTS)
    if settings.LOCAL:
        return ok("hosts", f"{names}.")
    if set(settings.ALLOWED_HOSTS) <= OWN:
        told = f"The site answers to {names} only: a visitor from elsewhere gets an error."
        return wrong("hosts", told, "Set ALLOWED_HOSTS=squadra.example, with its own name.")
    if "*" in settings.ALLOWED_HOSTS:
        told = "The site answers to any name: a stranger can have it write links that lead to them."
        return wrong("hosts", told, "Set ALLOWED_HOSTS to the names that it has.")
    return ok("hosts", f"{names}.")


def address() -> Finding:
    """Whether links in mails lead to a name of the site."""
    said, parts = settings.SITE_ADDRESS, urlsplit(settings.SITE_ADDRESS)
    if not settings.LOCAL and parts.scheme != "https":
        told = f"Links in mails lead to {said}, which is not https."
        return wrong("address", told, "Set SITE_ADDRESS=https://squadra.example, with its own name.")
    if not validate_host(parts.hostname or "", settings.ALLOWED_HOSTS):
        told = f"Links in mails lead to {said}, a name that the site does not answer to."
        return wrong("address", told, "Add it to ALLOWED_HOSTS, or set SITE_ADDRESS.")
    return ok("address", f"{said}.")


def https() -> Finding:
    """Whether the site can know that a visitor came by https."""
    if settings.LOCAL:
        return ok("https", "none, as on one's own machine.")
    if getattr(settings, "SECURE_PROXY_SSL_HEADER", None) is None:
        told = (
            "The site cannot tell that the proxy speaks https: every page sends its visitor round in circles."
        )
        do = "Set BEHIND_PROXY=1, and let the proxy set X-Forwarded-Proto itself, as deploy/nginx.conf does."
        return wrong("https", told, do)
    return ok("https", "by a proxy that sets X-Forwarded-Proto; `doctor --ask` asks it.")


def operator() -> Finding:
    """Whether visitors are told who runs the site."""
    if settings.OPERATOR_NAME and settings.OPERATOR_MAIL:
        return ok("operator", f"{settings.OPERATOR_NAME}, {settings.OPERATOR_MAIL}.")
    told = "The pages on privacy and terms cannot say who runs the site and how to reach them."
    return note(
        "operator", told, "Set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_MAIL, where the site is public."
    )


def mail() -> Finding:
    """Whether mails go out."""
    if not settings.EMAIL_HOST:
        told = (
            "There is no mail server: messages are written to the log, nobody can reset a password by mail."
        )
        return note("mail", told, "Set EMAIL_HOST, where there is one.")
    try:
        get_connection(timeout=settings.EMAIL_TIMEOUT).open()
    except OSError as error:  # smtplib's own errors are of this kind
        told = f"The mail server {settings.EMAIL_HOST} takes nothing: {error}."
        return wrong("mail", told, "Look at EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD.")
    if settings.DEFAULT_FROM_EMAIL == OUT_OF_THE_BOX:
        told = f"Mails come from {OUT_OF_THE_BOX}, which other servers refuse."
        return wrong("mail", told, "Set DEFAULT_FROM_EMAIL to an address of your own.")
    return ok("mail", f"{settings.EMAIL_HOST} takes them.")
