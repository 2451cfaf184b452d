"""The cut-out sheets of a list that is played in a round, with the tokens of its opponent."""

from collections.abc import Sequence

from django.db.models import Q

from armybuilder.evenings.models import Entry, HandIn, Pairing
from armybuilder.printing.formats import kit
from armybuilder.printing.formats.kit.options import KitOptions
from armybuilder.printing.layout.letters import with_names
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from rules.core.catalogue.catalogue import Catalogue
from rules.core.game.sight import roster_seen
from rules.core.judging.assess import assess


def played(handed: Sequence[HandIn], role: str) -> list[HandIn]:
    """Return the list that a player plays: if the role is known, the list for it."""
    return [one for one in handed if one.role == role] or list(handed)


def kit_against(own: HandIn, enemies: Sequence[HandIn], rules: Catalogue, options: Options) -> Printout:
    """Return the kit of a list, with the tokens of the other where one alone can meet it."""
    roster = with_names(own.roster)
    against = with_names(roster_seen(enemies[0].roster, set())) if len(enemies) == 1 else None
    own_kit = KitOptions(options.language, options.paper, options.ink, opponent=against)
    return kit.FORMAT.page(roster, rules, assess(roster, rules), own_kit)


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
