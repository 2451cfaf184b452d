"""The edit state of a figure row."""

from django.utils.translation import gettext
from msgspec import UNSET

from armybuilder.lists.sheet.context import Context
from armybuilder.lists.sheet.controls import FIRST_WEAPONS, Fields
from armybuilder.lists.sheet.shapes import Control, EditState, Link, Pick
from armybuilder.lists.sheet.words import surcharge
from rules.core.catalogue import Catalogue, Weapon
from rules.core.naming import squad_label
from rules.core.roster import Figure, Squad

TEAMS = ("A", "B", "C", "D")


def figure_edit(figure: Figure, squad: Squad, context: Context) -> EditState:
    """Return the fields of a figure that the ruleset reads."""
    fields, catalogue, reads = Fields(figure.id, context), context.catalogue, context.catalogue.reads
    first = _first_weapons(catalogue)
    rest = [weapon for weapon in catalogue.weapons if weapon not in first]
    lines: list[tuple[Control, ...]] = [
        (
            fields.line("name", gettext("Name"), figure.name, placeholder=gettext("unnamed")),
            _class(fields, figure, squad),
        ),
        (fields.weapons(figure.weapons, first, rest, twice=False),),
    ]
    short = [control for control in (_leadership(fields, figure), _team(fields, figure)) if control]
    if short:
        lines.append(tuple(short))
    roles = _roles(fields, figure)
    if roles.picks:
        lines.append((roles,))
    if catalogue.kit:
        lines.append((fields.chips("kit", gettext("Kit"), figure.kit, catalogue.kit, {}),))
    referee: list[Control] = []
    if "ability" in reads:
        options = fields.class_options(gettext("As the squad’s leader"))
        referee.append(fields.select("ability", gettext("Ability"), figure.ability, options))
    if "combat_value" in reads:
        value = None if figure.combat_value is UNSET else figure.combat_value
        referee.append(fields.number("combat_value", gettext("Combat value"), value))
    if referee:
        lines.append(tuple(referee))
    lines.append((fields.notes(figure.notes),))
    count = fields.number("count", gettext("Number"), figure.count)
    return EditState(tuple(lines), other_squads(squad, context), count, fields.errors.get("", ""))


def other_squads(squad: Squad, context: Context) -> tuple[Link, ...]:
    """Return the squads that a row of `squad` may move to."""
    return tuple(
        Link(other.id, squad_label(other, number).to(context.language))
        for number, other in enumerate(context.roster.squads)
        if other.id != squad.id
    )


def _first_weapons(catalogue: Catalogue) -> list[Weapon]:
    """The weapons that the presets carry, then the others that a man can carry."""
    usual = dict.fromkeys(weapon for preset in catalogue.presets for weapon in preset.weapons)
    on_foot = [weapon.id for weapon in catalogue.weapons if "figure" in weapon.carried_by]
    return [catalogue.weapon_by_id[weapon] for weapon in dict.fromkeys((*usual, *on_foot))][:FIRST_WEAPONS]


def _class(fields: Fields, figure: Figure, squad: Squad) -> Control:
    context = fields.context
    known = context.catalogue.class_by_id.get(squad.class_)
    own = known.code or known.name.to(context.language) if known else squad.class_
    nothing = gettext("As the squad (%(troops)s)") % {"troops": own} if squad.class_ else ""
    return fields.select("class", gettext("Class"), figure.class_, fields.class_options(nothing))


def _leadership(fields: Fields, figure: Figure) -> Control | None:
    catalogue, prices = fields.context.catalogue, fields.context.prices
    if not catalogue.leadership and not figure.leadership:
        return None
    levels = [0, *catalogue.leadership]
    options = [
        (str(level), str(level), surcharge(prices.leadership.get(level, 0)) or "0") for level in levels
    ]
    return fields.segment("leadership", gettext("Leadership"), str(figure.leadership), options)


def _team(fields: Fields, figure: Figure) -> Control | None:
    if "team" not in fields.context.catalogue.reads:
        return None
    options = [("", "–", ""), *((team, team, "") for team in TEAMS)]
    return fields.segment("team", gettext("Team"), figure.team, options)


def _roles(fields: Fields, figure: Figure) -> Control:
    """The roles, and beside them who commands the platoon."""
    catalogue = fields.context.catalogue
    control = fields.chips(
        "roles", gettext("Role"), figure.roles, catalogue.roles, fields.context.prices.roles
    )
    if "commander" not in catalogue.reads:
        return control
    marked = bool(fields.values("commander", ("1",) if figure.commander else ()))
    commander = Pick("1", gettext("Commands the platoon"), "", marked, "commander")
    return Control(
        control.kind,
        control.id,
        control.name,
        control.label,
        "",
        (*control.picks, commander),
        error=control.error,
    )
