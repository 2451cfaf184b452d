"""What a row becomes: a figure, a vehicle or an extra of the meanings that were chosen for its words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from armybuilder.lists.recognition.rows import Draft, Term
from armybuilder.lists.recognition.vocabulary import Kind, Meaning
from rules.core.catalogue import Catalogue
from rules.core.ready import Preset
from rules.core.roster import ExtraEntry, Figure, Vehicle

WITH_NOTHING = Meaning("arms", "")
NOTE = Meaning("note", "")
WEAPONS_AT_MOST = 10  # of a row, as the format has it

Arms = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """A row, and what is asked about its weapons, where they were not all typed."""

    row: Figure | Vehicle | ExtraEntry | None
    arms: Term | None = None


@dataclass(slots=True)
class _Chosen:
    """The meanings of a row's words, by kind."""

    of: dict[Kind, list[str]] = field(default_factory=dict)

    def all(self, kind: Kind) -> Arms:
        return tuple(dict.fromkeys(self.of.get(kind, ())))

    def first(self, kind: Kind) -> str:
        return next(iter(self.of.get(kind, ())), "")


def make_row(
    draft: Draft, meanings: Sequence[Meaning], catalogue: Catalogue, arms: Meaning | None = None
) -> Made:
    """Return the row of a draft, each of its terms with the meaning that was chosen, and its weapons, if they were.

    A row of which nothing is meant is none.
    """
    chosen = _Chosen()
    for meaning in meanings:
        chosen.of.setdefault(meaning.kind, []).append(meaning.id)
    if chosen.first("vehicle"):
        return Made(_vehicle(draft, chosen, meanings))
    if chosen.first("extra") and not chosen.first("weapon"):
        return Made(_extra(draft, chosen, meanings, catalogue))
    people: tuple[Kind, ...] = ("preset", "weapon", "role", "leadership", "class", "kit", "name", "commander")
    if any(chosen.of.get(kind) for kind in people) or draft.name:
        return _figure(draft, chosen, catalogue, arms)
    return Made(None)


def _vehicle(draft: Draft, chosen: _Chosen, meanings: Sequence[Meaning]) -> Vehicle:
    """A vehicle is called by what its owner calls it: a Sherman is a medium tank."""
    typed = next(
        term for term, meaning in zip(draft.terms, meanings, strict=True) if meaning.kind == "vehicle"
    )
    fields: dict[str, Any] = {"movement": chosen.first("movement")} if chosen.first("movement") else {}
    if draft.combat_value is not None:
        fields["combat_value"] = draft.combat_value
    name = draft.name or (typed.text if typed.named is False and len(typed.meanings) == 1 else "")
    return Vehicle(
        type=chosen.first("vehicle"),
        name=name[:120],
        count=max(1, min(draft.count, 50)),
        weapons=tuple(chosen.of.get("weapon", ()))[:WEAPONS_AT_MOST],
        traits=chosen.all("trait"),
        **fields,
    )


def _extra(draft: Draft, chosen: _Chosen, meanings: Sequence[Meaning], catalogue: Catalogue) -> ExtraEntry:
    """An extra of which no level is typed is of the first that there is."""
    place = next(place for place, meaning in enumerate(meanings) if meaning.kind == "extra")
    levels = catalogue.extra_by_id[chosen.first("extra")].levels or (0,)
    level = draft.levels.get(place, levels[0])
    return ExtraEntry(extra=chosen.first("extra"), level=min(level, 9), count=max(1, min(draft.count, 100)))


def _figure(draft: Draft, chosen: _Chosen, catalogue: Catalogue, arms: Meaning | None) -> Made:
    preset = next((item for item in _presets(chosen, catalogue)), None)
    typed = chosen.all("weapon")[:WEAPONS_AT_MOST]
    roles = tuple(dict.fromkeys((*(preset.roles if preset else ()), *chosen.all("role"))))
    leadership = int(chosen.first("leadership") or (preset.leadership if preset else 0))
    asked = _arms(typed, preset, roles, leadership, catalogue, draft)
    weapons = (
        weapons_of(arms if arms and asked and arms in asked.meanings else asked.meanings[0]) if asked else ()
    )
    fields: dict[str, Any] = {} if draft.combat_value is None else {"combat_value": draft.combat_value}
    figure = Figure(
        name=draft.name[:120],
        count=max(1, draft.count),
        class_=chosen.first("class"),
        team=draft.team[:20],
        leadership=leadership,
        commander=bool(chosen.of.get("commander")),
        roles=roles,
        weapons=weapons if asked else typed or (preset.weapons if preset else ()),
        kit=chosen.all("kit"),
        **fields,
    )
    return Made(figure, asked)


def _presets(chosen: _Chosen, catalogue: Catalogue) -> Iterator[Preset]:
    presets = {item.id: item for item in catalogue.presets}
    yield from (presets[item] for item in chosen.of.get("preset", ()) if item in presets)


def _arms(
    typed: Arms, preset: Preset | None, roles: Arms, leadership: int, catalogue: Catalogue, draft: Draft
) -> Term | None:
    """What is asked about a man's weapons; None where there is no doubt."""
    if typed:
        full = _completed(typed, preset, roles, leadership, catalogue)
        return None if full == typed else _asked([full, typed])
    if preset and (preset.weapons or not catalogue.weapons):
        return None
    likely = next(_likely(roles, leadership, catalogue), ())
    if draft.name and not (roles or leadership):
        likely = ()  # somebody of whom only the name is known
    each = [(item.id,) for item in catalogue.weapons if "figure" in item.carried_by]
    return _asked([likely, *each, ()])


def _asked(arms: Sequence[Arms]) -> Term:
    return Term("", tuple(dict.fromkeys(Meaning("arms", "+".join(ids)) for ids in arms)), sure=False)


def _completed(
    typed: Arms, preset: Preset | None, roles: Arms, leadership: int, catalogue: Catalogue
) -> Arms:
    """Return weapons with those that whoever carries them has besides: a man with a PIAT has a rifle."""
    if preset:
        return preset.weapons if set(typed) <= set(preset.weapons) else typed
    if roles or leadership or any(item.weapons == typed for item in catalogue.presets):
        return typed
    holders = (item for item in catalogue.presets if not item.roles and not item.leadership)
    return next((item.weapons for item in holders if set(typed) < set(item.weapons)), typed)


def _likely(roles: Arms, leadership: int, catalogue: Catalogue) -> Iterator[Arms]:
    """Yield the weapons that somebody with these roles, or a leader, has most likely."""
    yield from (item.weapons for item in catalogue.presets if item.roles and set(item.roles) <= set(roles))
    if leadership:
        yield from (item.weapons for item in catalogue.presets if item.leadership)
    yield from (item.weapons for item in catalogue.presets)


def weapons_of(arms: Meaning) -> Arms:
    """Return the weapons that an answer names."""
    return tuple(filter(None, arms.id.split("+")))
