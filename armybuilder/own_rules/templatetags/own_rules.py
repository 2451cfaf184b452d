"""Own rules on the pages of lists and clubs: `{% load own_rules %}`."""

from typing import Any

from django import template

from armybuilder.clubs.models import Membership
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.own_rules.effects import lists_by_version
from rules.core.catalogue.catalogue import OWN
from rules.language import active_language
from rules.models import Ruleset, RulesetVersion

register = template.Library()


@register.inclusion_tag("own_rules/_by_line.html", takes_context=True)
def rules_by(context: dict[str, Any], shown: ArmyList | Revision) -> dict[str, Any]:
    """Return who wrote the rules of a list; nothing for those of the site."""
    if not shown.roster.ruleset.startswith(OWN):
        return {}
    versions = RulesetVersion.objects.light().select_related("ruleset__current", "ruleset__own_rules")
    version = versions.defer("catalogue", "ruleset__current__catalogue", "ruleset__odds").get(
        pk=shown.ruleset_version_id
    )
    rules, user, language = version.ruleset.own_rules, context["request"].user, active_language()
    writes = user.is_authenticated and rules.may_be_written_by(user)
    current = version.ruleset.current
    opened = RulesetVersion.objects.current().opened_by(user.pk)
    return {
        "version": version,
        "ruleset": version.ruleset,
        "origin": rules.chain[0][language] if rules.chain else "",
        "is_opened": opened.filter(ruleset=version.ruleset_id).exists(),
        "has_newer_draft": writes and current and rules.changed > current.created,
    }


@register.inclusion_tag("own_rules/_of_club.html")
def rules_of_club(mine: Membership) -> dict[str, Any]:
    """Return the rules of a club, and those that the member could add."""
    published = Ruleset.objects.filter(current__isnull=False, hidden=None).select_related("current", "owner")
    published = published.defer("odds", "current__catalogue")
    of_club = published.filter(club=mine.club_id, visibility__in=("club", "link", "public"))
    of_club = of_club.prefetch_related("own_rules__writers")
    used = lists_by_version(ruleset.pk for ruleset in of_club)
    own = published.filter(owner=mine.user_id).exclude(visibility="away").exclude(pk__in=of_club.values("pk"))
    return {
        "club": mine.club,
        "mine": mine,
        "rules": [(one, _writers(one), used.get(one.pk, ())) for one in of_club],
        "own": own,
    }


def _writers(ruleset: Ruleset) -> list[str]:
    """Return the names of those who write rules, their owner first."""
    names = sorted(writer.get_username() for writer in ruleset.own_rules.writers.all())
    return [ruleset.owner.get_username(), *names] if ruleset.owner else names
