"""The effects of newer rules, prices or forces on a list."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct, structs

from armybuilder.clubs.models import HouseRules
from armybuilder.clubs.prices import PriceChange
from armybuilder.forces.models import Force
from armybuilder.lists.builder.values import Flag
from armybuilder.lists.models import ArmyList
from armybuilder.lists.words import label_of, squad_name_of
from rules.catalogue import catalogue_for
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.comparing.difference import points
from rules.core.document.force import Force as ForceData
from rules.core.document.roster import Roster
from rules.core.document.rows import places
from rules.core.judging.report import Report, sentence
from rules.core.text import Language


class RulesChange(Struct, frozen=True):
    """The points before and after (equal: only other things changed), row by row, and new and solved problems.

    A problem with different words ("5 points over" instead of "3") is new, without an old one being solved.
    """

    before: str
    after: str
    prices: tuple[PriceChange, ...]
    come: tuple[Flag, ...]
    go: tuple[Flag, ...]

    @property
    def is_nothing(self) -> bool:
        """Whether the list would cost the same and have the same problems."""
        return not (self.prices or self.come or self.go) and self.before == self.after


def rules_change(army_list: ArmyList, language: Language) -> RulesChange | None:
    if not army_list.rules_changed:
        return None
    return _change(army_list, assess(army_list.roster, catalogue_for(army_list.current_version_id)), language)


def _change(army_list: ArmyList, then: Report, language: Language) -> RulesChange:
    """Return the effects on a list of being judged by `then` instead of its present report."""
    now = army_list.report
    problems, new_problems = _problems(now, language), _problems(then, language)
    return RulesChange(
        before=points(now.total),
        after=points(then.total),
        prices=tuple(_prices(army_list, then, language)),
        come=tuple(problem for key, problem in new_problems.items() if problems.get(key) != problem),
        go=tuple(problem for key, problem in problems.items() if key not in new_problems),
    )


def _problems(report: Report, language: Language) -> dict[tuple[str, str, int], Flag]:
    """Return the problems by kind and place, with a number for equal ones."""
    problems: dict[tuple[str, str, int], Flag] = {}
    seen: Counter[tuple[str, str]] = Counter()
    for finding in report.findings:
        key = finding.code, finding.path
        seen[key] += 1
        problems[(*key, seen[key])] = Flag(finding.severity, sentence(finding, language))
    return problems


def _prices(army_list: ArmyList, then: Report, language: Language) -> Iterator[PriceChange]:
    rows = [place for place in places(army_list.roster) if place.table != "squads"]
    none = [None] * len(rows)
    now = army_list.report
    for place, before, after in zip(rows, _points(now) or none, _points(then) or none, strict=True):
        if before != after:
            names = (squad_name_of(place).to(language), label_of(place, army_list.catalogue).to(language))
            yield PriceChange(", ".join(filter(None, names)), points(before), points(after))


def _points(report: Report) -> list[int | None]:
    """Return the points of the rows of a list except squads, in the order of the document; none without points."""
    if report.points is None:
        return []
    squads = report.points.squads
    rows = [row for squad in squads for row in (*squad.figures, *squad.vehicles, *squad.extras)]
    return [*rows, *report.points.extras]


def newer_force(army_list: ArmyList) -> Force | None:
    template = army_list.roster.force
    if template is None:
        return None
    decided = structs.replace(template, version=max(template.version, army_list.force_kept))
    return Force.objects.newer_than(decided, army_list.owner)


def force_change(army_list: ArmyList, force: ForceData, language: Language) -> RulesChange:
    then = assess(structs.replace(army_list.roster, force=force), army_list.catalogue)
    return _change(army_list, then, language)


def with_house_rules(roster: Roster, catalogue: Catalogue, rules: HouseRules) -> Roster:
    """Return a list under the prices and rulings of a club, as far as its edition knows them."""
    return structs.replace(roster, prices=rules.prices_for(catalogue), rulings=rules.rulings_for(catalogue))


def newer_rules(army_list: ArmyList) -> HouseRules | None:
    if army_list.made_for_id is None:
        return None
    versions = HouseRules.objects.filter(ruleset=army_list.roster.ruleset, number__gt=army_list.house_kept)
    newest = versions.filter(club__memberships=army_list.made_for_id).order_by("-number").first()
    return newest if newest and differs(army_list, newest) else None


def differs(army_list: ArmyList, rules: HouseRules) -> bool:
    book, roster = army_list.catalogue, army_list.roster
    under = with_house_rules(roster, book, rules)
    options = [(book.option(roster.rulings, one.id), book.option(under.rulings, one.id)) for one in book.rulings]
    return roster.prices != under.prices or any(now != then for now, then in options)


def house_change(army_list: ArmyList, rules: HouseRules, language: Language) -> RulesChange:
    book = army_list.catalogue
    return _change(army_list, assess(with_house_rules(army_list.roster, book, rules), book), language)
