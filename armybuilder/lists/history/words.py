"""The words for undo, redo and the history: what an edit did, and to what."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from armybuilder.lists.models import ArmyList, Revision
from rules.language import active_language

# What each action did. `%(subject)s` is what the row was called. Contexts, because Italian says a squad (feminine), a
# man or vehicle (masculine) and an extra (either) otherwise.
DONE: dict[str, Promise] = {
    "create": gettext_lazy("list started"),
    "copy": gettext_lazy("copy created"),
    "import": gettext_lazy("list imported"),
    "rename": gettext_lazy("list renamed"),
    "settings": gettext_lazy("list settings changed"),
    "rulings": gettext_lazy("rulings changed"),
    "house-rules": gettext_lazy("club house rules applied, version %(subject)s"),
    "drop-prices": gettext_lazy("rulebook prices restored"),
    "add-squad": gettext_lazy("squad added"),
    "edit-squad": pgettext_lazy("squad", "%(subject)s changed"),
    "duplicate-squad": pgettext_lazy("squad", "%(subject)s duplicated"),
    "move-squad": pgettext_lazy("squad", "%(subject)s moved"),
    "remove-squad": pgettext_lazy("squad", "%(subject)s removed"),
    "add": pgettext_lazy("extra", "%(subject)s added"),  # only an extra of the list has no squad
    "edit": gettext_lazy("%(subject)s changed"),
    "count": gettext_lazy("number of %(subject)s changed"),
    "duplicate": gettext_lazy("%(subject)s duplicated"),
    "split": gettext_lazy("one %(subject)s split off"),
    "move": gettext_lazy("%(subject)s moved"),
    "remove": pgettext_lazy("extra", "%(subject)s removed"),
    "edit-extra": pgettext_lazy("extra", "%(subject)s changed"),
    "duplicate-extra": pgettext_lazy("extra", "%(subject)s duplicated"),
    "move-extra": pgettext_lazy("extra", "%(subject)s moved"),
    "add-extra": pgettext_lazy("extra", "%(subject)s added"),
    "remove-extra": pgettext_lazy("extra", "%(subject)s removed"),
    "put-back-squad": pgettext_lazy("squad", "%(subject)s put back"),
    "put-back": gettext_lazy("%(subject)s put back"),
    "put-back-extra": pgettext_lazy("extra", "%(subject)s put back"),
    "sections": pgettext_lazy("squad", "%(subject)s divided into sections"),
    "merge": gettext_lazy("identical rows of %(subject)s merged"),
    "update-rules": gettext_lazy("rules updated"),
    "restore": gettext_lazy("version “%(subject)s” restored"),
    "pair": gettext_lazy("pair named"),
    "hold": gettext_lazy("force chosen"),
    "leave-force": gettext_lazy("force dropped"),
    "replace": gettext_lazy("list replaced"),
    "advice": gettext_lazy("suggestion taken: %(subject)s"),
}

# Where the squad that it happened in is told with it.
DONE_THERE: dict[str, Promise] = {
    "add": gettext_lazy("%(subject)s added to %(place)s"),
    "move-to": gettext_lazy("%(subject)s moved to %(place)s"),
    "remove": gettext_lazy("%(subject)s removed from %(place)s"),
    "add-extra": pgettext_lazy("extra", "%(subject)s added to %(place)s"),
    "remove-extra": pgettext_lazy("extra", "%(subject)s removed from %(place)s"),
}


@dataclass(frozen=True, slots=True)
class History:
    """The edits that undo and redo would take back and repeat, in words; empty if there is none."""

    undo: str
    redo: str


def history(army_list: ArmyList) -> History:
    """Return the words for the undo and redo of a list."""
    undoes, redoes = army_list.undoes, army_list.redoes
    return History(
        gettext("Undo: %(done)s") % {"done": done(undoes)} if undoes else "",
        gettext("Redo: %(done)s") % {"done": done(redoes)} if redoes else "",
    )


def undone(army_list: ArmyList) -> str:
    """Return what the undo of a list took back just now, empty if nothing was."""
    redoes = army_list.redoes
    return gettext("Undone: %(done)s") % {"done": done(redoes)} if redoes else ""


def redone(army_list: ArmyList) -> str:
    """Return what the redo of a list did again just now, empty if nothing was."""
    undoes = army_list.undoes
    return gettext("Redone: %(done)s") % {"done": done(undoes)} if undoes else ""


def last_done(army_list: ArmyList) -> str:
    """Return what the last edit of a list did, as words of their own: "Rifleman removed from Bravo"."""
    return capfirst(done(army_list.undoes)) if army_list.undoes else ""


def done(revision: Revision) -> str:
    """Return what an edit did, in words: "rifleman added to Bravo"."""
    language = active_language()
    subject, place = revision.subject.to(language), revision.place.to(language)
    words = (DONE_THERE if place else DONE).get(revision.action) or DONE.get(revision.action)
    return str(words) % {"subject": subject, "place": place} if words else gettext("last change")
