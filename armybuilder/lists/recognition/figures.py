"""Create a figure, vehicle or extra from the chosen meanings of a row."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.pieces import Term
from armybuilder.lists.recognition.vocabulary import Kind, Meaning
from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Vehicle

WITH_NOTHING = Meaning("arms", "")
NOTE = Meaning("note", "")
WEAPONS_AT_MOST = 10  # of a row, as in the format

OF_VEHICLES: tuple[Kind, ...] = ("vehicle", "weapon", "trait", "movement", "combat", "name", "arms")
OF_EXTRAS: tuple[Kind, ...] = ("extra", "name")
OF_MEN: tuple[Kind, ...] = (
    "preset", "weapon", "role", "leadership", "class", "kit", "name", "commander", "combat", "arms",
)  # fmt: skip

Arms = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """A row, the question about its weapons if not all were typed, and its unused words."""

    row: Figure | Vehicle | ExtraEntry | None
    arms: Term | None = None
    unused: tuple[str, ...] = ()


@dataclass(slots=True)
class _Chosen:
    """The meanings of a row's words, by kind."""

    of: dict[Kind, list[str]] = field(default_factory=dict)

    def all(self, kind: Kind) -> Arms:
        return tuple(dict.fromkeys(self.of.get(kind, ())))

    def first(self, kind: Kind) -> str:
        return next(iter(self.of.get(kind, ())), "")


def make_row(draft: Draft, meanings: Sequence[Meaning], catalogue: Catalogue, arms: Meaning | None = None) -> Made:
    """Return the row of a draft with the chosen meanings and weapons; None without a meaning."""
    chosen = _Chosen()
    for meaning in meanings:
        chosen.of.setdefault(meaning.kind, []).append(meaning.id)
    if chosen.first("vehicle"):
        return Made(_vehicle(draft, chosen, meanings), unused=_unused(draft, meanings, OF_VEHICLES, "vehicle"))
    if chosen.first("extra"):
        row = _extra(draft, chosen, meanings, catalogue)
        return Made(row, unused=_unused(draft, meanings, OF_EXTRAS, "extra"))
    if any(chosen.of.get(kind) for kind in OF_MEN) or draft.name:
        made = _figure(draft, chosen, catalogue, arms)
        return Made(made.row, made.arms, _unused(draft, meanings, OF_MEN, "leadership", "class"))
    return Made(None, unused=_unused(draft, meanings, ("name", "note")))


def _unused(draft: Draft, meanings: Sequence[Meaning], used: Sequence[Kind], *once: Kind) -> tuple[str, ...]:
    """Return the words that do not fit a row: a tank is not a medic, and a man does not have two ranks."""
    first: dict[Kind, str] = {}
    lost = []
    for term, meaning in zip(draft.terms, meanings, strict=True):
        known = first.setdefault(meaning.kind, meaning.id)
        if meaning.kind != "note" and (meaning.kind not in used or (meaning.kind in once and known != meaning.id)):
            lost.append(term.text)
    return tuple(lost)


def _vehicle(draft: Draft, chosen: _Chosen, meanings: Sequence[Meaning]) -> Vehicle:
    """Return the owner's name of a vehicle: a Sherman is a medium tank."""
    typed = next(term for term, meaning in zip(draft.terms, meanings, strict=True) if meaning.kind == "vehicle")
    fields: dict[str, Any] = {"movement": chosen.first("movement")} if chosen.first("movement") else {}
    if draft.combat_value is not None:
        fields["combat_value"] = draft.combat_value
    name = draft.name or (typed.text if typed.named is False and len(typed.meanings) == 1 else "")
    weapons = chosen.of.get("weapon", ())
    return Vehicle(
        type=chosen.first("vehicle"),
        name=name[:120],
        count=max(1, min(draft.count, 50)),
        weapons=tuple(weapons)[:WEAPONS_AT_MOST],
        traits=chosen.all("trait"),
        **fields,
    )


def _extra(draft: Draft, chosen: _Chosen, meanings: Sequence[Meaning], catalogue: Catalogue) -> ExtraEntry:
    """Return an extra, at its first level unless another is typed."""
    place = next(place for place, meaning in enumerate(meanings) if meaning.kind == "extra")
    levels = catalogue.extra_by_id[chosen.first("extra")].levels or (0,)
    level = draft.levels.get(place, levels[0])
    fields: dict[str, Any] = {} if draft.passes is None else {"passes": min(draft.passes, 99)}
    count = max(1, min(draft.count, 100))
    return ExtraEntry(extra=chosen.first("extra"), level=min(level, 9), count=count, **fields)


