"""People's own rules: the draft of each, its edits, and what its versions were made of."""

from functools import cached_property
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.sharing.models import Report
from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Text
from rules.encoding import decode
from rules.models import Ruleset, RulesetVersion
from rules.own.patch import applied

Writer = User | str  # a user, or the key of a browser without an account


def author_of(writer: Writer) -> User | None:
    return writer if isinstance(writer, User) else None


def unnamed(writer: Writer) -> str:
    """Return the name of a game that its writer gave none."""
    user = author_of(writer)
    return gettext("%(name)s’s rules") % {"name": user.get_username()} if user else gettext("My rules")


class OwnRulesQuerySet(models.QuerySet["OwnRules"]):
    """Own rules."""

    def written_by(self, writer: Writer) -> Self:
        """Return those that a user may edit: the user's own, and those that the user writes with others.

        A browser without an account edits those that it began.
        """
        if isinstance(writer, str):
            return self.filter(browser_key=writer) if writer else self.none()
        return self.filter(models.Q(ruleset__owner=writer) | models.Q(writers=writer)).distinct()

    def in_use(self) -> Self:
        """Leave out those that were put away."""
        return self.filter(put_away=None)


class OwnRules(models.Model):
    """The draft of a ruleset that people write: a patch (`rules.own.patch`) over the parent's version, or `start`.

    A variant has a `parent`; an own game has a `start` instead, the encoded catalogue of `rules.own.filling`.
    `chain`: the rulesets that the parent came from, the site's first, each {"id", "it", "en", "by"}.
    The ruleset says whose the rules are and who sees them.
    """

    class Licence(models.TextChoices):
        """Whose the figures are."""

        MINE = "mine", _("mine, or my club’s")
        AGREED = "agreed", _("the author’s, who agreed")
        PUBLISHED = "published", _("those of a published game")

    ruleset = models.OneToOneField(Ruleset, on_delete=models.CASCADE, primary_key=True, related_name="own_rules")
    parent = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="variants")
    start = models.TextField(blank=True)
    chain = models.JSONField(default=list, blank=True)
    patch = models.JSONField(default=dict, blank=True)
    pasted = models.TextField(blank=True)  # the text that the rows came from, until it is published
    notes = models.TextField(blank=True)  # its lines that are no rows
    writers = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="+")
    licence = models.CharField(max_length=10, choices=Licence.choices, blank=True)
    licence_note = models.CharField(max_length=120, blank=True)
    hidden_reason = models.CharField(max_length=300, blank=True)  # said to its owner while the ruleset is hidden
    put_away = models.DateTimeField(null=True, blank=True)
    browser_key = models.CharField(  # of one that has no owner
        max_length=32, blank=True, default="", db_default="", db_index=True, editable=False
    )
    changed = models.DateTimeField(default=timezone.now)

    objects = OwnRulesQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("own rules"), _("own rules")
        ordering = ["-changed"]

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def name(self) -> Text:
        """Return the name that the draft has."""
        own = self.patch.get("head//name")
        return Text(own["it"], own["en"]) if own else self.ruleset.name

    @cached_property
    def base(self) -> Catalogue:
        """Return the catalogue that the patch changes, with the id of these rules."""
        return catalogue_for(self.parent_id) if self.parent_id else decode(self.start)

    @property
    def catalogue(self) -> Catalogue:
        """Return the rules as the draft has them now."""
        return applied(self.base, self.patch, id=self.pk)

    def is_owned_by(self, writer: Writer) -> bool:
        if isinstance(writer, str):
            return bool(writer) and self.browser_key == writer
        return self.ruleset.owner_id == writer.pk

    def may_be_written_by(self, writer: Writer) -> bool:
        user = author_of(writer)
        return self.is_owned_by(writer) or (user is not None and self.writers.filter(pk=user.pk).exists())


class EditQuerySet(models.QuerySet["Edit"]):
    """Edits of a draft."""

    def to_undo(self, writer: Writer) -> "Edit | None":
        """Return the last edit of a writer's that is not undone."""
        return self.filter(author=author_of(writer), undone=False).last()

    def to_redo(self, writer: Writer, last: "Edit | None") -> "Edit | None":
        """Return the writer's undone edit that comes after the `last` one that is not."""
        undone = self.filter(author=author_of(writer), undone=True, number__gt=last.number if last else 0)
        return undone.exclude(key__startswith=Edit.TURN).first()


class Edit(models.Model):
    """An edit of a draft: `changes` has a [place, before, after] for each cell, null for no value of its own.

    `key` comes from the browser: the same edit sent twice is made once. `undone`: its author took it back. That and
    redoing it are edits too, with `TURN` before their key, and `undone`.
    """

    TURN = "turn "

    rules = models.ForeignKey(OwnRules, on_delete=models.CASCADE, related_name="edits")
    number = models.PositiveIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.CharField(max_length=40)
    changes: Any = models.JSONField()
    undone = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)

    objects = EditQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["rules", "number"], name="own_rules_edit_number"),
            models.UniqueConstraint(fields=["rules", "key"], name="own_rules_edit_key"),
        ]

    def __str__(self) -> str:
        return f"{self.rules_id} {self.number}"


class OwnVersion(models.Model):
    """What a version of own rules was made of, and who published it."""

    version = models.OneToOneField(RulesetVersion, on_delete=models.CASCADE, primary_key=True, related_name="own")
    parent = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    patch = models.JSONField(default=dict)
    licence = models.CharField(max_length=10)
    licence_note = models.CharField(max_length=120, blank=True)
    note = models.CharField(max_length=120, blank=True)  # what changed, by its author
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name, verbose_name_plural = _("version of own rules"), _("versions of own rules")

    def __str__(self) -> str:
        return str(self.version)


class RulesReport(Report):
    """A report of own rules."""

    about = "rules"
    subject = _("Rules have been reported: %(name)s")
    text = _(
        "Someone has reported the rules “%(name)s”:\n\n%(reason)s\n\nResolve it here:\n%(address)s\n\nUntil "
        "then, further reports of these rules are not emailed.\n"
    )
    rules = models.ForeignKey(OwnRules, on_delete=models.CASCADE, related_name="reports")

    class Meta(Report.Meta):
        verbose_name, verbose_name_plural = _("report of rules"), _("reports of rules")

    @property
    def name(self) -> str:
        return self.rules.ruleset.name_it
