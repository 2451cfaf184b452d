"""The kinds of notifications with their sentences, and the topics that users switch on and off."""

from collections.abc import Mapping
from datetime import date, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.time_zones import zone_for_reader, zone_of, zone_words


class Kind(models.TextChoices):
    """A kind of event, with its sentence.

    Facts of a games night: `evening`, `club`, `start`, and those in the sentence. An account has none.
    """

    HANDED_IN = "handed-in", _("%(who)s has submitted a list for %(evening)s.")
    SENT_BACK = "sent-back", _("%(who)s has sent back your list for %(evening)s: %(remark)s")
    ACCEPTED = "accepted", _("%(who)s has accepted your list for %(evening)s.")
    REMINDER = "reminder", _("You have not submitted a list for %(evening)s yet: you have until %(until)s.")
    UNANSWERED = "unanswered", _("%(evening)s (%(club)s) is on %(start)s: say whether you are coming.")
    ROUND = "round", _("The pairings for round %(number)s of %(evening)s are out: here is your table.")
    UNPUBLISHED = (
        "unpublished",
        _("%(who)s, who is playing in it, unpublished round %(number)s of %(evening)s."),
    )
    REOPENED = (
        "reopened",
        _("%(who)s, who is playing in it, reopened the results of round %(number)s of %(evening)s."),
    )
    AFTER_ACCEPT = "after-accept", _("%(who)s replaced an accepted list for %(evening)s.")
    AFTER_REVEAL = (
        "after-reveal",
        _("%(who)s submitted a list for %(evening)s after all lists were revealed."),
    )
    DISAGREED = (
        "disagreed",
        _("%(evening)s, round %(number)s: %(first)s and %(second)s entered different results."),
    )
    SETTLED = "settled", _("%(evening)s, round %(number)s: %(who)s has decided your result: %(result)s.")
    TYPED_ROLL = (
        "typed-roll",
        _("%(evening)s, round %(number)s: %(who)s entered the roll for who attacks, %(result)s."),
    )
    CHANGED = (
        "changed",
        _("%(evening)s, round %(number)s: %(first)s and %(second)s signed again, %(result)s instead of %(before)s."),
    )
    FIELD = (
        "field",
        _("%(evening)s, round %(number)s: %(first)s and %(second)s signed again: %(who)s held the field."),
    )
    NO_FIELD = (
        "no-field",
        _("%(evening)s, round %(number)s: %(first)s and %(second)s signed again: nobody held the field."),
    )
    MOVED = "moved", _("%(evening)s (%(club)s) has changed: %(start)s, %(place)s.")
    CALLED_OFF = "called-off", _("%(evening)s (%(club)s) on %(start)s has been called off.")
    ON_AGAIN = "on-again", _("%(evening)s (%(club)s) is going ahead after all: %(start)s.")
    CLUB_CLOSED = "club-closed", _("%(club)s has closed: %(evening)s on %(start)s will not take place.")
    PASSWORD = "password", _("Your password has changed. If this was not you, set another at once.")
    ADDRESS_ADDED = (
        "address-in",
        _("An email address was added to your account. If this was not you, remove it and change your password."),
    )
    ADDRESS_REMOVED = (
        "address-out",
        _("An email address was removed from your account. If this was not you, change your password."),
    )
    ADDRESS_CHANGED = (
        "address-new",
        _("Emails for your account now go to another address. If this was not you, change your password."),
    )
    APP_ADDED = (
        "app-in",
        _("Your account now asks for codes from an app. If this was not you, ask the operator of this site for help."),
    )
    APP_REMOVED = (
        "app-out",
        _("Your account no longer asks for codes from an app. If this was not you, change your password."),
    )
    PASSKEY_ADDED = (
        "passkey-in",
        _("A passkey was added to your account. If this was not you, remove it and change your password."),
    )
    PASSKEY_REMOVED = (
        "passkey-out",
        _("A passkey was removed from your account. If this was not you, change your password."),
    )
    CODES_MADE = (
        "codes-made",
        _("Your account has new recovery codes. If this was not you, create others and change your password."),
    )


class Topic(models.TextChoices):
    """A topic that users can switch on and off."""

    HANDED_IN = "handed-in", _("Someone submits a list for a games night you organise")
    SENT_BACK = "sent-back", _("An organiser sends back or accepts your list")
    REPLACED = "replaced", _("A list is replaced after it was accepted, or after all lists were revealed")
    REMINDER = "reminder", _("You have not submitted a list, a day before the deadline")
    UNANSWERED = "unanswered", _("An organiser asks whether you are coming")
    ROUND = "round", _("A round is paired")
    RESULT = "result", _("One of your results is disputed, decided or changed")
    EVENING = "evening", _("A games night is called off or its time changes")


