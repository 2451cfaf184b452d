"""Content of the front page: games, examples and the parts of a list."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.lists.builder.head import points_meter
from armybuilder.lists.builder.values import Meter
from armybuilder.lists.models import ArmyList
from armybuilder.lists.words import USES
from rules.core.catalogue.catalogue import Catalogue
from rules.core.contents import Bought, SpendingPart, armament, spending
from rules.core.text import Language, Text

MOST_CARRIED = 4  # kinds of weapons that an example names


class Period(Struct, frozen=True):
    """The games of a period: those with printed points, and those that only check the organisation.

    Each with the id of another edition to compare it with, or "".
    """

    name: Text
    with_points: list[tuple[Catalogue, str]]
    without_points: list[tuple[Catalogue, str]]


class Example(Struct, frozen=True):
    """An example: its line, its highlights, and the address of its picture ("": none)."""

    entry: ArmyList
    carries: str
    picture: str


class AnatomyPart(Struct, frozen=True):
    """A use of points: the number, the range, and the purchase."""

    name: str
    points: int
    start: int
    end: int
    text: str


class Anatomy(Struct, frozen=True):
    """The use of an example's points; `left` are unspent."""

    entry: ArmyList
    left: int
    meter: Meter
    parts: tuple[AnatomyPart, ...]


def periods(games: Sequence[Catalogue]) -> list[Period]:
    """Return the games by their period, in order; without those that have none, and own rules."""
    found: dict[Text, Period] = {}
    for game in games:
        if game.period and not game.is_own:
            others = (item.id for item in games if item.name == game.name and item.id != game.id)
            period = found.setdefault(game.period, Period(game.period, [], []))
            of_kind = period.with_points if game.has_points else period.without_points
            of_kind.append((game, next(others, "")))
    return list(found.values())


def samples() -> list[ArmyList]:
    found = ArmyList.objects.samples().select_related("ruleset_version__ruleset")
    return list(found.defer("ruleset_version__catalogue", "ruleset_version__ruleset__odds"))


def one_of_each_game(samples: Sequence[ArmyList]) -> list[ArmyList]:
    return list({sample.ruleset_version.ruleset_id: sample for sample in reversed(samples)}.values())[::-1]


def example(sample: ArmyList, language: Language) -> Example:
    carried = armament(sample.roster, sample.catalogue)[:MOST_CARRIED]
    carries = ", ".join(name.to(language) for name in carried)
    return Example(sample, carries, _picture(sample.pk, language))


def _picture(sample_id: UUID, language: Language) -> str:
    try:
        return staticfiles_storage.url(f"img/samples/{sample_id}-{language}.webp")
    except ValueError:
        return ""


def anatomy(samples: Iterable[ArmyList], language: Language) -> Anatomy | None:
    """Return the use of points of the example with the most kinds of purchases, None without a limit."""
    limited = {sample: spending(sample.roster, sample.catalogue) for sample in samples if sample.limit}
    if not limited:
        return None
    sample, spent = max(limited.items(), key=lambda item: len(item[1]))
    limit, parts, start = sample.limit or 0, [], 0
    for part in spent:
        end = start + part.points
        parts.append(AnatomyPart(str(USES[part.id]), part.points, start, end, _text(part, language)))
        start = end
    return Anatomy(sample, limit - start, points_meter(start, limit), tuple(parts))


def _text(part: SpendingPart, language: Language) -> str:
    whys = {
        "soldiers": gettext("%(bought)s. The class decides how they shoot, save and hold."),
        "leadership": gettext("%(bought)s. For initiative, and to get suppressed men moving again."),
        "weapons": gettext("%(bought)s. The rest are included in the soldier’s price."),
        "vehicles": gettext("%(bought)s, without its weapons."),
    }
    bought = ", ".join(_bought(item, language) for item in part.bought)
    return whys.get(part.id, "%(bought)s") % {"bought": bought}


def _bought(item: Bought, language: Language) -> str:
    count = f"{item.count} × " if item.count > 1 else ""
    return f"{count}{item.name.to(language)} ({item.each})"
