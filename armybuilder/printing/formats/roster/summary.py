"""The lower part of a roster: extras, notes on weapons, rulings, the verdict and its reasons."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from armybuilder.lists.words import SEVERITY_NAMES, price
from armybuilder.printing.layout.words import Fact, cited, unbreakable
from armybuilder.printing.units.fire import borrowed_lines, told
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import Unit
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.catalogue.handbook import Subjects
from rules.core.contents import rulings_about
from rules.core.document.naming import extra_label, squad_label
from rules.core.document.roster import ExtraEntry, Roster
from rules.core.judging.prices import extra_is_house, house_prices_used, price_list
from rules.core.judging.report import SEVERITIES, Report, findings_told, sentence, state_of
from rules.core.text import Language, minus


@dataclass(frozen=True, slots=True)
class ExtraLine:
    """An extra of the list, its effect, and its fire rows."""

    name: str
    text: str
    points: str
    fire: str
    house: bool = False  # it has a club price


class FindingLine(NamedTuple):
    """A finding: its kind in a word, its sentence and its paragraph."""

    kind: str
    text: str
    source: str


def extras(setting: Setting) -> Iterator[ExtraLine]:
    """Yield the extras of the list, then those of its squads."""
    points, roster = setting.report.points, setting.roster
    for entry, paid in zip_longest(roster.extras, points.extras if points else ()):
        yield _extra(entry, setting, paid, "")
    for at, squad in enumerate(roster.squads):
        name = setting.say(squad_label(squad, at))
        for entry, paid in zip_longest(squad.extras, points.squads[at].extras if points else ()):
            yield _extra(entry, setting, paid, name)


def _extra(entry: ExtraEntry, setting: Setting, points: int | None, squad: str) -> ExtraLine:
    extra, has = setting.catalogue.extra_by_id.get(entry.extra), Subjects(extras=(entry.extra,))
    label = setting.say(extra_label(entry, extra))
    name = label if extra and label == setting.say(extra.name) else unbreakable(label)
    if entry.count > 1:
        name = unbreakable(f"{name} ×{entry.count}")
    if extra and extra.passes and "passes" in setting.catalogue.reads:
        passes = ngettext("%(count)s pass", "%(count)s passes", entry.passes) % {"count": entry.passes}
        name = f"{name}, {passes}"
    return ExtraLine(
        name=f"{name} ({squad})" if squad else name,
        text=setting.say(extra.text) if extra else "",
        points=price(points),
        fire=" ".join(told(line, setting) for line in borrowed_lines(has, setting)),
        house=points is not None and extra_is_house(entry, setting.prices),
    )


def small_numbers(units: Iterable[Unit]) -> Iterator[Fact]:
    """Yield the meaning of small numbers beside numbers needed, if there are any."""
    lines = (line for unit in units for gun in unit.guns for line in gun)
    if any(line.small_print for line in lines):
        words = gettext("The number from the table, where this man needs a different one; 3d: on three dice.")
        yield Fact(gettext("Small print"), words)


def rulings(
    roster: Roster, catalogue: Catalogue, language: Language, mark: str = "", *, defaults: bool = True
) -> Iterator[Fact]:
    """Yield the rulings on questions about the list, and the club prices.

    `mark` is printed beside points that include a club price. Without `defaults`, only other answers are printed.
    """
    for ruling in rulings_about(roster, catalogue):
        chosen = catalogue.option(roster.rulings, ruling.id)
        if chosen == ruling.default and not defaults:
            continue
        answer = next(option.name for option in ruling.options if option.id == chosen)
        yield Fact(ruling.name.to(language), answer.to(language))
    prices = ", ".join(
        unbreakable(f"{name} {minus(points)}") for name, points in _club_prices(roster, catalogue, language)
    )
    if prices:
        yield Fact(mark + gettext("Club prices:"), prices)


def _club_prices(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[tuple[str, int]]:
    """Yield the club prices of entries in the list that differ from the printed prices."""
    tables: dict[str, Mapping[str, Entry]] = {
        "classes": catalogue.class_by_id,
        "weapons": catalogue.weapon_by_id,
        "vehicles": catalogue.vehicle_by_id,
        "extras": catalogue.extra_by_id,
        "roles": catalogue.role_by_id,
    }
    for key, points in house_prices_used(roster, price_list(roster, catalogue)).items():
        table, _, item = key.partition("/")
        entry = tables.get(table, {}).get(item)
        if entry:
            yield entry.name.to(language), points
        elif table == "leadership" and catalogue.leadership:
            yield gettext("Leadership %(level)s") % {"level": item}, points


def verdict(report: Report, catalogue: Catalogue) -> str:
    if state_of(report, catalogue) == "empty":
        return gettext("Just started") + "."
    errors, warnings = report.count("error"), report.count("warning")
    if not errors and not warnings:
        return gettext("Legal: no errors, no warnings.")
    words = []
    if errors:
        words.append(ngettext("%(count)s error", "%(count)s errors", errors) % {"count": errors})
    if warnings:
        words.append(ngettext("%(count)s warning", "%(count)s warnings", warnings) % {"count": warnings})
    verdict = gettext("Not legal") if errors else gettext("Legal")
    return f"{verdict}: {', '.join(words)}."


def problems(setting: Setting) -> Iterator[FindingLine]:
    """Yield the findings, errors first."""
    catalogue, found = setting.catalogue, findings_told(setting.report, setting.catalogue)
    for finding in sorted(found, key=lambda one: SEVERITIES.index(one.severity)):
        text, source = sentence(finding, setting.language), cited(finding.source, catalogue)
        yield FindingLine(str(SEVERITY_NAMES[finding.severity]), text, source)
