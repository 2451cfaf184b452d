"""Rows about sharing: links to lists, public lists and complaints about them."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.lists.models import ArmyList, Revision
from armybuilder.sharing.querysets import ComplaintQuerySet, PublicationQuerySet, ShareLinkQuerySet

TOKEN_BYTES = 16  # nobody guesses one


def new_token() -> str:
    """Return the token of a new link: 22 letters that an address takes as they are."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class ShareLink(models.Model):
    """A link that opens a list for whoever has it, until it is revoked.

    It shows one `revision` for ever, or (None) always the newest.
    """

    army_list = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="share_links")
    revision = models.ForeignKey(Revision, on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    created = models.DateTimeField(default=timezone.now)
    revoked = models.DateTimeField(null=True, blank=True)

    objects = ShareLinkQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.army_list} {self.pk}"


class Publication(models.Model):
    """A list that everybody can find, through its link. Staff can hide it.

    One that is hidden or was reported outlives its link: it is withdrawn then, and not made public afresh.
    """

    army_list = models.OneToOneField(ArmyList, on_delete=models.CASCADE, related_name="publication")
    link = models.OneToOneField(ShareLink, on_delete=models.CASCADE, related_name="publication")
    hidden = models.BooleanField(default=False)

    objects = PublicationQuerySet.as_manager()

    class Meta:
        ordering = ["-army_list__public_since"]

    def __str__(self) -> str:
        return self.army_list.name

    @property
    def is_withdrawn(self) -> bool:
        """Whether its owner has made the list private again."""
        return self.link.revoked is not None


class Complaint(models.Model):
    """A complaint about a public list. Staff settle it."""

    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="complaints")
    reason = models.TextField(max_length=1000)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made = models.DateTimeField(default=timezone.now)
    settled = models.DateTimeField(null=True, blank=True)

    objects = ComplaintQuerySet.as_manager()

    class Meta:
        ordering = ["settled", "-made"]

    def __str__(self) -> str:
        return self.reason[:60]
