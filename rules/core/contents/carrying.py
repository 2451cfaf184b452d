"""What a man carries once another weapon is chosen for him."""

from collections.abc import Collection

from rules.core.catalogue.catalogue import Catalogue


def rearmed(had: Collection[str], chosen: tuple[str, ...], catalogue: Catalogue) -> tuple[str, ...]:
    """Return the weapons `chosen` for a man who `had` some: the new ones take the place of those of their kinds."""
    new = {_kind(weapon, catalogue) for weapon in chosen if weapon not in had} - {""}
    return as_preset(
        tuple(weapon for weapon in chosen if weapon not in had or _kind(weapon, catalogue) not in new),
        catalogue,
    )


def as_preset(weapons: tuple[str, ...], catalogue: Catalogue) -> tuple[str, ...]:
    """Return weapons in the order of the preset that carries the same: a figure is called after its preset."""
    same = (preset.weapons for preset in catalogue.presets if sorted(preset.weapons) == sorted(weapons))
    return next(same, weapons)


def _kind(weapon: str, catalogue: Catalogue) -> str:
    known = catalogue.weapon_by_id.get(weapon)
    return known.kind if known else ""
