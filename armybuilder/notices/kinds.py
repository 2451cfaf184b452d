"""The kinds of notifications with their sentences, and the topics that users switch on and off."""

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from armybuilder.time_zones import zone_of, zone_words


class Kind(models.TextChoices):
    """What has happened."""

    HANDED_IN = "handed-in"
    SENT_BACK = "sent-back"
    ACCEPTED = "accepted"
    REMINDER = "reminder"
    UNANSWERED = "unanswered"
    ROUND = "round"
    UNPUBLISHED = "unpublished"
    REOPENED = "reopened"
    AFTER_ACCEPT = "after-accept"
    AFTER_REVEAL = "after-reveal"
    DISAGREED = "disagreed"
    SETTLED = "settled"
    TYPED_ROLL = "typed-roll"
    CHANGED = "changed"
    FIELD = "field"
    NO_FIELD = "no-field"
    MOVED = "moved"
    CALLED_OFF = "called-off"
    ON_AGAIN = "on-again"
    CLUB_CLOSED = "club-closed"
    PASSWORD = "password"
    ADDRESS_ADDED = "address-in"
    ADDRESS_REMOVED = "address-out"
    ADDRESS_CHANGED = "address-new"
    APP_ADDED = "app-in"
    APP_REMOVED = "app-out"
    PASSKEY_ADDED = "passkey-in"
    PASSKEY_REMOVED = "passkey-out"
    CODES_MADE = "codes-made"


class Topic(models.TextChoices):
    """What a user can switch on and off."""

    HANDED_IN = "handed-in", _("Somebody has handed in for a games night that you organise")
    SENT_BACK = "sent-back", _("An organiser sends back or accepts what you handed in")
    REPLACED = "replaced", _("A list is replaced after it was accepted, or after all lists were revealed")
    REMINDER = "reminder", _("You have not handed in yet, a day before the deadline")
    UNANSWERED = "unanswered", _("You have not said whether you are coming, and an organiser asks")
    ROUND = "round", _("A round is paired")
    RESULT = "result", _("A result of yours is disputed, decided or changed")
    EVENING = "evening", _("A games night is called off, or begins at another time")


class Channel(models.TextChoices):
    """Where a notification appears."""

    SITE = "site", _("Here")
    MAIL = "mail", _("By mail")


TOPIC_OF: dict[str, Topic] = {
    Kind.HANDED_IN: Topic.HANDED_IN,
    Kind.SENT_BACK: Topic.SENT_BACK,
    Kind.ACCEPTED: Topic.SENT_BACK,
    Kind.REMINDER: Topic.REMINDER,
    Kind.UNANSWERED: Topic.UNANSWERED,
    Kind.ROUND: Topic.ROUND,
    Kind.UNPUBLISHED: Topic.ROUND,
    Kind.REOPENED: Topic.RESULT,
    Kind.AFTER_ACCEPT: Topic.REPLACED,
    Kind.AFTER_REVEAL: Topic.REPLACED,
    Kind.DISAGREED: Topic.RESULT,
    Kind.SETTLED: Topic.RESULT,
    Kind.TYPED_ROLL: Topic.RESULT,
    Kind.CHANGED: Topic.RESULT,
    Kind.FIELD: Topic.RESULT,
    Kind.NO_FIELD: Topic.RESULT,
    Kind.MOVED: Topic.EVENING,
    Kind.CALLED_OFF: Topic.EVENING,
    Kind.ON_AGAIN: Topic.EVENING,
    Kind.CLUB_CLOSED: Topic.EVENING,
}
#: Changes to the user's account: always notified, here and by mail, as someone else may have made them.
OF_THE_ACCOUNT = {
    Kind.PASSWORD,
    Kind.ADDRESS_ADDED,
    Kind.ADDRESS_REMOVED,
    Kind.ADDRESS_CHANGED,
    Kind.APP_ADDED,
    Kind.APP_REMOVED,
    Kind.PASSKEY_ADDED,
    Kind.PASSKEY_REMOVED,
    Kind.CODES_MADE,
}
#: Each member of a club can cause one of these, which would be forty mails for a games night.
NO_MAIL_UNLESS_WANTED = {Topic.HANDED_IN}