class Channel(models.TextChoices):
    """A channel of notifications."""

    SITE = "site", _("Here")
    MAIL = "mail", _("By email")


KINDS: dict[Topic, tuple[Kind, ...]] = {
    Topic.HANDED_IN: (Kind.HANDED_IN,),
    Topic.SENT_BACK: (Kind.SENT_BACK, Kind.ACCEPTED),
    Topic.REPLACED: (Kind.AFTER_ACCEPT, Kind.AFTER_REVEAL),
    Topic.REMINDER: (Kind.REMINDER,),
    Topic.UNANSWERED: (Kind.UNANSWERED,),
    Topic.ROUND: (Kind.ROUND, Kind.UNPUBLISHED),
    Topic.RESULT: (
        Kind.REOPENED,
        Kind.DISAGREED,
        Kind.SETTLED,
        Kind.TYPED_ROLL,
        Kind.CHANGED,
        Kind.FIELD,
        Kind.NO_FIELD,
    ),
    Topic.EVENING: (Kind.MOVED, Kind.CALLED_OFF, Kind.ON_AGAIN, Kind.CLUB_CLOSED),
}
TOPIC_OF: dict[str, Topic] = {kind: topic for topic, kinds in KINDS.items() for kind in kinds}
#: Changes to the user's account: always notified, here and by email, because someone else may have made them.
OF_THE_ACCOUNT = set(Kind) - TOPIC_OF.keys()
#: Each member of a club can cause one of these, which would be forty emails for a games night.
NO_MAIL_UNLESS_WANTED = {Topic.HANDED_IN}

TIMES = ("start", "until")
NAMES = ("who", "first", "second")  # facts that name a person; `id_of` is the fact with their account


def id_of(name: str) -> str:
    return f"{name}_id"


def sentence(kind: str, facts: Mapping[str, str]) -> str:
    """Return the sentence of a notification in the active language. Times in the facts are ISO 8601."""
    words: dict[str, str] = dict(facts)
    if facts.get("evening") == "":
        day = date_format(timezone.localtime(datetime.fromisoformat(facts["start"]), _zone(facts)), "j F")
        words["evening"] = gettext("Games night, %(day)s") % {"day": day}
    words |= {name: _named_moment(facts[name], _zone(facts)) for name in TIMES if name in facts}
    if not words.get("place", "?"):
        words["place"] = gettext("no place given")
    return str(Kind(kind).label) % words


def _zone(facts: Mapping[str, str]) -> ZoneInfo:
    """Return the time zone of a notification's club; older notifications have the site's."""
    return zone_of(facts.get("zone", ""))


def _named_moment(said: str, zone: ZoneInfo) -> str:
    """Return a moment with its time zone: the reader may be in another one."""
    time = datetime.fromisoformat(said)
    beside = zone_beside(time, zone)
    return moment(time, zone_for_reader(zone)) + (f" ({beside})" if beside else "")


def zone_beside(time: datetime, zone: ZoneInfo) -> str:
    """Return what to name beside a time of a club: the club's zone (`zone`).

    For a reader with their own zone it is the time there, “20:30 Europe/Rome”, or "" if both clocks show the same.
    """
    shown = zone_for_reader(zone)
    if shown == zone:
        return zone_words(zone.key)
    here, there = timezone.localtime(time, shown), timezone.localtime(time, zone)
    if here.replace(tzinfo=None) == there.replace(tzinfo=None):
        return ""
    said = f"{there:%H:%M}" if here.date() == there.date() else moment(time, zone)
    return f"{said} {zone_words(zone.key)}"


def moment(time: datetime, zone: tzinfo | None = None) -> str:
    """Return a day and time inside a sentence: “Saturday 28 November, 20:30”; in Italian, days have small letters."""
    local = timezone.localtime(time, zone)
    return f"{_day(local.date(), get_language())}, {local:%H:%M}"


@lru_cache(maxsize=64)
def _day(day: date, language: str | None) -> str:
    """Return a day in the active language, formatted once for the hundreds of moments of a page."""
    said = date_format(day, "l j F")
    return said.lower() if language == "it" else said
