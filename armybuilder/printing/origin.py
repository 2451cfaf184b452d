"""The origin of a list, which is printed and which it does not say itself: its rules, and where others read it."""

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localdate

from armybuilder.lists.models import ArmyList, ClubListing
from armybuilder.printing.options import Origin, RulesVersion
from rules.catalogue import version_mark


def _no_link(army_list: ArmyList) -> str:
    return ""


_address_of_link: Callable[[ArmyList], str] = _no_link


def register_links(address_of_link: Callable[[ArmyList], str]) -> None:
    """Take the function that returns the address of a link to a list, "" for none. Sharing has it, which is above."""
    global _address_of_link
    _address_of_link = address_of_link


def origin_of(army_list: ArmyList, site: str) -> Origin:
    """Return a list's origin. `site`: where the site is reached, such as "https://squadra.example"; "": not known."""
    number, created = version_mark(army_list.ruleset_version_id)
    return Origin(RulesVersion(number, localdate(created)), _link(army_list, site), _player(army_list))


def _player(army_list: ArmyList) -> str:
    """The user name of whose list it is, where a club sees it, and so beside those of others; else ""."""
    if army_list.owner_id is None:
        return ""
    in_clubs = ClubListing.objects.filter(army_list=army_list.pk)
    return in_clubs.values_list("army_list__owner__username", flat=True).first() or ""


def site_of(request: HttpRequest) -> str:
    """Return where the site is reached by whoever asks, without a slash at the end."""
    return request.build_absolute_uri("/").removesuffix("/")


def _link(army_list: ArmyList, site: str) -> str:
    """The address at which others read the list: a sample's own, else that of a link to it ("": there is none)."""
    if not site or _is_own_machine(urlsplit(site).hostname or ""):
        return ""
    if army_list.is_sample:
        return site + reverse("lists:builder", args=[army_list.pk])
    address = _address_of_link(army_list)
    return site + address if address else ""


def _is_own_machine(host: str) -> bool:
    """Whether an address leads nowhere from the phone that reads it off the paper."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
