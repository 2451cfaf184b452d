"""Submitted lists on paper, and their cut-out sheets with the tokens of the opponent."""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext, override

from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing
from armybuilder.evenings.pages.sheet_check import prices_words
from armybuilder.printing.choosing.origin import reachable
from armybuilder.printing.formats import kit
from armybuilder.printing.formats import roster as roster_format
from armybuilder.printing.formats.roster.layout import strength
from armybuilder.printing.layout.letters import with_names
from armybuilder.printing.layout.options import Handed, Options, Origin, RulesVersion
from armybuilder.printing.layout.printout import Printout
from armybuilder.time_zones import zone_words
from rules.catalogue import version_mark
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.game.sight import roster_seen


def played(handed: Sequence[HandIn], role: str) -> list[HandIn]:
    """Return the list that a player plays: if the role is known, the list for it."""
    return [one for one in handed if one.role == role] or list(handed)


def kit_against(own: HandIn, enemies: Sequence[HandIn], rules: Catalogue, options: Options) -> Printout:
    """Return the cut-out sheets of a list, with the tokens of a single possible opponent."""
    roster = with_names(own.roster)
    against = with_names(roster_seen(enemies[0].roster, set())) if len(enemies) == 1 else None
    return kit.FORMAT.page(roster, rules, assess(roster, rules), replace(options, enemy=against))


def kits_of_guest(guest: Entry, pk: int, options: Options) -> list[tuple[str, Printout]]:
    """Return the cut-out sheets of the lists that a guest plays, each with its name, once lists are revealed.

    Raises Pairing.DoesNotExist (not their own, not published, or a bye), HandIn.DoesNotExist (nothing is handed in, or
    lists are covered).
    """
    tables = Pairing.objects.published_in(guest.evening).filter(Q(first=guest) | Q(second=guest))
    table = tables.get(pk=pk, second__isnull=False)
    first, second = (_at(table, entry) for entry in (table.first_id, table.second_id))
    own, enemies = (first, second) if table.first_id == guest.pk else (second, first)
    if not (own and guest.evening.shows_lists):
        raise HandIn.DoesNotExist
    rules = guest.evening.rules_played
    return [(one.name, kit_against(one, enemies, rules, options)) for one in own]


def _at(table: Pairing, entry: int | None) -> list[HandIn]:
    handed = HandIn.objects.current().filter(entry=entry).select_related("entry__user").order_by("role")
    role = "attacker" if entry == table.attacker_id else "defender"
    return played(list(handed), role if table.attacker_id else "")


def check_address(site: str) -> str:
    """Return the address for checking codes, "" if the site is reachable only from its own machine."""
    return reachable(site) and f"{site}{reverse('evenings:check-anywhere')}"


def submitted_page(
    evening: Evening, handed: HandIn, options: Options, site: str, reader: str = ""
) -> Printout:
    """Return a submitted list, for its player and the referee, or without extras for a `reader`.

    It reads the names of evening, club and player.
    """
    roster, rules = with_names(handed.roster), evening.rules_played
    with override(options.language):
        number, made = version_mark(evening.ruleset_version_id)
        address = check_address(site)
        origin = Origin(
            RulesVersion(number, localdate(made)),
            address and f"{address}?code={handed.code}",
            player=str(handed.entry),
            handed=Handed(
                _label(evening, handed, options, reader),
                handed.shown_code,
                _facts(evening, handed),
                address.partition("://")[2].removesuffix("/"),
                told=not reader,
            ),
        )
    own = replace(options, origin=origin, opponent=False)
    return roster_format.FORMAT.page(roster, rules, assess(roster, rules), own)


def _label(evening: Evening, handed: HandIn, options: Options, reader: str) -> str:
    book = evening.catalogue
    made_for = book.format_by_id.get(handed.role)
    role = made_for.name.to(options.language) if made_for else handed.role
    whom = gettext("for %(name)s") % {"name": reader} if reader else gettext("for the player and the referee")
    return f"{evening} · {role} · {whom}"


def _facts(evening: Evening, handed: HandIn) -> tuple[tuple[str, str], ...]:
    moment = date_format(localtime(handed.handed, evening.zone), "j F Y, H:i")
    zone = zone_words(evening.club.time_zone)
    late = f" · {gettext('Late')}" if handed.is_late else ""
    replaced = {
        "accepted": f" · {gettext('replaced an accepted list')}",
        "revealed": f" · {gettext('submitted after the lists were revealed')}",
    }
    late += replaced.get(handed.replaced, "")
    force = handed.roster.pair_name
    facts = [(gettext("Player"), str(handed.entry))]
    if force:
        facts.append((gettext("Force"), force))
    if evening.prices:
        facts.append((gettext("Prices"), prices_words(evening)))
    return (
        *facts,
        (gettext("Submitted on"), f"{moment} ({zone}){late}"),
        (gettext("Strength"), strength(handed.roster)),
    )
