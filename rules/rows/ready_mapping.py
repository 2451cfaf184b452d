"""Between what a ruleset has ready (quick figures, squads, nicknames) and its rows, as in `rules.rows.mapping`."""

from rules import models
from rules.core.catalogue import nicknames, ready
from rules.loading.shapes import convert
from rules.rows.mapping import Columns, same, text, text_or_none, two

PRESET = ("weapons", "roles", "leadership")


def preset_columns(item: ready.Preset) -> Columns:
    return {"slug": item.id, **two("name", item.name), **two("note", item.note), **same(item, PRESET)}


def preset(row: models.Preset) -> ready.Preset:
    return ready.Preset(
        id=row.slug, name=text(row, "name"), note=text_or_none(row, "note"), **same(row, PRESET)
    )


READY_SQUAD = ("troops", "vehicles")
READY_FIGURE = ("preset", "count", "team")


def ready_squad_columns(item: ready.ReadySquad) -> Columns:
    return {
        "slug": item.id,
        **two("name", item.name),
        **two("note", item.note),
        **same(item, READY_SQUAD),
    }


def ready_squad(row: models.ReadySquad) -> ready.ReadySquad:
    fields = {
        "id": row.slug,
        "name": text(row, "name"),
        "note": text_or_none(row, "note"),
        **same(row, READY_SQUAD),
        "figures": tuple(map(ready_figure, row.figures.all())),
    }
    return convert(fields, ready.ReadySquad)


def ready_figure_columns(item: ready.ReadyFigure) -> Columns:
    return {**same(item, READY_FIGURE), **two("name", item.name)}


def ready_figure(row: models.ReadyFigure) -> ready.ReadyFigure:
    return convert({**same(row, READY_FIGURE), "name": text_or_none(row, "name")}, ready.ReadyFigure)


NICKNAME = ("kind", "both", "it", "en")


def nickname_columns(item: nicknames.Nickname) -> Columns:
    return {"slug": item.id, **same(item, NICKNAME)}


def nickname(row: models.Nickname) -> nicknames.Nickname:
    return convert({"id": row.slug, **same(row, NICKNAME)}, nicknames.Nickname)
