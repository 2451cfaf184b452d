"""The picture on a card: a man's heaviest equipment, or a vehicle.

Weapons with an unknown id are recognised by their English name; others have no picture.
"""

import hashlib
from collections.abc import Collection

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Vehicle

PATTERNS = 6  # p0 … p5 in pictures.css
# Weapons of all rulesets, heaviest first: an unusual weapon identifies a man.
WEAPONS = {
    "missile": ("at-missile", "aa-missile-portable", "aa-missile-heavy", "heavy-at", "anti-air"),
    "gun": ("light-gun", "heavy-gun", "gun-light", "gun-medium", "gun-heavy", "autocannon", "artillery"),
    "mortar": ("light-mortar", "mortar-60", "mortar-77", "mortar-103", "mortar-over-103", "mortar"),
    "flame": ("flamethrower",),
    "launcher": ("portable-at", "rpg", "law"),
    "machine-gun": ("hmg", "mg", "aa-mg", "heavy-weapon"),
    "medium-machine-gun": ("mmg",),
    "light-machine-gun": ("lmg", "saw"),  # on a bipod, for one man
    "automatic-rifle": ("automatic-rifle",),
    "sniper": ("sniper-rifle", "precision-rifle"),
    "grenade": ("grenade-launcher", "auto-grenade-launcher", "rifle-grenade"),
    "assault-rifle": ("assault-rifle", "small-arms"),
    "smg": ("smg",),
    "rifle": ("rifle", "semi-auto-rifle", "carbine", "shotgun"),
    "pistol": ("pistol",),
}  # fmt: skip
# Words in names, most specific first.
NAMED = {
    "sniper": "sniper", "precision": "sniper", "marksman": "sniper",
    "missile": "missile", "mortar": "mortar", "flame": "flame",
    "grenade launcher": "grenade", "automatic rifle": "automatic-rifle", "assault": "assault-rifle",
    "light machine": "light-machine-gun", "lmg": "light-machine-gun", "squad automatic": "light-machine-gun",
    "medium machine": "medium-machine-gun", "mmg": "medium-machine-gun", "general purpose": "medium-machine-gun",
    "submachine": "smg", "sub-machine": "smg", "smg": "smg", "machine gun": "machine-gun", "machine-gun": "machine-gun",
    "anti-tank": "launcher", "bazooka": "launcher", "rocket": "launcher", "cannon": "gun",
    "pistol": "pistol", "revolver": "pistol", "rifle": "rifle", "carbine": "rifle", "shotgun": "rifle",
}  # fmt: skip
ROLES = {"medic": "medic", "squad-leader": "leader", "section-leader": "leader"}
VEHICLES = {
    "unprotected": "truck", "protected": "car", "light-armour": "carrier", "heavy-armour": "carrier",
    "medium-tank": "tank", "heavy-tank": "tank", "tank": "tank", "tracked-carrier": "carrier",
    "wheeled-carrier": "carrier", "civilian-vehicle": "truck", "helicopter": "helicopter", "vehicle": "car",
}  # fmt: skip

# Words in the names of vehicles other than lorries, in both languages.
CARS = (
    "jeep", "pick", "technical", "tecnica", "hilux", "toyota", "land", "rover", "quad", "humvee", "hmmwv", "lince",
    "kübel", "kubel", "fuoristrada", "camionetta", "gip", "willys", "schwimm", "macchina", "4x4", "4×4",
)  # fmt: skip


def figure_icon(figure: Figure, catalogue: Catalogue) -> str:
    """Return a man's picture, "" without any: medic, leader, or his heaviest weapon."""
    for role in figure.roles:
        if role in ROLES:
            return ROLES[role]
    return "leader" if figure.leadership else weapon_icon(figure.weapons, catalogue)


def weapon_icon(weapons: Collection[str], catalogue: Catalogue) -> str:
    """Return the picture of the heaviest of these weapons, "" if they have none."""
    drawn = {weapon: icon for weapon in weapons if (icon := _drawing(weapon, catalogue))}
    return next((icon for icon in WEAPONS if icon in drawn.values()), "")


def _drawing(weapon: str, catalogue: Catalogue) -> str:
    by_id = next((icon for icon, weapons in WEAPONS.items() if weapon in weapons), "")
    if by_id or weapon not in catalogue.weapon_by_id:
        return by_id
    kind = catalogue.weapon_by_id[weapon]
    name = f"{kind.name.en} {kind.in_full.en if kind.in_full else ''}".lower()
    return next((icon for word, icon in NAMED.items() if word in name), "")


def vehicle_icon(vehicle: Vehicle) -> str:
    """Return a vehicle's picture, "" if it has none. A jeep or pick-up is not drawn as a lorry."""
    icon, words = VEHICLES.get(vehicle.type, ""), vehicle.name.lower().replace("-", " ").split()
    return "car" if icon == "truck" and any(word.startswith(CARS) for word in words) else icon


def pattern_of(force: str) -> int:
    """Return the pattern of a pair's cards. It is always the same, so both lists match."""
    return hashlib.sha256(force.strip().casefold().encode()).digest()[0] % PATTERNS
