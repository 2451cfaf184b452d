"""Notes on firing a weapon: a vehicle's save against it, and the saves of leaders."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from armybuilder.printing.layout.words import Fact
from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.catalogue import Catalogue, Weapon
from rules.core.document.roster import Figure
from rules.core.odds import save_of


def weapons_by_save(weapons: Sequence[Weapon], setting: Setting) -> dict[str, list[str]]:
    """Return the names of the weapons that call for each vehicle save; none if vehicles do not save."""
    saves = setting.catalogue.odds.saves
    names = {column.id: setting.say(column.name) for column in setting.catalogue.save_columns}
    found = {
        names[column.column]: [setting.say(weapon.name) for weapon in weapons if weapon.id in column.weapons]
        for column in (saves.columns if saves else ())
    }
    return {column: hit_by for column, hit_by in found.items() if hit_by}


def save_notes(weapons: Sequence[Weapon], setting: Setting) -> Iterator[Fact]:
    """Yield the vehicle save that each weapon calls for."""
    called = weapons_by_save(weapons, setting)
    if len(called) == 1 and len(weapons) == 1:
        yield Fact(gettext("A vehicle saves against"), *called)
    elif called:
        said = (
            column if hit_by == [column] else f"{', '.join(hit_by)}: {column}"
            for column, hit_by in called.items()
        )
        yield Fact(gettext("A vehicle saves against"), " · ".join(said))


def save_roll(need: int | None) -> str:
    """Return the number that a vehicle needs to save: "4+"."""
    return gettext("immune") if need is None else f"{need}+"


def leader_note(setting: Setting) -> Iterator[Fact]:
    """Yield the exceptions to leaders' saves, if a leader has a save."""
    leads = (
        save_of_leader(figure, squad.class_of(figure), setting.catalogue)
        for squad in setting.roster.squads
        for figure in squad.figures
    )
    if any(leads):
        yield Fact(gettext("Leaders"), gettext("save no better in cover"))


def save_of_leader(figure: Figure, class_id: str, catalogue: Catalogue) -> int | None:
    """Return a leader's save. It is better than his men's, and cover does not improve it (rth §9.0, bn §9.0)."""
    measures = catalogue.odds.profile
    if not figure.leadership or not measures or not measures.leader or class_id not in catalogue.class_by_id:
        return None
    facts = ((), (measures.leader,), (measures.leader, measures.cover))
    plain, leader, covered = (save_of(catalogue, class_id, one) for one in facts)
    return leader if plain != leader == covered else None
