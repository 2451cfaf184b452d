"""Notifications: recipients, once each, by their settings."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone, translation

from armybuilder.accounts.models import User
from armybuilder.notices.actions import notify
from armybuilder.notices.kinds import (
    NO_MAIL_UNLESS_WANTED,
    OF_THE_ACCOUNT,
    TOPIC_OF,
    Kind,
    Topic,
    sentence,
)
from armybuilder.notices.models import Notice, Preferences
from armybuilder.operations.daily import JOBS
from tests.notices.telling import FACTS, confirmed, made_days_ago, prefers, tell, told

pytestmark = pytest.mark.django_db
ROUND = "The pairings for round 2 of Linea Gotica are out: here is your table."


@pytest.mark.postgres
def test_each_is_told_of_one_thing_once(marta: User, ilaria: User) -> None:
    tell(marta)
    tell(marta, ilaria)
    tell(ilaria, key="other")
    assert (told(marta), told(ilaria)) == ([ROUND], [ROUND, ROUND])


@pytest.mark.postgres
def test_the_database_itself_holds_one_of_a_thing(marta: User) -> None:
    tell(marta)
    again = Notice.objects.get()
    again.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


def test_nobody_is_told_of_what_did_not_happen(marta: User) -> None:
    @transaction.atomic
    def fail() -> None:
        tell(confirmed(marta))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not Notice.objects.exists()


def test_a_fact_that_is_missing_is_no_notice_that_nobody_can_read(marta: User) -> None:
    with pytest.raises(KeyError):
        notify([marta.pk], Kind.ROUND, "one", "/", FACTS)
    assert not Notice.objects.exists()


@pytest.mark.parametrize(
    ("channels", "on_site", "to_mail"),
    [(None, True, True), (["site"], True, False), (["mail"], False, True), ([], None, None)],
)
def test_each_topic_as_one_chose(
    marta: User, channels: list[str] | None, on_site: bool | None, to_mail: bool | None
) -> None:
    if channels is not None:
        prefers(marta, round=channels)
    tell(confirmed(marta))
    notice = Notice.objects.first()
    found = notice and (notice.on_site, notice.mail_due is not None)
    assert found == (None if on_site is None else (on_site, to_mail))


def test_users_without_a_confirmed_email_are_notified_only_here(marta: User) -> None:
    marta.email = "marta@club.it"
    marta.save()
    tell(marta)
    assert Notice.objects.get().mail_due is None
    prefers(marta, round=["mail"])
    tell(marta, key="other")
    assert Notice.objects.count() == 1


def test_every_kind_has_a_topic_and_a_sentence_in_both_languages() -> None:
    assert {
        Kind.PASSWORD,
        Kind.ADDRESS_ADDED,
        Kind.ADDRESS_REMOVED,
        Kind.ADDRESS_CHANGED,
        Kind.APP_ADDED,
        Kind.APP_REMOVED,
        Kind.PASSKEY_ADDED,
        Kind.PASSKEY_REMOVED,
        Kind.CODES_MADE,
    } == OF_THE_ACCOUNT
    assert set(Kind) - OF_THE_ACCOUNT == TOPIC_OF.keys()
    assert set(TOPIC_OF.values()) == set(Topic)
    assert set(Topic) > NO_MAIL_UNLESS_WANTED
    said = {"number": "2", "who": "davide", "remark": "Too many", "until": FACTS["start"], "place": ""}
    facts = FACTS | said | {"first": "ilaria", "second": "paolo", "result": "35–40", "before": "0–0"}
    with translation.override("it"):
        italian = {kind: sentence(kind, facts) for kind in Kind}
    with translation.override("en"):
        english = {kind: sentence(kind, facts) for kind in Kind}
    of_evenings = [text for said in (italian, english) for kind, text in said.items() if kind in TOPIC_OF]
    assert all("Linea Gotica" in text and "%(" not in text for text in of_evenings)
    assert italian[Kind.PASSWORD] == "La tua password è cambiata. Se non l’hai fatto tu, impostane subito un’altra."
    assert italian[Kind.MOVED] == (
        "Linea Gotica (Il Ridotto) è cambiata: giovedì 17 dicembre, 20:30 (Europe/Rome), luogo non indicato."
    )
    assert english[Kind.REMINDER] == (
        "You have not submitted a list for Linea Gotica yet: you have until Thursday 17 December, 20:30 (Europe/Rome)."
    )
    with translation.override("it"):
        nameless = sentence(Kind.HANDED_IN, facts | {"evening": ""})
    assert nameless == "davide ha consegnato per Serata del 17 dicembre."


@pytest.mark.postgres
def test_old_notices_go(marta: User) -> None:
    tell(marta)
    made_days_ago(89)
    JOBS["clear_notices"](timezone.now())
    assert told(marta) == [ROUND]
    made_days_ago(91)
    JOBS["clear_notices"](timezone.now())
    assert told(marta) == []


def test_the_language_of_mails_is_that_of_the_first_sign_in(marta: User) -> None:
    marta.set_password("tre-fucili-e-un-bren")
    marta.save()
    for language in ("en", "it"):
        said = {"login": "marta", "password": "tre-fucili-e-un-bren"}
        Client(headers={"Accept-Language": language}).post("/accounts/login/", said)
    assert Preferences.objects.get(user=marta).language == "en"
