"""What is printed of a list that the list itself does not say: by which rules it was judged, where others read it."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.timezone import localdate

from armybuilder.lists.models import ArmyList
from armybuilder.printing.options import Origin, RulesVersion
from rules.catalogue import version_mark


def origin_of(army_list: ArmyList, site: str) -> Origin:
    """Return a list's origin. `site`: where the site is reached, such as "https://squadra.example"; "": not known."""
    number, created = version_mark(army_list.ruleset_version_id)
    return Origin(RulesVersion(number, localdate(created)), _link(army_list, site))


def site_of(request: HttpRequest) -> str:
    """Return where the site is reached by whoever asks, without a slash at the end."""
    return request.build_absolute_uri("/").removesuffix("/")


def _link(army_list: ArmyList, site: str) -> str:
    """The address at which others read the list: a sample's own, else that of a link to it ("": there is none).

    The function that knows links is named in the settings: sharing comes after printing.
    """
    if not site or _is_own_machine(urlsplit(site).hostname or ""):
        return ""
    if army_list.is_sample:
        return site + reverse("lists:builder", args=[army_list.pk])
    address: str = import_string(settings.ADDRESS_OF_A_LIST)(army_list)
    return site + address if address else ""


def _is_own_machine(host: str) -> bool:
    """Whether an address leads nowhere from the phone that reads it off the paper."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
