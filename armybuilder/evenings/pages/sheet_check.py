"""The details of a checked list: the rules that it was judged by, and the changes since."""

from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.evenings.eligibility import roster_for
from armybuilder.evenings.models import Evening, HandIn
from armybuilder.lists.models import ArmyList
from rules.catalogue import version_mark
from rules.core.comparing.difference import Listed, difference, sentence, summary
from rules.core.document.roster import Roster
from rules.core.text import Language


class ListChanges(Struct, frozen=True):
    """The differences of another list, in one line ("+1 rifleman, 135 → 147"; "" with equal points and men)."""

    line: str
    changes: tuple[str, ...]


class OwnListNow(Struct, frozen=True):
    """The player's own list since then (None: unchanged). `is_gone`: it is deleted."""

    changed: ListChanges | None
    is_gone: bool


def changed(evening: Evening, before: Roster, after: Roster, language: Language) -> ListChanges | None:
    """Return the changes from a list to another as both are played at a games night, None if there are none."""
    rules = evening.rules_played
    differs = difference(Listed(before, rules), Listed(after, rules))
    if differs.is_nothing:
        return None
    return ListChanges(
        summary(differs, language), tuple(sentence(each, language) for each in differs.changes)
    )


def since(evening: Evening, handed: HandIn, language: Language) -> OwnListNow:
    """Return the changes of the player's own list since it was submitted."""
    own = (
        ArmyList.objects.filter(pk=handed.army_list_id, deleted=None).first() if handed.army_list_id else None
    )
    if own is None:
        return OwnListNow(None, is_gone=True)
    now = roster_for(evening, own.roster)
    if now.ruleset != evening.catalogue.id:
        return OwnListNow(ListChanges(gettext("It is now for another game."), ()), is_gone=False)
    return OwnListNow(changed(evening, handed.roster, now, language), is_gone=False)


def rules_words(evening: Evening, language: Language) -> str:
    """Return the rules that a list was judged by: the game, its edition, the version of ours."""
    number, made = version_mark(evening.ruleset_version_id)
    book = evening.catalogue
    with translation.override(language):
        said = gettext("version %(number)s of %(day)s") % {
            "number": number,
            "day": date_format(localdate(made), "j F Y"),
        }
        return f"{book.name.to(language)}, {book.edition.to(language)}, {said}"


def prices_words(evening: Evening) -> str:
    """Return the owner of the prices of a games night, "" if its game has none."""
    if not evening.prices:
        return gettext("the rulebook’s") if evening.catalogue.has_points else ""
    return gettext("the club’s, version %(number)s") % {"number": evening.house_number}
