"""Begin a force with a list: each squad becomes a squad of the force, each row a type of figure."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import (
    Force,
    ForceExtra,
    ForceFigure,
    ForceSquad,
    ForceVehicle,
    Name,
)
from rules.core.document.naming import figure_label, squad_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad
from rules.core.forces.followed import classes_near
from rules.core.text import Text

WIDER = 2  # figures more or fewer than the squad of the list has
LONGEST_NAME = 120
MOST_SQUADS, MOST_FIGURES, MOST_VEHICLES, MOST_EXTRAS = 20, 20, 10, 20


def force_from_list(roster: Roster, catalogue: Catalogue, force_id: str) -> Force:
    """Return a force that allows a list, and lists that differ from it a little.

    Squads that are alike become one, with one more in a list. The most numerous row is everyone else in the squad,
    leaders stay as they are, and the other rows are optional. What the ruleset does not have is left out.
    """
    known = _Known(catalogue)
    alike: dict[ForceSquad, list[Text]] = {}
    for number, squad in enumerate(roster.squads):
        alike.setdefault(known.squad(squad), []).append(squad_label(squad, number))
    squads = [
        replace(squad, id=f"squad-{number}", name=name_of(labels[0]), least=len(labels), most=len(labels) + 1)
        for number, (squad, labels) in enumerate(alike.items(), 1)
    ]
    return Force(
        format="force/1",
        id=force_id,
        ruleset=roster.ruleset,
        name=name_of(Text(roster.name, roster.name)),
        squads=tuple(squads[:MOST_SQUADS]) or _one_squad(catalogue),
        extras=known.extras(roster.extras),
    )


def empty_force(catalogue: Catalogue, force_id: str, name: Text) -> Force:
    return Force(
        format="force/1",
        id=force_id,
        ruleset=catalogue.id,
        name=name_of(name),
        squads=_one_squad(catalogue),
    )


def _one_squad(catalogue: Catalogue) -> tuple[ForceSquad, ...]:
    return (replace(empty_squad(catalogue, "squad-1"), least=1),)


def empty_squad(catalogue: Catalogue, squad_id: str) -> ForceSquad:
    """Return a squad to fill: plain figures of the first class, as many as the ruleset recommends."""
    catalogue = catalogue.offered
    least, most = catalogue.completion.least, catalogue.completion.most
    return ForceSquad(
        id=squad_id,
        name=Name(it="Squadra", en="Squad"),
        class_=catalogue.classes[0].id,
        size=(least, max(least, most)),
        figures=(empty_figure(catalogue),),
    )


def empty_figure(catalogue: Catalogue) -> ForceFigure:
    """Return a plain type of figure, as many as the squad allows."""
    catalogue = catalogue.offered
    plain = catalogue.preset_by_id.get(catalogue.completion.plain, catalogue.presets[0])
    return ForceFigure(name=name_of(plain.name), weapons=plain.weapons[:1], also=plain.weapons[1:])


def name_of(text: Text) -> Name:
    return Name(it=text.it[:LONGEST_NAME] or "-", en=text.en[:LONGEST_NAME] or "-")


class _Known:
    """Parts of a list as parts of a force, without what the ruleset does not have."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        #: Weapons that any man can have beside his own: they are free, of no kind, and mean nothing to the checks.
        self.side_arms = tuple(
            weapon.id
            for weapon in catalogue.offered.weapons
            if not (weapon.kind or weapon.tags or weapon.points) and "figure" in weapon.carried_by
        )

    def squad(self, squad: Squad) -> ForceSquad:
        """Return the sort of squad, with a placeholder for its id and name: squads alike are equal."""
        men, known = squad.figure_count, self.catalogue
        classes = [squad.list_class, squad.class_, *(figure.class_ for figure in squad.figures)]
        class_id = next((item for item in classes if item in known.class_by_id), known.offered.classes[0].id)
        return ForceSquad(
            id="squad",
            name=Name(it="-", en="-"),
            kind=squad.kind,
            class_=class_id,
            size=(max(0, men - WIDER), men + WIDER) if men else (0, 0),
            figures=self._figures(squad, class_id)[:MOST_FIGURES],
            vehicles=self._vehicles(squad)[:MOST_VEHICLES],
            extras=self.extras(squad.extras)[:MOST_EXTRAS],
            traits=tuple(trait for trait in squad.traits if trait in known.squad_traits),
        )

    def extras(self, entries: Iterable[ExtraEntry]) -> tuple[ForceExtra, ...]:
        numbers: Counter[str] = Counter()
        levels: dict[str, int] = {}
        for entry in entries:
            if entry.extra in self.catalogue.extra_by_id:
                numbers[entry.extra] += entry.count
                levels[entry.extra] = max(levels.get(entry.extra, 0), entry.level)
        return tuple(ForceExtra(extra=extra, most=most, level=levels[extra] or None) for extra, most in numbers.items())

    def _figures(self, squad: Squad, class_id: str) -> tuple[ForceFigure, ...]:
        numbers: Counter[ForceFigure] = Counter()
        near = classes_near(class_id, self.catalogue)
        others = {} if len(near) > 1 else self.catalogue.class_by_id  # near classes need no name
        for figure in squad.figures:
            own = squad.class_of(figure)
            kind = self._figure(figure, own)
            numbers[replace(kind, class_=own) if own != class_id and own in others else kind] += figure.count
        plain = [kind for kind in numbers if not (kind.leadership or kind.role)] or list(numbers)
        rest = max(plain, key=lambda kind: numbers[kind], default=None)
        kinds = []
        for kind, here in numbers.items():
            if kind == rest:
                kinds.append(replace(kind, least=max(0, here - WIDER)))
            elif kind.leadership:
                kinds.append(replace(kind, least=here, most=here))
            else:
                kinds.append(replace(kind, most=here))
        return tuple(kinds)

    def _figure(self, figure: Figure, class_id: str) -> ForceFigure:
        known = self.catalogue
        weapons = [weapon for weapon in figure.weapons if weapon in known.weapon_by_id]
        roles = [role for role in figure.roles if role in known.role_by_id]
        main = next((weapon for weapon in weapons if weapon not in self.side_arms), (*weapons, "")[0])
        also = dict.fromkeys(weapon for weapon in (*weapons, *self.side_arms) if weapon != main)
        return ForceFigure(
            name=name_of(figure_label(replace(figure, name=""), known, class_id)),
            leadership=(figure.leadership,) if figure.leadership in known.leadership else (),
            role=roles[0] if roles else "",
            roles=tuple(roles[1:]),
            weapons=(main,) if main else (),
            also=tuple(also) if main else (),
        )

    def _vehicles(self, squad: Squad) -> tuple[ForceVehicle, ...]:
        """Return a row for each type: as many as the squad has, with any of their weapons."""
        numbers: Counter[str] = Counter()
        weapons: dict[str, dict[str, None]] = {}
        for vehicle in squad.vehicles:
            if vehicle.type in self.catalogue.vehicle_by_id:
                numbers[vehicle.type] += vehicle.count
                carried = [item for item in vehicle.weapons if item in self.catalogue.weapon_by_id]
                weapons.setdefault(vehicle.type, {}).update(dict.fromkeys(carried))
        return tuple(
            ForceVehicle(type=type_id, most=most, weapons=tuple(weapons[type_id])) for type_id, most in numbers.items()
        )