def _figure(draft: Draft, chosen: _Chosen, catalogue: Catalogue, arms: Meaning | None) -> Made:
    presets = list(_presets(chosen, catalogue))
    plain = next(iter(catalogue.presets), None)
    preset = next((man for man in presets if man != plain), plain if presets else None)  # a man: a sniper
    typed = chosen.all("weapon")[:WEAPONS_AT_MOST]
    roles = tuple(dict.fromkeys((*(role for man in presets for role in man.roles), *chosen.all("role"))))
    if typed and not (presets or roles or chosen.first("leadership") or _is_sidearm(typed)):
        roles = _roles_told(typed, catalogue)
    leadership = int(chosen.first("leadership") or (preset.leadership if preset else 0))
    asked = _arms(typed, preset, roles, leadership, catalogue, draft)
    weapons = typed or (preset.weapons if preset else ())
    if chosen.of.get("arms"):
        asked, weapons = None, ()  # a medic, unarmed
    elif asked:
        weapons = weapons_of(arms if arms and arms in asked.meanings else asked.meanings[0])
    elif typed:
        weapons = next(_carried(typed, preset, roles, leadership, catalogue), typed)
    denied = {meaning.id for meaning in draft.denied if meaning.kind == "weapon"}
    fields: dict[str, Any] = {} if draft.combat_value is None else {"combat_value": draft.combat_value}
    figure = Figure(
        name=draft.name[:120],
        count=max(1, draft.count),
        class_=chosen.first("class"),
        team=draft.team[:20],
        leadership=leadership,
        commander=bool(chosen.of.get("commander")),
        roles=roles,
        weapons=tuple(item for item in weapons if item not in denied),
        kit=chosen.all("kit"),
        **fields,
    )
    return Made(figure, asked)


def _roles_told(weapons: Arms, catalogue: Catalogue) -> Arms:
    """Return the role of men with a weapon that only they have: a Dragunov is a sniper’s."""
    holders = [item for item in catalogue.presets if set(weapons) & set(item.weapons)]
    return holders[0].roles if len(holders) == 1 and not holders[0].leadership else ()


def _with_small(typed: Arms, preset: Preset, catalogue: Catalogue) -> Arms:
    """Return typed weapons with the man's own: riflemen with grenades, but not a man who is an RPG gunner."""
    if preset == catalogue.presets[0] and any(item.weapons == typed for item in catalogue.presets):
        return typed
    return tuple(dict.fromkeys((*preset.weapons, *typed))) if _are_besides(typed, catalogue) else typed


def _are_besides(weapons: Arms, catalogue: Catalogue) -> bool:
    """Whether these weapons are never carried alone: grenades."""
    known = catalogue.weapon_by_id
    return all(item in known and known[item].kind != "main" and item != "pistol" for item in weapons)


def _presets(chosen: _Chosen, catalogue: Catalogue) -> Iterator[Preset]:
    presets = {item.id: item for item in catalogue.presets}
    yield from (presets[item] for item in chosen.of.get("preset", ()) if item in presets)


def _arms(
    typed: Arms, preset: Preset | None, roles: Arms, leadership: int, catalogue: Catalogue, draft: Draft
) -> Term | None:
    """Return the question about a man's weapons, None if they are certain."""
    if typed:
        choices = dict.fromkeys(_carried(typed, preset, roles, leadership, catalogue))
        return _asked(list(choices)) if len(choices) > 1 else None
    if preset and (preset.weapons or not catalogue.weapons):
        return None
    likely = next(_likely(roles, leadership, catalogue), ())
    if draft.name and not (roles or leadership):
        likely = ()  # a man with only a name
    each = [(item.id,) for item in catalogue.weapons if "figure" in item.carried_by]
    return _asked([likely, *each, ()])


def _asked(arms: Sequence[Arms]) -> Term:
    return Term("", tuple(dict.fromkeys(Meaning("arms", "+".join(ids)) for ids in arms)), sure=False)


def _carried(typed: Arms, preset: Preset | None, roles: Arms, leadership: int, catalogue: Catalogue) -> Iterator[Arms]:
    """Yield the weapons that a man can carry with typed weapons: a man with a PIAT has a rifle."""
    if preset and preset.weapons:
        if set(typed) <= set(preset.weapons) or (preset.id == "sniper" and typed == ("rifle",)):
            yield preset.weapons  # a sniper’s rifle has a scope
        else:
            yield _with_small(typed, preset, catalogue)
    elif _are_besides(typed, catalogue) and not _are_of_presets(typed, catalogue):
        likely = next(_likely(roles, leadership, catalogue), ())
        yield tuple(dict.fromkeys((*likely, *typed)))
    elif not (roles or leadership or any(item.weapons == typed for item in catalogue.presets)):
        holders = [
            item.weapons
            for item in catalogue.presets
            if not item.roles and not item.leadership and set(typed) < set(item.weapons)
        ]
        yield from holders
        if len(holders) == 1 and _are_free(set(holders[0]) - set(typed), catalogue):
            return  # a bazooka: the free rifle is always included
    yield from () if preset else (typed,)


def _are_free(weapons: Collection[str], catalogue: Catalogue) -> bool:
    """Whether weapons are free, in a game with prices for other weapons."""
    return catalogue.has_points and all(catalogue.weapon_by_id[item].points == 0 for item in weapons)


def _are_of_presets(weapons: Arms, catalogue: Catalogue) -> bool:
    """Whether the man is named after one of these weapons."""
    return any(item in preset.weapons for item in weapons for preset in catalogue.presets)


def _is_sidearm(typed: Arms) -> bool:
    """Whether the only weapons are a pistol and perhaps grenades."""
    return "pistol" in typed and set(typed) <= {"pistol", "grenade"}


def _likely(roles: Arms, leadership: int, catalogue: Catalogue) -> Iterator[Arms]:
    """Yield the most likely weapons for these roles or for a leader."""
    yield from (item.weapons for item in catalogue.presets if item.roles and set(item.roles) <= set(roles))
    if leadership:
        yield from (item.weapons for item in catalogue.presets if item.leadership)
    yield from (item.weapons for item in catalogue.presets)


def weapons_of(arms: Meaning) -> Arms:
    """Return the weapons in an answer."""
    return tuple(filter(None, arms.id.split("+")))