#: Facts of a games night: `evening`, `club`, `start`, and those in the comment. Of an account: none.
SENTENCES: dict[str, StrPromise] = {
    Kind.HANDED_IN: _("%(who)s has handed in for %(evening)s."),  # who
    Kind.SENT_BACK: _("%(who)s sends back what you handed in for %(evening)s: %(remark)s"),  # who, remark
    Kind.ACCEPTED: _("%(who)s accepts what you handed in for %(evening)s."),  # who
    Kind.REMINDER: _("You have not handed in for %(evening)s yet: it is possible until %(until)s."),  # until
    Kind.UNANSWERED: _("%(evening)s of %(club)s is on %(start)s: say whether you are coming."),
    Kind.ROUND: _("Round %(number)s of %(evening)s is paired: here is your table."),  # number
    Kind.UNPUBLISHED: _(
        "%(who)s, who plays in it, unpublished round %(number)s of %(evening)s."
    ),  # who, number
    Kind.REOPENED: _("%(who)s, who plays in it, reopened the results of round %(number)s of %(evening)s."),
    Kind.AFTER_ACCEPT: _("%(who)s replaced an accepted list for %(evening)s."),  # who
    Kind.AFTER_REVEAL: _("%(who)s submitted a list for %(evening)s after all lists were revealed."),  # who
    Kind.DISAGREED: _("%(evening)s, round %(number)s: %(first)s and %(second)s wrote different results."),
    Kind.CHANGED: _(
        "%(evening)s, round %(number)s: %(first)s and %(second)s signed again, %(result)s instead of %(before)s."
    ),  # number, first, second, result, before
    Kind.FIELD: _(
        "%(evening)s, round %(number)s: %(first)s and %(second)s signed again: %(who)s held the field."
    ),  # number, first, second, who
    Kind.NO_FIELD: _(
        "%(evening)s, round %(number)s: %(first)s and %(second)s signed again: nobody held the field."
    ),  # number, first, second
    Kind.TYPED_ROLL: _(
        "%(evening)s, round %(number)s: %(who)s entered the roll for who attacks, %(result)s."
    ),
    Kind.SETTLED: _("%(evening)s, round %(number)s: %(who)s decided your result, %(result)s."),
    Kind.MOVED: _("%(evening)s of %(club)s is changed: %(start)s, %(place)s."),  # place
    Kind.CALLED_OFF: _("%(evening)s of %(club)s is called off; it was to be on %(start)s."),
    Kind.ON_AGAIN: _("%(evening)s of %(club)s takes place after all: %(start)s."),
    Kind.CLUB_CLOSED: _("%(club)s is closed: %(evening)s of %(start)s does not take place."),
    Kind.PASSWORD: _("Your password is a new one. If that was not you, set another at once."),
    Kind.ADDRESS_ADDED: _(
        "Your account has a further e-mail address. If that was not you, remove it and change your password."
    ),
    Kind.ADDRESS_REMOVED: _(
        "An e-mail address of your account was removed. If that was not you, change your password."
    ),
    Kind.ADDRESS_CHANGED: _(
        "Mails of your account go to another address now. If that was not you, change your password."
    ),
    Kind.APP_ADDED: _(
        "Your account asks for the codes of an app now. If that was not you, ask those who run the site for help."
    ),
    Kind.APP_REMOVED: _(
        "Your account asks for no codes of an app any more. If that was not you, change your password."
    ),
    Kind.PASSKEY_ADDED: _(
        "Your account has a further passkey. If that was not you, remove it and change your password."
    ),
    Kind.PASSKEY_REMOVED: _(
        "A passkey of your account was removed. If that was not you, change your password."
    ),
    Kind.CODES_MADE: _(
        "Your account has new recovery codes. If that was not you, make others and change your password."
    ),
}
TIMES = ("start", "until")
NAMES = ("who", "first", "second")  # facts that name a person; `id_of` is the fact with their account


def id_of(name: str) -> str:
    """Return the name of the fact with the account id of a person."""
    return f"{name}_id"


def usual_channels(topic: str) -> set[str]:
    """Return where notifications of a topic appear by default."""
    return {Channel.SITE} if topic in NO_MAIL_UNLESS_WANTED else {Channel.SITE, Channel.MAIL}


def sentence(kind: str, facts: Mapping[str, str]) -> str:
    """Return the sentence of a notification in the active language. Times in the facts are ISO 8601."""
    words: dict[str, str] = dict(facts)
    if facts.get("evening") == "":
        day = date_format(timezone.localtime(datetime.fromisoformat(facts["start"]), _zone(facts)), "j F")
        words["evening"] = gettext("Evening of %(day)s") % {"day": day}
    words |= {name: _named_moment(facts[name], _zone(facts)) for name in TIMES if name in facts}
    if not words.get("place", "?"):
        words["place"] = gettext("no place is said")
    return str(SENTENCES[kind]) % words


def _zone(facts: Mapping[str, str]) -> ZoneInfo:
    """Return the time zone of a notification's club; older notifications have the site's."""
    return zone_of(facts.get("zone", ""))


def _named_moment(said: str, zone: ZoneInfo) -> str:
    """Return a moment with its time zone: the reader may be in another one."""
    return f"{moment(datetime.fromisoformat(said), zone)} ({zone_words(zone.key)})"


def moment(time: datetime, zone: ZoneInfo | None = None) -> str:
    """Return a day and time inside a sentence: “Saturday 28 November, 20:30”; in Italian, days have small letters."""
    local = timezone.localtime(time, zone)
    return f"{_day(local.date(), get_language())}, {local:%H:%M}"


@lru_cache(maxsize=64)
def _day(day: date, language: str | None) -> str:
    """Return a day in the active language, written once for the hundreds of moments of a page."""
    said = date_format(day, "l j F")
    return said.lower() if language == "it" else said
