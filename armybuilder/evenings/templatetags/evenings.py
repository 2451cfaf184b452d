"""The games nights of a club on its page: `{% load evenings %}`. The clubs app does not know games nights."""

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from armybuilder.clubs.models import Club, HouseRules, Membership
from armybuilder.clubs.prices import PriceTable
from armybuilder.evenings.models import Evening, HandIn, Pairing
from armybuilder.evenings.pages.own_lists import nights_of
from armybuilder.evenings.paper.sheets import name_on
from armybuilder.evenings.versions import answer_version
from armybuilder.lists.browsing.list_names import role_name
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from armybuilder.notices.kinds import moment, zone_beside
from armybuilder.time_zones import zone_for_reader, zone_of, zone_words
from rules.language import active_language

register = template.Library()

PAST_SHOWN = 20


register.filter("moment", moment)
register.filter("zone_words", zone_words)
register.filter("answer_version", answer_version)
register.filter("name_on", name_on)


@register.filter
def moment_at(time: datetime, evening: Evening) -> SafeString:
    """Return a day and time of a games night in the reader's zone, with the club's zone beside it."""
    return _with_zone(moment(time, zone_for_reader(evening.zone)), time, evening)


@register.filter
def hour_at(time: datetime, evening: Evening) -> SafeString:
    """Return a time of a games night in the reader's zone, with the club's zone beside it."""
    return _with_zone(f"{timezone.localtime(time, zone_for_reader(evening.zone)):%H:%M}", time, evening)


def _with_zone(words: str, time: datetime, evening: Evening) -> SafeString:
    """Add the club's time zone to a time. time_zones.js hides its bare name from readers in the same zone."""
    beside, name = zone_beside(time, evening.zone), evening.club.time_zone
    bare = format_html(' data-zone="{}"', name) if beside == zone_words(name) else ""
    if not beside:
        return format_html("{}", words)
    return format_html('{}<span class="zone muted"{}>&nbsp;({})</span>', words, bare, beside)


@register.filter
def role_in(hand_in: HandIn, evening: Evening) -> str:
    if len(evening.limits) < 2:
        return ""
    return role_name(hand_in.role, evening.catalogue, active_language())


@register.simple_tag(takes_context=True)
def own_url(context: template.Context, name: str, *of: int) -> str:
    """Return the address of an act: for a guest (`guest`) below their link, for a member below the games night."""
    if guest := context.get("guest"):
        space, act = name.split(":")
        return reverse(f"{space}:guest-{act}", args=[guest.token, *of])
    return reverse(name, args=[context["evening"].pk, *of])


@register.simple_tag
def evenings_ahead_of(club: Club) -> list[Evening]:
    return list(Evening.objects.ahead(club))


@register.inclusion_tag("evenings/_in_builder.html", takes_context=True)
def nights_of_list(context: template.Context, army_list: ArmyList) -> dict[str, Any]:
    """Return the games nights to submit a user's own list at, for the builder: lists do not know games nights."""
    is_own = army_list.is_of(visitor_of(context["request"]))
    return {
        "nights": nights_of(army_list) if is_own else [],
        "army_list": army_list,
        "csrf_token": context["csrf_token"],
    }


@register.inclusion_tag("evenings/_of_club.html", takes_context=True)
def evenings_of(context: template.Context, mine: Membership) -> dict[str, Any]:
    """Return the games nights of a member's club: those ahead, the next one first, and the last ones that are over."""
    user = context["user"]
    shown = Evening.objects.visible_to(user).filter(club=mine.club_id).select_related("club").with_answers(user)
    today = timezone.localtime(timezone=zone_of(mine.club.time_zone)).replace(hour=0, minute=0, second=0, microsecond=0)
    goes_on = Q(start__gte=today - timedelta(days=1), state="open", started__isnull=False, finished=None)
    to_come = Q(start__gte=today) | goes_on
    return {
        "mine": mine,
        "to_come": list(shown.filter(to_come).order_by("start")),
        "past": list(shown.exclude(to_come).order_by("-start")[:PAST_SHOWN]),
        "csrf_token": context["csrf_token"],
    }


@register.simple_tag
def counts_of(evening: Evening) -> dict[str, int | None]:
    """Return how many lists are submitted, and how many tables the latest round has, None before the first."""
    rounds = Pairing.objects.filter(round__evening=evening, round__published__isnull=False)
    tables = rounds.exclude(second=None).values("round__number").order_by("-round__number")
    drawn = tables.annotate(tables=Count("pk")).values_list("tables", flat=True).first()
    return {"lists": HandIn.objects.current().filter(entry__evening=evening).count(), "tables": drawn}


@register.inclusion_tag("evenings/_house_rules.html", takes_context=True)
def house_prices_of(context: template.Context, evening: Evening) -> dict[str, Any]:
    """Return the prices of a games night; for organisers also whether the club has newer house rules."""
    table = PriceTable(evening.catalogue, evening.rulings, active_language())
    prices = [(table.name(key), table.in_book(key), points) for key, points in evening.prices.items()]
    mine = context.get("mine")
    is_organiser = isinstance(mine, Membership) and mine.may_organise
    newer = None
    if is_organiser and not (evening.is_over or evening.started):
        versions = HouseRules.objects.of(evening.club_id, evening.catalogue.id)
        newer = versions.filter(number__gt=evening.house_number).first()
    return {
        "evening": evening,
        "prices": prices,
        "address": reverse("clubs:prices", args=[evening.club_id, evening.catalogue.id]) if mine else "",
        "newer": newer,
        "csrf_token": context.get("csrf_token"),
    }
