"""Links to lists, public lists and reports of them."""

import secrets
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from armybuilder.lists.facets import Facet
from armybuilder.lists.models import ArmyList, ListFacet, Revision

RULES_SHOWN = {"army_list__ruleset_version__ruleset__hidden": None}  # own rules that staff did not hide
TOKEN_BYTES = 16  # nobody can guess one


def new_token() -> str:
    """Return the token of a new link: 22 characters that need no escaping."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    """Links to lists."""

    def open(self) -> Self:
        """Links that work: not revoked, their list not in the bin, neither it nor its rules hidden by staff."""
        shown = self.filter(revoked=None, army_list__deleted=None, **RULES_SHOWN)
        return shown.exclude(army_list__publication__hidden=True)

    def get_open(self, token: str) -> "ShareLink":
        """Return an open link with everything that its page needs. Raises ShareLink.DoesNotExist."""
        whole = self.open().select_related("army_list__owner", "revision", "publication")
        return whole.get(token=token)


class ShareLink(models.Model):
    """A link that opens a list for anyone, until revoked: a permanent `revision`, or (None) the latest."""

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


class PublicationQuerySet(models.QuerySet["Publication"]):
    """Public lists."""

    def shown(self) -> Self:
        """Those that can be found: not in the bin, not withdrawn (their link is revoked), nor hidden."""
        return self.filter(hidden=False, army_list__deleted=None, link__revoked=None, **RULES_SHOWN)

    def listing(self) -> Self:
        """For tables: with their lists and links, without the documents."""
        rules = "army_list__ruleset_version"
        heavy = ("army_list__document", f"{rules}__catalogue", f"{rules}__ruleset__odds")
        return self.select_related(f"{rules}__ruleset", "army_list__owner", "link").defer(*heavy)

    def newest(self) -> Self:
        """Those that are public, in the order of their index."""
        return self.filter(army_list__public_since__isnull=False).order_by("-army_list__public_since")

    def holding(self, *facets: Facet) -> Self:
        """Those with all of these facets, as `("weapon", "lmg")`, the newest first; the first one decides the index."""
        first, *others = facets
        found = self.filter(army_list__facets__kind=first[0], army_list__facets__item=first[1])
        for kind, item in others:
            named = ListFacet.objects.filter(army_list=models.OuterRef("army_list"), kind=kind, item=item)
            found = found.filter(models.Exists(named.order_by()))
        return found.order_by("-army_list__facets__public_since")


class Publication(models.Model):
    """A list that everyone can find. A hidden or reported one outlives its link, and cannot return."""

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


class ReportQuerySet(models.QuerySet[Any]):
    """Reports."""

    def open(self) -> Self:
        return self.filter(settled=None)


class Report(models.Model):
    """A report of something that others can see. Staff resolve it.

    `about`: the field with what it reports; `subject`, `text`: of the email to staff.
    """

    about: str
    subject: StrOrPromise
    text: StrOrPromise

    reason = models.TextField(max_length=1000)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made = models.DateTimeField(default=timezone.now)
    settled = models.DateTimeField(null=True, blank=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["settled", "-made"]

    def __str__(self) -> str:
        return self.reason[:60]

    @property
    def name(self) -> str:
        """Return what the reported thing is called."""
        raise NotImplementedError


class Complaint(Report):
    """A report of a public list."""

    about = "publication"
    subject = _("A public list has been reported: %(name)s")
    text = _(
        "Someone has reported the public list “%(name)s”:\n\n%(reason)s\n\nResolve it "
        "here:\n%(address)s\n\nUntil then, further reports of this list are not "
        "emailed.\n"
    )
    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="complaints")

    @property
    def name(self) -> str:
        return self.publication.army_list.name
