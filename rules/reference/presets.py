"""The figures that can be added ready-made, as answers: what each carries, and what he costs in each troop class."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import joined
from rules.core.document.roster import Figure, Roster
from rules.core.judging.prices import price_list
from rules.core.judging.resolved import loadout_of
from rules.core.text import Language
from rules.reference.parts import ShortAnswer, in_points


class Man(NamedTuple):
    """A ready-made figure in one language, and the anchor and paragraph of what makes him one."""

    id: str
    anchor: str
    source: str
    name: str
    answer: ShortAnswer


def men(catalogue: Catalogue, language: Language) -> list[Man]:
    """Return the ready-made figures of a ruleset in `language`, which is the active language too."""
    return [_man(preset, catalogue, language) for preset in catalogue.presets]


def _man(preset: Preset, catalogue: Catalogue, language: Language) -> Man:
    anchor, source = _what_makes_him(preset, catalogue)
    facts = [*_carried(preset, catalogue, language), *_man_prices(preset, catalogue, language)]
    return Man(preset.id, anchor, source, preset.name.to(language), ShortAnswer(facts))


def _what_makes_him(preset: Preset, catalogue: Catalogue) -> tuple[str, str]:
    """Return where the role, the leadership, or else the dearest weapon of a figure stands, and its paragraph."""
    for role in preset.roles:
        return f"roles-{role}", catalogue.role_by_id[role].source
    if preset.leadership:
        return f"leadership-{preset.leadership}", catalogue.leadership_source
    weapons = [catalogue.weapon_by_id[weapon] for weapon in preset.weapons]
    if weapons:
        dearest = max(weapons, key=lambda weapon: weapon.points or 0)
        return f"weapons-{dearest.id}", dearest.source
    return "classes", catalogue.item_source


def _carried(preset: Preset, catalogue: Catalogue, language: Language) -> Iterator[str]:
    names = [catalogue.weapon_by_id[weapon].name for weapon in preset.weapons]
    names += [catalogue.role_by_id[role].name for role in preset.roles]
    if names:
        yield joined(names).to(language)
    if preset.leadership:
        yield _("Leadership %(level)s") % {"level": preset.leadership}


def _man_prices(preset: Preset, catalogue: Catalogue, language: Language) -> Iterator[str]:
    if not catalogue.has_points:
        return
    nobody = Roster(format="armylist/1", ruleset=catalogue.id, name=catalogue.id, squads=())
    prices = price_list(nobody, catalogue)
    figure = Figure(id="", weapons=preset.weapons, roles=preset.roles, leadership=preset.leadership)
    for troops in catalogue.classes:
        points = loadout_of(figure, troops.id, prices).points
        yield f"{troops.name.to(language)} {in_points(points)}"
