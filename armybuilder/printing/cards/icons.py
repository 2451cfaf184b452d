"""The picture on a card: of the heaviest thing a man carries, or of a vehicle. What is not named here has none."""

from rules.core.roster import Figure, Vehicle

# Weapons of all rulesets, the heaviest first: a man is known by what his fellows do not carry.
WEAPONS = {
    "missile": ("at-missile", "aa-missile-portable", "aa-missile-heavy", "heavy-at", "anti-air"),
    "gun": ("light-gun", "heavy-gun", "gun-light", "gun-medium", "gun-heavy", "autocannon", "artillery"),
    "mortar": ("light-mortar", "mortar-60", "mortar-77", "mortar-103", "mortar-over-103", "mortar"),
    "flame": ("flamethrower",),
    "launcher": ("portable-at", "rpg", "law"),
    "machine-gun": ("hmg", "mmg", "mg", "aa-mg", "heavy-weapon"),
    "light-machine-gun": ("lmg", "saw", "automatic-rifle"),  # on two legs, which one man carries
    "sniper": ("sniper-rifle", "precision-rifle"),
    "grenade": ("grenade-launcher", "auto-grenade-launcher", "rifle-grenade"),
    "assault-rifle": ("assault-rifle", "small-arms"),
    "smg": ("smg",),
    "rifle": ("rifle", "semi-auto-rifle", "carbine", "shotgun"),
    "pistol": ("pistol",),
}  # fmt: skip
ROLES = {"medic": "medic", "squad-leader": "leader", "section-leader": "leader"}
VEHICLES = {
    "unprotected": "truck", "protected": "car", "light-armour": "carrier", "heavy-armour": "carrier",
    "medium-tank": "tank", "heavy-tank": "tank", "tank": "tank", "tracked-carrier": "carrier",
    "wheeled-carrier": "carrier", "civilian-vehicle": "truck", "helicopter": "helicopter", "vehicle": "car",
}  # fmt: skip


def figure_icon(figure: Figure) -> str:
    """Return a man's picture, "" if he has none: a medic's, a leader's, else that of his heaviest weapon."""
    for role in figure.roles:
        if role in ROLES:
            return ROLES[role]
    if figure.leadership:
        return "leader"
    carried = set(figure.weapons)
    return next((icon for icon, weapons in WEAPONS.items() if carried.intersection(weapons)), "")


def vehicle_icon(vehicle: Vehicle) -> str:
    """Return a vehicle's picture, "" if it has none."""
    return VEHICLES.get(vehicle.type, "")
