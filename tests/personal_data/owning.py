"""A user with every kind of data, and the places in the database that refer to users."""

from typing import Any
from uuid import uuid4

from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.api.models import ApiToken
from armybuilder.clubs.actions import accept_invitation, create_club, invite
from armybuilder.lists.actions.copies import make_copy, show_to_clubs
from armybuilder.lists.actions.editing import name_revision
from armybuilder.lists.actions.shelves import bulk_action, delete_list, save_squad
from armybuilder.lists.models import ArmyList, Credit
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions.drafts import begin_variant
from armybuilder.own_rules.actions.publishing import publish as publish_rules
from armybuilder.printing.models import LastChoice, PrintJob
from armybuilder.printing.pdfs import files
from armybuilder.sharing.actions import make_link, publish
from armybuilder.sharing.models import Complaint
from rules.catalogue import current_version
from tests.lists.factories import a_list, a_roster, add_rifleman


def a_full_account(visitor: Visitor, friend: Visitor) -> ArmyList:
    """Give a visitor something of every kind, and return the list that a friend has copied."""
    user, owner = visitor.user, friend.user
    assert user
    assert owner
    army_list = add_rifleman(a_list(visitor), visitor)
    name_revision(army_list.pk, visitor, 1, "Before the club night")
    bulk_action("tag", visitor, [army_list.pk], "Surobi")
    delete_list(a_list(visitor, a_roster(name="In the bin")).pk, visitor)
    save_squad(visitor, army_list, army_list.roster.squads[0], "Ready for Surobi")
    make_link(army_list.pk, visitor, frozen=True)
    publish_rules(begin_variant(user, current_version("bn"), "Night").pk, user, licence="mine")
    publish(army_list.pk, user)
    club = create_club(owner, "Il Ridotto")
    accept_invitation(invite(club.pk, owner, email=user.email).token, user)
    show_to_clubs(army_list.pk, user, {club.pk})
    make_copy(friend, army_list.roster, army_list.ruleset_version_id, user)
    publication = publish(a_list(friend).pk, owner)
    Complaint.objects.create(publication=publication, reason="Rude", made_by=user)
    ApiToken.objects.create(user=user, name="Laptop", prefix="sq_abc", hash="of a secret", scope="read")
    LastChoice.objects.create(user=user, query="form=cards")
    a_print(user, army_list)
    WebAuthn.add(user, "Telefono", {"rawId": "a key"})
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=owner, content_type=kind, object_id=str(user.pk), object_repr=str(user), action_flag=CHANGE
    )
    return army_list


def a_print(user: User, army_list: ArmyList) -> PrintJob:
    """Return a finished print of a list, with its file."""
    job = PrintJob.objects.create(
        owner=user, title="Rangers", lists=[str(army_list.pk)], choice="", total=1, state=PrintJob.State.DONE
    )
    PrintJob.objects.filter(pk=job.pk).update(finished=timezone.now())
    files.write(job.file_name, b"%PDF")
    settings.PRINT_CACHE.mkdir(parents=True, exist_ok=True)
    (settings.PRINT_CACHE / uuid4().hex).write_bytes(b"%PDF")
    return job


def traces(user_id: int, words: list[str]) -> list[str]:
    """Return each column of any table that refers to a user, or contains one of these words."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            rows = model._default_manager.filter(_speaks_of(field, user_id, words))
            found += [f"{model._meta.label}.{field.name}"] * rows.count()
    sessions = [session.get_decoded().get("_auth_user_id") for session in Session.objects.all()]
    return found + ["session"] * sessions.count(str(user_id))


def _speaks_of(field: Any, user_id: int, words: list[str]) -> models.Q:
    if field.is_relation:
        is_user = field.related_model is User
        return models.Q(**{field.attname: user_id}) if is_user else models.Q(pk__in=())
    if isinstance(field, (models.CharField, models.TextField, models.JSONField)):
        meant = models.Q(pk__in=())
        for word in words:
            meant |= models.Q(**{f"{field.name}__icontains": word})
        return meant
    return models.Q(pk__in=())


def credits_of(visitor: Visitor) -> list[tuple[str, str | None]]:
    """Return the origins of a visitor's copies."""
    own = Credit.objects.filter(army_list__owner=visitor.user)
    return list(own.values_list("name", "author__username"))
