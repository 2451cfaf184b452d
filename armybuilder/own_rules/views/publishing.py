"""The versions of own rules: what changes, who sees it, whose the figures are, publish."""

from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User, user_of
from armybuilder.clubs.models import Club
from armybuilder.http import or_404, private_action, private_form, private_page
from armybuilder.numbers import whole_number
from armybuilder.own_rules.actions.drafts import change_cells, new_row_id
from armybuilder.own_rules.actions.publishing import TEXTS, NotReadyError, finished, is_changed, publish
from armybuilder.own_rules.actions.sharing import (
    FIRST_WEEK,
    VisibilityError,
    add_writer,
    hand_over,
    is_new,
    remove_writer,
    set_visibility,
    take_from_club,
)
from armybuilder.own_rules.editor import Editor
from armybuilder.own_rules.effects import effects_of, lists_by_version
from armybuilder.own_rules.models import OwnRules, OwnVersion
from armybuilder.own_rules.views.common import draft_of, draft_page
from armybuilder.refusals import RefusedError
from armybuilder.widgets import Input, Options, Renderer, described
from rules.catalogue import catalogue_for
from rules.cells import anchor_of
from rules.core.catalogue.catalogue import Catalogue
from rules.language import active_language
from rules.models import RulesetVersion
from rules.own.differences import Difference, differences
from rules.own.patch import Patch, Place
from rules.own.problems import Problem

CLUB = "club "  # before the id of a club, in the choice of who sees the rules
AT_MOST_120 = {"max_length": _("At most 120 characters.")}


class PublishForm(forms.Form):
    """Who sees the rules, whose the figures are, and what changed."""

    default_renderer = Renderer()
    see = forms.ChoiceField(
        label=_("Who sees it"),
        widget=Options,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose who sees the rules.")),
    )
    licence = forms.ChoiceField(
        label=_("Whose figures these are"),
        widget=Options,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Say whose the figures are.")),
    )
    licence_note = forms.CharField(
        label=_("Who agreed, or which game"),
        max_length=120,
        required=False,
        widget=Input,
        error_messages=AT_MOST_120,
    )
    note = forms.CharField(max_length=120, required=False, widget=Input, error_messages=AT_MOST_120)

    def __init__(self, rules: OwnRules, user: User, data: Any = None) -> None:
        super().__init__(data, initial=_initial(rules))
        number = rules.ruleset.versions.last_number() + 1
        self.fields["note"].label = gettext("Version %(number)s: what changes") % {"number": number}
        see, licence = (cast(forms.ChoiceField, self.fields[name]) for name in ("see", "licence"))
        see.disabled = rules.ruleset.owner_id != user.pk
        public = gettext("found in the search")
        if is_new(user):
            date = date_format(user.date_joined + FIRST_WEEK, "j F")
            public += " " + gettext("– from %(date)s: your account is new") % {"date": date}
            see.widget.off = ("public",)
        of_club = gettext("members find it among the club’s rules")
        see.choices = [
            ("owner", described(gettext("Only me"), gettext("and those who write with me"))),
            *((f"{CLUB}{club.pk}", described(club.name, of_club)) for club in _clubs(rules, user)),
            ("link", described(gettext("Anyone with the link"), gettext("even without an account"))),
            ("public", described(gettext("Public"), public)),
        ]
        agreed = gettext("say who: it appears below the name of the game")
        published = gettext("names and figures only: your texts and notes stay in the draft; say which game")
        licence.choices = [
            ("mine", described(gettext("Mine"), gettext("I made them up, or my club did"))),
            ("agreed", described(gettext("The author agreed"), agreed)),
            ("published", described(gettext("Figures of a published game"), published)),
        ]

    def clean(self) -> dict[str, Any]:
        """Ask who agreed, or which game the figures are from."""
        said = super().clean() or {}
        if said.get("licence") in ("agreed", "published") and said.get("licence_note") == "":
            self.add_error("licence_note", _("Say who agreed, or which game the figures are from."))
        return said


