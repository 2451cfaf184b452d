"""The guns that a vehicle's price holds and no list buys."""

from rules.core.catalogue.catalogue import Catalogue, Weapon


def guns(catalogue: Catalogue) -> tuple[Weapon, ...]:
    """Return the guns that no list buys, because the price of a vehicle holds them."""
    return tuple(
        Weapon(
            id=gun.id,
            name=gun.name,
            source=gun.source,
            reading=gun.reading,
            carried_by=("vehicle",),
            fire=catalogue.weapon_by_id[gun.fires_as].fire,
            note=gun.note,
        )
        for gun in catalogue.odds.weapons
        if gun.vehicles
    )


def weapons_in_price(vehicle_id: str, catalogue: Catalogue) -> tuple[Weapon, ...]:
    """Return what the price of a vehicle holds, the weapons of lists first; nothing of one that is not known."""
    kind = catalogue.vehicle_by_id.get(vehicle_id)
    if kind is None:
        return ()
    of_questions = catalogue.odds.weapon_by_id
    held = [catalogue.weapon_by_id[item] for item in kind.includes]
    return (*held, *(gun for gun in guns(catalogue) if vehicle_id in of_questions[gun.id].vehicles))
