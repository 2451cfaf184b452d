"""The site asked from outside, by the address that visitors use."""

from http import HTTPStatus
from ssl import SSLCertVerificationError
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.conf import settings

from armybuilder.operations.doctor.findings import Finding, ok, wrong

PATIENCE = 10  # seconds


class Stay(HTTPRedirectHandler):
    """Follows no redirection: where it leads is the answer."""

    def redirect_request(self, *arguments: object) -> None:
        """Return no request to be made next."""


def asked() -> Finding:
    """Whether the site answers at SITE_ADDRESS, from this machine."""
    said = settings.SITE_ADDRESS
    if urlsplit(said).scheme not in {"http", "https"}:
        return wrong("asked", f"{said} is no address of a site.", "Set SITE_ADDRESS=https://squadra.example.")
    request = Request(f"{said}/healthz", headers={"User-Agent": "Squadra doctor"})
    try:
        build_opener(Stay).open(request, timeout=PATIENCE).close()
    except HTTPError as error:
        error.close()
        return wrong("asked", f"{said} answers {error.code}.", _for_status(error.code))
    except URLError as error:
        if isinstance(error.reason, SSLCertVerificationError):
            told = f"The certificate of {said} is not one that browsers take: {error.reason.verify_message}."
            return wrong("asked", told, "Get one for this name, for instance with certbot.")
        do = "See that name, proxy and firewall lead here."
        return wrong("asked", f"{said} cannot be reached: {error.reason}.", do)
    except OSError as error:
        return wrong("asked", f"{said} broke off: {error}.", "See whether the proxy runs.")
    return ok("asked", f"{said} answers.")


def _for_status(code: int) -> str:
    if code in {HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.FOUND, HTTPStatus.PERMANENT_REDIRECT}:
        return "Let the proxy set `X-Forwarded-Proto: https`, and the site BEHIND_PROXY=1."
    if code == HTTPStatus.BAD_REQUEST:
        return "Add the name to ALLOWED_HOSTS, and let the proxy hand on the Host that it was asked for."
    return "The proxy runs, and the site behind it does not answer: see its log, and whether it runs."
