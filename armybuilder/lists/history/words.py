"""The words for undo, redo and the history: what an edit did, and to what."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from armybuilder.lists.models import ArmyList, Revision
from rules.language import active_language

# What each action did. `%(subject)s` is what the row was called.
DONE: dict[str, str] = {
    "create": gettext_noop("list begun"),
    "copy": gettext_noop("copy made"),
    "rename": gettext_noop("list renamed"),
    "settings": gettext_noop("list settings"),
    "rulings": gettext_noop("rulings"),
    "drop-prices": gettext_noop("own prices dropped"),
    "add-squad": gettext_noop("squad added"),
    "edit-squad": gettext_noop("%(subject)s changed"),
    "duplicate-squad": gettext_noop("%(subject)s duplicated"),
    "move-squad": gettext_noop("%(subject)s moved"),
    "remove-squad": gettext_noop("%(subject)s removed"),
    "add": gettext_noop("%(subject)s added"),
    "edit": gettext_noop("%(subject)s changed"),
    "count": gettext_noop("number of %(subject)s"),
    "duplicate": gettext_noop("%(subject)s duplicated"),
    "split": gettext_noop("one %(subject)s split off"),
    "move": gettext_noop("%(subject)s moved"),
    "remove": gettext_noop("%(subject)s removed"),
    "merge": gettext_noop("equal rows of %(subject)s merged"),
    "update-rules": gettext_noop("rules updated"),
    "restore": gettext_noop("version “%(subject)s” restored"),
    "pair": gettext_noop("force named"),
    "replace": gettext_noop("list replaced"),
}

# Where the squad that it happened in is told with it.
DONE_THERE: dict[str, str] = {
    "add": gettext_noop("%(subject)s added to %(place)s"),
    "move-to": gettext_noop("%(subject)s moved to %(place)s"),
    "remove": gettext_noop("%(subject)s removed from %(place)s"),
}


@dataclass(frozen=True, slots=True)
class History:
    """What undo would take back and redo would do again, in words; empty where there is nothing."""

    undo: str
    redo: str


def history(army_list: ArmyList) -> History:
    """Return the words for the undo and redo of a list."""
    undoes, redoes = army_list.undoes, army_list.redoes
    return History(
        gettext("Undo: %(done)s") % {"done": done(undoes)} if undoes else "",
        gettext("Redo: %(done)s") % {"done": done(redoes)} if redoes else "",
    )


def last_done(army_list: ArmyList) -> str:
    """Return what the last edit of a list did, as words of their own: "Rifleman removed from Bravo"."""
    return capfirst(done(army_list.undoes)) if army_list.undoes else ""


def done(revision: Revision) -> str:
    """Return what an edit did, in words: "rifleman added to Bravo"."""
    language = active_language()
    subject, place = revision.subject.to(language), revision.place.to(language)
    words = (DONE_THERE if place else DONE).get(revision.action) or DONE.get(revision.action)
    return gettext(words) % {"subject": subject, "place": place} if words else gettext("last change")
