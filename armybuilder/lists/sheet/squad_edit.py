"""The edit state of a squad, and that of the list itself."""

from django.utils.translation import gettext

from armybuilder.lists.sheet.context import Context
from armybuilder.lists.sheet.controls import Fields
from armybuilder.lists.sheet.shapes import Control, EditState
from armybuilder.lists.sheet.words import class_name, squad_kind
from armybuilder.lists.templatetags.squadra import points as points_in_words
from rules.core.catalogue import Catalogue, Format
from rules.core.roster import Roster, Squad, SquadKind

THE_LIST = "list"  # the name of the list itself where rows go by their ids


def squad_edit(squad: Squad, context: Context) -> EditState:
    """Return the fields of a squad that the ruleset reads."""
    fields, catalogue, reads = Fields(squad.id, context), context.catalogue, context.catalogue.reads
    kinds = [(kind, squad_kind(kind)) for kind in kinds_of(catalogue, squad.kind)]
    nothing = "" if squad.class_ else gettext("Each figure its own")
    short = [fields.select("kind", gettext("Kind"), squad.kind, kinds)]
    if "list_class" in reads:
        options = [(item.id, class_name(item.id, catalogue, context.language)) for item in catalogue.classes]
        options.insert(0, ("", gettext("None named")))
        label = gettext("Class in the army list")
        short.append(fields.select("list_class", label, squad.list_class, options))
    if "leader_ability" in reads:
        options = fields.class_options(gettext("As the squad"))
        label = gettext("Leader’s ability")
        short.append(fields.select("leader_ability", label, squad.leader_ability, options))
    lines: list[tuple[Control, ...]] = [
        (
            fields.line("name", gettext("Name"), squad.name, placeholder=gettext("unnamed")),
            fields.select("class", gettext("Class"), squad.class_, fields.class_options(nothing)),
        ),
        tuple(short),
    ]
    if "modifiers" in reads:
        lines.append(_modifiers(fields, squad))
    if catalogue.squad_traits:
        traits = list(catalogue.squad_traits.values())
        lines.append((fields.chips("traits", gettext("Traits"), squad.traits, traits, {}),))
    return EditState(tuple(lines), error=fields.errors.get("", ""))


def kinds_of(catalogue: Catalogue, present: str = "squad") -> list[SquadKind]:
    """Return the kinds of squad that the ruleset tells apart, and the one that is there."""
    kinds: list[SquadKind] = ["squad", "section", "sniper-team", "observer-section"]
    return [
        kind for kind in kinds if kind in ("squad", "section", present) or kind in catalogue.check_by_function
    ]


def _modifiers(fields: Fields, squad: Squad) -> tuple[Control, ...]:
    motivation = [(str(n), t, "") for n, t in ((-1, "−1"), (0, "0"), (1, "+1"))]
    fanatic = [(str(n), t, "") for n, t in ((0, "0"), (1, "+1"), (2, "+2"))]
    return (
        fields.segment("motivation", gettext("Motivation"), str(squad.modifiers.motivation), motivation),
        fields.segment("fanatic", gettext("Fanatics"), str(squad.modifiers.fanatic), fanatic),
    )


def list_edit(context: Context) -> EditState:
    """Return the fields of the list itself."""
    roster, catalogue = context.roster, context.catalogue
    fields = Fields(THE_LIST, context)
    roles = [(item.id, role_name(item, context)) for item in catalogue.formats]
    lines: list[tuple[Control, ...]] = [
        (fields.line("name", gettext("Name"), roster.name), _role(fields, roster, roles)),
    ]
    force = fields.line(
        "force",
        gettext("Force"),
        roster.force,
        help=gettext("Attacker and defender of one force make a pair."),
    )
    if context.has_points:
        limit = fields.number(
            "limit", gettext("Limit in points"), roster.limit, help=gettext("For an open list only.")
        )
        lines.append((limit, force))
    else:
        lines.append((force,))
    lines.append((fields.notes(roster.notes),))
    return EditState(tuple(lines), error=fields.errors.get("", ""))


def _role(fields: Fields, roster: Roster, roles: list[tuple[str, str]]) -> Control:
    return fields.select("role", gettext("Role"), roster.role, roles)


def role_name(item: Format, context: Context) -> str:
    """Return a role with its limit: Attacker, 150 points."""
    name = item.name.to(context.language)
    if item.limit is None or not context.has_points:
        return name
    return f"{name}, {points_in_words(item.limit)}"