@private_form
def publish_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show what publishing would change, and publish."""
    rules, user = draft_of(request, key), user_of(request)
    form = PublishForm(rules, user, request.POST or None)
    found: list[tuple[str, Problem]] = []
    if request.method == "POST" and form.is_valid():
        try:
            version = _publish(rules, user, form.cleaned_data)
        except NotReadyError as error:
            found = [(_address_of(rules, it.place), it) for it in error.found]
            form.add_error(None, str(error))
        except VisibilityError as error:
            form.add_error("see", str(error))
        except RefusedError as error:
            form.add_error(None, str(error))
        else:
            return redirect(f"{reverse('own:publish', args=[key])}?published={version}")
    status = 422 if form.errors else 200
    return draft_page(request, Editor(rules), "publish", status, **_context(request, rules, form), found=found)


def _address_of(rules: OwnRules, place: Place) -> str:
    """Return the address of a cell on its page."""
    page = {"checks": "limits", "dice": "dice"}.get(place.table, "tables")
    return f"{reverse(f'own:{page}', args=[rules.pk])}#{anchor_of(str(place)).rstrip('-')}"


def _initial(rules: OwnRules) -> dict[str, Any]:
    ruleset = rules.ruleset
    see = ruleset.visibility
    if see == "club":
        see = f"{CLUB}{ruleset.club_id}" if ruleset.club_id else "owner"
    return {"see": see, "licence": rules.licence or OwnRules.Licence.MINE, "licence_note": rules.licence_note}


@transaction.atomic
def _publish(rules: OwnRules, user: User, posted: dict[str, Any]) -> int:
    _share(rules, user, posted.pop("see"))
    return publish(rules.pk, user, **posted).version.number


def _share(rules: OwnRules, user: User, see: str) -> None:
    if see == _initial(rules)["see"]:
        return
    visibility, club = (see, None) if not see.startswith(CLUB) else ("club", _uuid(see))
    try:
        set_visibility(rules.pk, user, visibility, club)
    except Club.DoesNotExist:
        raise VisibilityError(_("Choose a club.")) from None


def _uuid(see: str) -> UUID | None:
    try:
        return UUID(see.removeprefix(CLUB))
    except ValueError:
        return None


@private_action
def share(request: HttpRequest, key: str) -> HttpResponse:
    """Say who sees the rules, without publishing."""
    rules = draft_of(request, key)
    try:
        _share(rules, user_of(request), request.POST.get("see", ""))
    except RefusedError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, gettext("Saved."))
    rules.ruleset.refresh_from_db()
    if request.POST.get("to") == "club" and rules.ruleset.club_id:
        return redirect("clubs:club", rules.ruleset.club_id)
    return redirect("own:publish", key)


@private_action
def writers(request: HttpRequest, key: str) -> HttpResponse:
    """Add a writer by `name`, or do an act on one: `act` is "remove 7" or "give 7"."""
    rules, user = draft_of(request, key), user_of(request)
    act, _space, pk = request.POST.get("act", "").partition(" ")
    writer_id = whole_number(pk, digits=9) or 0
    try:
        with or_404():
            if act == "remove":
                remove_writer(key, user, writer_id)
            elif act == "give":
                hand_over(key, user, writer_id)
            else:
                add_writer(key, user, request.POST.get("name", "").strip())
    except RefusedError as error:
        messages.error(request, str(error))
    if not OwnRules.objects.written_by(user).filter(pk=rules.pk).exists():
        return redirect("own:mine")
    return redirect("own:publish", key)


@private_action
def leave_club(request: HttpRequest, key: str, club_id: UUID) -> HttpResponse:
    """Take rules out of a club's, as its organiser."""
    try:
        with or_404():
            take_from_club(key, user_of(request), club_id)
    except RefusedError as error:
        messages.error(request, str(error))
    return redirect("clubs:club", club_id)


def _context(request: HttpRequest, rules: OwnRules, form: PublishForm) -> dict[str, Any]:
    user, ruleset, language = user_of(request), rules.ruleset, active_language()
    current, draft = ruleset.current, finished(rules)
    number = ruleset.versions.last_number() + 1
    published = ruleset.versions.filter(number=_number(request, "published")).first()
    return {
        "ruleset": ruleset,
        "form": form,
        "is_owner": ruleset.owner_id == user.pk,
        "number": number,
        "current": current,
        "is_changed": is_changed(rules),
        "changes": _since(current, rules, draft, rules.patch),
        "effects": effects_of(rules.pk, draft, user, language) if current else None,
        "versions": _versions(rules),
        "writers": rules.writers.order_by("username"),
        "looked": _looked(rules, _number(request, "version")),
        "published": published,
        "shared_at": request.build_absolute_uri(reverse("rules:ruleset", args=[rules.pk])),
    }


def _clubs(rules: OwnRules, user: User) -> QuerySet[Club]:
    """Return the clubs of a user, with the one that sees the rules."""
    return Club.objects.filter(Q(memberships__user=user) | Q(pk=rules.ruleset.club_id)).distinct().order_by("name")


def _since(before: RulesetVersion | None, rules: OwnRules, after: Catalogue, patch: Patch) -> list[Difference]:
    """Return the differences from a version; without one, from the game that a variant changes."""
    language = active_language()
    if before:
        return differences(catalogue_for(before.pk), after, language, (before.own.patch, patch))
    return differences(rules.base, after, language) if rules.parent_id else []


def _versions(rules: OwnRules) -> list[tuple[OwnVersion, int]]:
    used = dict(lists_by_version([rules.pk]).get(rules.pk, ()))
    made = OwnVersion.objects.filter(version__ruleset=rules.pk).select_related("version", "published_by")
    made = made.defer("version__catalogue", "patch").order_by("-version__number")
    return [(one, used.get(one.version.number, 0)) for one in made]


def _number(request: HttpRequest, name: str) -> int:
    """Return the number of a version that the address names, 0 for none."""
    return whole_number(request.GET.get(name, ""), digits=9) or 0


def _looked(rules: OwnRules, number: int) -> tuple[int, list[Difference]] | None:
    """Return a version's number and its differences from the one before."""
    versions = rules.ruleset.versions.select_related("own").defer("catalogue")
    version = versions.filter(number=number).first()
    if version is None:
        return None
    before = versions.filter(number__lt=number).last()
    return version.number, _since(before, rules, catalogue_for(version.pk), version.own.patch)


@private_page
def download(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Return a version as a file."""
    rules = draft_of(request, key)
    version = get_object_or_404(rules.ruleset.versions, number=number)
    headers = {"Content-Disposition": f'attachment; filename="{key}-{number}.json"'}
    return HttpResponse(version.catalogue, content_type="application/json", headers=headers)


@private_action
def begin_from(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Make the draft what a version was made of, as one edit that can be undone."""
    rules = draft_of(request, key)
    made = get_object_or_404(OwnVersion, version__ruleset=key, version__number=number)
    kept = TEXTS if made.licence == OwnRules.Licence.PUBLISHED else ()
    places = sorted(rules.patch.keys() | made.patch.keys())
    changes = [(place, made.patch.get(place)) for place in places if place.rpartition("/")[2].rstrip("!") not in kept]
    change_cells(key, user_of(request), changes, key=f"version-{number}-{new_row_id()}")
    messages.success(request, gettext("The draft is as version %(number)s was.") % {"number": number})
    return redirect("own:publish", key)
