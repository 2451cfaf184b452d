"""The house rules of a club, by game: its rulings on open questions, and its own prices."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count

from armybuilder.clubs.models import Club, HouseRules, Membership
from rules.catalogue import catalogue_for, versions_of_club
from rules.cells import Choice
from rules.core.catalogue.catalogue import Catalogue
from rules.core.judging.prices import house_digest
from rules.core.text import Language


class Question(NamedTuple):
    """An open question and its answers. `usual`: the text's usual reading."""

    id: str
    name: str
    source: str
    answers: tuple[Choice, ...]
    usual: str

    @property
    def chosen(self) -> Choice:
        return next(answer for answer in self.answers if answer.selected)


def house_games(club: Club, language: Language) -> list[tuple[Catalogue, HouseRules, list[Question]]]:
    """Return the games of a club with its house rules (number 0: none), and its rulings that are not the usual ones."""
    house = {rules.ruleset: rules for rules in club.house_rules.current()}
    games = []
    for version in versions_of_club(club.pk):
        book = catalogue_for(version.pk)
        rules = house.get(book.id) or HouseRules(number=0)
        rulings = [one for one in questions(book, rules.rulings, language) if one.chosen.value != one.usual]
        games.append((book, rules, rulings))
    return games


def questions(book: Catalogue, given: Mapping[str, str], language: Language) -> list[Question]:
    """Return the open questions of a game with the answers given, or else the usual ones."""
    known = HouseRules(rulings=dict(given)).rulings_for(book)
    return [
        Question(
            ruling.id,
            ruling.name.to(language),
            ruling.source,
            tuple(
                Choice(option.id, option.name.to(language), option.id == book.option(known, ruling.id))
                for option in ruling.options
            ),
            ruling.default,
        )
        for ruling in book.rulings
    ]


def lists_in_use(club_id: UUID, ruleset: str, versions: Sequence[HouseRules]) -> Counter[int]:
    """Count the lists made for a club by the newest version of its rules that they match; 0: by none."""
    members = Membership.objects.filter(
        club=club_id, made_for__ruleset_version__ruleset=ruleset, made_for__deleted=None
    )
    kinds = members.values_list("made_for__ruleset_version", "made_for__house_digest")
    counted: Counter[int] = Counter()
    for edition, digest, lists in kinds.annotate(lists=Count("made_for")).order_by():
        book = catalogue_for(edition)
        under = (
            one.number for one in versions if house_digest(one.prices_for(book), one.rulings_for(book), book) == digest
        )
        counted[next(under, 0)] += lists
    return counted
