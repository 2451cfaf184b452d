"""The states of a vehicle, with a box for each on rosters and cards."""

import re

from django.utils.translation import gettext

from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.catalogue import VehicleType
from rules.core.odds import printed_handbook


def vehicle_states(kind: VehicleType | None, setting: Setting) -> tuple[str, ...]:
    """Return a vehicle's states: the results on the damage table that names it, or just "out of action"."""
    return tuple(damages(kind, setting)) or (gettext("out of action"),)


def damages(kind: VehicleType | None, setting: Setting) -> list[str]:
    """Return the rows that are results of a die: "2", "3–4", "3+". Other rows modify the die or have no effect."""
    return [
        setting.say(row.name).lower()
        for table in printed_handbook(setting.catalogue)
        for row in table.rows
        if kind and kind.id in row.about.vehicles and row.cells
        and table.topic in ("damage", "vehicles")
        and re.fullmatch(r"\d+(–\d+|\+)?", str(row.cells[0]))
    ]  # fmt: skip
