"""Between a catalogue and its rows: `build_catalogue(save_catalogue(c)) == c` for every catalogue."""

from itertools import chain
from typing import Any

from django.db import transaction

from rules.core.catalogue.catalogue import Catalogue
from rules.loading.dumping import dump_odds
from rules.loading.odds_text import parse_odds
from rules.models import Ruleset
from rules.rows.sections import RULESET, SECTIONS


@transaction.atomic
def save_catalogue(catalogue: Catalogue) -> Ruleset:
    """Replace the rows of a ruleset, and return the ruleset. Its versions are not touched."""
    columns = RULESET.columns(catalogue) | {"odds": dump_odds(catalogue)}
    ruleset, _ = Ruleset.objects.update_or_create(id=catalogue.id, defaults=columns)
    for name, table in SECTIONS.items():
        getattr(ruleset, name).all().delete()
        table.save("ruleset", [(ruleset, getattr(catalogue, name))])
    return ruleset


def build_catalogue(ruleset: Ruleset) -> Catalogue:
    """Return the catalogue of the rows of a ruleset, read in a fixed number of queries. Raises ShapeError."""
    rows = chain.from_iterable(table.prefetched(name) for name, table in SECTIONS.items())
    row = Ruleset.objects.prefetch_related(*rows).get(pk=ruleset.pk)
    sections: dict[str, Any] = {name: table.items(getattr(row, name)) for name, table in SECTIONS.items()}
    return Catalogue(**RULESET.fields(row), **sections, odds=parse_odds(row.odds))
