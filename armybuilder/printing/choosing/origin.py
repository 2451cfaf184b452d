"""The printed origin of a list, which it does not contain: its rules, and its address for other readers."""

import hashlib
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localdate

from armybuilder.lists.models import ArmyList, ArmyListQuerySet, Revision
from armybuilder.printing.layout.options import Origin, Version
from rules.catalogue import version_mark
from rules.core.document.edits import without_ids
from rules.core.document.roster import encode

DIGEST_LENGTH = 6


def _no_link(army_list: ArmyList) -> str:
    return ""


_address_of_link: Callable[[ArmyList], str] = _no_link


def register_links(address_of_link: Callable[[ArmyList], str]) -> None:
    """Set the function that returns the address of a link to a list, "" for none. It is in sharing, a higher app."""
    global _address_of_link
    _address_of_link = address_of_link


def origin_of(army_list: ArmyList, site: str) -> Origin:
    """Return a list's origin. `site`: the address of the site, such as "https://squadra.example"; "": unknown."""
    player = army_list.owner.get_username() if army_list.owner else ""
    return Origin(rules_of(army_list), _link(army_list, site), player, version_of(army_list))


def with_origin(lists: ArmyListQuerySet) -> ArmyListQuerySet:
    """Return lists fetched with the data of their origin."""
    return lists.select_related("owner", "revision").defer("revision__document")


def rules_of(shown: ArmyList | Revision) -> Version:
    number, created = version_mark(shown.ruleset_version_id)
    return Version(number, localdate(created))


def version_of(shown: ArmyList | Revision) -> Version | None:
    """Return the version of a shown list; None for a list without any yet."""
    revision = shown if isinstance(shown, Revision) else shown.revision
    if revision is None:
        return None
    file = encode(without_ids(shown.roster))
    digest = hashlib.sha256(file).hexdigest()[:DIGEST_LENGTH]
    return Version(revision.number, localdate(revision.created), digest)


def site_of(request: HttpRequest) -> str:
    """Return the address of the site for this visitor, without a slash at the end."""
    return request.build_absolute_uri("/").removesuffix("/")


def reachable(site: str) -> str:
    """Return the address of the site, "" if a phone cannot reach it."""
    return "" if _is_own_machine(urlsplit(site).hostname or "") else site


def _link(army_list: ArmyList, site: str) -> str:
    """Return the address for other readers of the list: an example's own, or a link to it ("": none)."""
    if not reachable(site):
        return ""
    if army_list.is_sample:
        return site + reverse("lists:builder", args=[army_list.pk])
    address = _address_of_link(army_list)
    return site + address if address else ""


def _is_own_machine(host: str) -> bool:
    """Whether an address does not work on a phone that reads it off the paper."""
    try:
        return ip_address(host).is_loopback or ip_address(host).is_unspecified
    except ValueError:
        return host == "localhost"
