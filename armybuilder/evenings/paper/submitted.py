"""A submitted list, printed for the referee or the opponent."""

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext, override

from armybuilder.evenings.models import Evening, HandIn
from armybuilder.evenings.pages.sheet_check import prices_words
from armybuilder.printing.choosing.origin import reachable
from armybuilder.printing.formats import roster as roster_format
from armybuilder.printing.formats.roster.layout import strength
from armybuilder.printing.formats.roster.options import RosterOptions
from armybuilder.printing.layout.letters import with_names
from armybuilder.printing.layout.options import Handed, Options, Origin, RulesVersion
from armybuilder.printing.layout.printout import Printout
from armybuilder.time_zones import zone_words
from rules.catalogue import version_mark
from rules.core.judging.assess import assess


def check_address(site: str) -> str:
    """Return where codes are checked, "" where the site is reached from its own machine alone."""
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
    own = RosterOptions(options.language, options.paper, options.ink, origin)
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
        (gettext("Handed in"), f"{moment} ({zone}){late}"),
        (gettext("Strength"), strength(handed.roster)),
    )
