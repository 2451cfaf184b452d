"""Names of rows without a name, and several names in a sentence."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice

from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue, Extra, VehicleType, Weapon
from rules.core.document.roster import ExtraEntry, Figure, Squad, Vehicle
from rules.core.text import Language, Text

MOST_NAMED = 8  # in a sentence


def squad_label(squad: Squad, number: int) -> Text:
    """Return a squad's name, otherwise its place in the list (`number` counts from 0)."""
    if squad.name:
        return Text(squad.name, squad.name)
    kinds = {
        "squad": ("Squadra", "Squad"),
        "section": ("Sezione", "Section"),
        "sniper-team": ("Tiratori scelti", "Snipers"),
        "observer-section": ("Osservatori", "Observers"),
    }
    italian, english = kinds[squad.kind]
    return Text(f"{italian} {number + 1}", f"{english} {number + 1}")


def figure_label(figure: Figure, catalogue: Catalogue, class_id: str) -> Text:
    """Return a figure's name, or its preset, or its description.

    A leader is named after the preset of his level, whatever he carries; without a preset, by his level.
    """
    if figure.name:
        return Text(figure.name, figure.name)
    preset = _preset(figure, catalogue)
    return preset.name if preset else _in_words(figure, catalogue, class_id)


def _preset(figure: Figure, catalogue: Catalogue) -> Preset | None:
    """Return the preset that a figure equals, in whatever order its weapons were added."""
    gear = (tuple(sorted(figure.weapons)), tuple(sorted(figure.roles)), figure.leadership)
    return catalogue.preset_by_gear.get(gear)


def _leader(level: int, catalogue: Catalogue) -> Text:
    preset = next((item for item in catalogue.presets if item.leadership == level), None)
    return preset.name if preset else Text(f"Comandante {level}", f"Leader {level}")


def _in_words(figure: Figure, catalogue: Catalogue, class_id: str) -> Text:
    """Return the description of a figure by leadership, first role, weapon or class."""
    if figure.leadership:
        return _leader(figure.leadership, catalogue)
    for role in figure.roles:
        if role in catalogue.role_by_id:
            return catalogue.role_by_id[role].name
    carried = [catalogue.weapon_by_id[weapon] for weapon in figure.weapons if weapon in catalogue.weapon_by_id]
    if carried:
        weapon = _telling(carried, catalogue).name
        return Text(f"Uomo con {_inside(weapon.it)}", f"Man with {_inside(weapon.en)}")
    troop_class = catalogue.class_by_id.get(class_id)
    return troop_class.name if troop_class else Text("Figura", "Figure")


def _telling(carried: Sequence[Weapon], catalogue: Catalogue) -> Weapon:
    """Return the weapon that distinguishes a man: a support weapon, or one that presets add to a main one."""
    added = {weapon for preset in catalogue.presets if len(preset.weapons) > 1 for weapon in preset.weapons} - {
        weapon.id for weapon in catalogue.weapons if weapon.kind == "main"
    }
    return next(
        (weapon for weapon in carried if "support" in weapon.tags),
        next((weapon for weapon in carried if weapon.id in added), carried[0]),
    )


def what_it_is(figure: Figure, catalogue: Catalogue, class_id: str) -> Text:
    """Return the kind of a figure, without its own name; presets that share a name differ by their notes."""
    preset = _preset(figure, catalogue)
    if preset is None:
        return _in_words(figure, catalogue, class_id)
    others = [item for item in catalogue.presets if item is not preset]
    return Text(_told_apart(preset, others, "it"), _told_apart(preset, others, "en"))


def _told_apart(preset: Preset, others: list[Preset], language: Language) -> str:
    name = preset.name.to(language)
    if preset.note and any(item.name.to(language) == name for item in others):
        return f"{name} ({preset.note.to(language)})"
    return name


def weapon_in_full(weapon: Weapon, language: Language) -> str:
    """Return the full name of an abbreviated weapon in a language; empty if it is not an abbreviation."""
    is_short = bool(abbreviations_in(weapon.name.to(language)))
    return weapon.in_full.to(language) if weapon.in_full and is_short else ""


# Each edit asks this for every weapon on the sheet, with few different names.
@lru_cache(maxsize=4096)
def abbreviations_in(name: str) -> tuple[str, ...]:
    """Return the words of a name that are in capitals: "AT" and "PIAT" of "Portable AT (bazooka, PIAT)"."""
    words = (word.strip("(),:") for word in name.split())
    return tuple(word for word in words if len(word) > 1 and word.isupper())


def extra_label(entry: ExtraEntry, extra: Extra | None) -> Text:
    """Return an extra's name, with its level if it has several; its id if the ruleset does not have it."""
    name = extra.name if extra else Text(entry.extra, entry.extra)
    if not (entry.level or (extra and extra.levels)):
        return name
    level = entry.level or 1
    return Text(f"{name.it} {level}", f"{name.en} {level}")


def in_sentence(label: Text, name: str = "") -> Text:
    """Return a label inside a sentence, without its capital; a `name` from its owner is unchanged."""
    return label if name else Text(_inside(label.it), _inside(label.en))


def vehicle_label(vehicle: Vehicle, vehicle_type: VehicleType | None) -> Text:
    if vehicle.name:
        return Text(vehicle.name, vehicle.name)
    return vehicle_type.name if vehicle_type else Text(vehicle.type, vehicle.type)


def both(names: Iterable[Text]) -> Text:
    """Return names in a sentence, joined by "and": "Regulars and Irregulars"."""
    return _joined(list(names), " e ", " and ")


def either(names: Iterable[Text]) -> Text:
    """Return names in a sentence, joined by "or": "MSU or Secret services"."""
    return _joined(few(names), " o ", " or ")


def few(names: Iterable[Text]) -> list[Text]:
    """Return the first names, and an ellipsis if there are more: an own limit can name hundreds of things."""
    first = list(islice(names, MOST_NAMED + 1))
    return first if len(first) <= MOST_NAMED else [*first[:-1], Text("…", "…")]


def joined(names: Iterable[Text], by: str = ", ") -> Text:
    listed = list(names)
    return Text(by.join(name.it for name in listed), by.join(name.en for name in listed))


def _joined(names: list[Text], italian: str, english: str) -> Text:
    return Text(_join([name.it for name in names], italian), _join([name.en for name in names], english))


def _join(names: list[str], last: str) -> str:
    return last.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _inside(name: str) -> str:
    """Return a name inside a sentence: "Fucile" loses its capital, "LMG" does not."""
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]
