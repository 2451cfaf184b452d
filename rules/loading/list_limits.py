"""The limits that lists set to rulesets: `armylist/1` has no words for more, or the builder no offer."""

from collections.abc import Iterator
from typing import get_args

from django.utils.translation import gettext_noop as _

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import MovementKind, RoleOfList
from rules.loading.reasons import Kind, Reason, RulesetPlace, place
from rules.loading.shapes import Found

ROLES: tuple[str, ...] = get_args(RoleOfList)
WAYS: tuple[str, ...] = get_args(MovementKind)
MOST_LEADERSHIP, MOST_LEVEL = 4, 9  # list-format.schema.json

# A list is made for a format, a squad is of a class, and a figure is added by a preset.
NEEDED = {"formats": "format", "classes": "class", "presets": "preset"}


def beyond_a_list(catalogue: Catalogue) -> Iterator[Found]:
    """Yield (path, reason) of everything that no list of the ruleset could say."""
    for section, kind in NEEDED.items():
        if not getattr(catalogue, section):
            yield (section,), Reason(_("a ruleset needs at least one %(kind)s"), {"kind": Kind(kind)})
    for number, made_for in enumerate(catalogue.formats):
        if made_for.id not in ROLES:
            facts = {"where": place(catalogue, ("formats", number)), "roles": ", ".join(ROLES)}
            reason = Reason(_("%(where)s: a list can only be for one of %(roles)s"), facts)
            yield ("formats", number, "id"), reason
    for level in catalogue.leadership:
        if not 1 <= level <= MOST_LEADERSHIP:
            yield ("leadership", level), _level(place(catalogue, ("leadership",)), level, MOST_LEADERSHIP)
    for number, extra in enumerate(catalogue.extras):
        for level in {*(extra.levels or ()), *extra.level_points}:
            if not 1 <= level <= MOST_LEVEL:
                where = place(catalogue, ("extras", number))
                yield ("extras", number, "levels"), _level(where, level, MOST_LEVEL)
    if "movement" in catalogue.reads:
        yield from _ways(catalogue)


def _level(where: RulesetPlace, level: int, most: int) -> Reason:
    template = _("%(where)s: list levels run from 1 to %(most)s, not %(level)s")
    return Reason(template, {"where": where, "most": most, "level": level})


def _ways(catalogue: Catalogue) -> Iterator[Found]:
    """Of several ways to move one is chosen in the list, which knows wheels and tracks."""
    template = _("%(where)s moves %(kind)s: a list can only choose %(ways)s")
    for number, vehicle in enumerate(catalogue.vehicles):
        for line, way in enumerate(vehicle.movement):
            if len(vehicle.movement) > 1 and way.kind not in WAYS:
                where = place(catalogue, ("vehicles", number))
                facts = {"where": where, "kind": way.kind, "ways": ", ".join(WAYS)}
                yield ("vehicles", number, "movement", line, "kind"), Reason(template, facts)
