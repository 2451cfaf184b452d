"""The settings: a user’s data as a file, restoring it, deleting the account."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import cast
from urllib.parse import urlencode

from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.utils import is_mfa_enabled
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext, ngettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST

from armybuilder.accounts.actions import set_time_zone
from armybuilder.accounts.adapter import has_just_shown, reauthenticated
from armybuilder.accounts.forms import ReauthenticateForm
from armybuilder.accounts.models import user_of
from armybuilder.http import private_form, private_page
from armybuilder.personal_data.actions.deletion import clubs_owned_by, delete_account
from armybuilder.personal_data.actions.restoring import Restored, restore
from armybuilder.personal_data.document import Received
from armybuilder.personal_data.exports import write_backup
from armybuilder.personal_data.reading import MOST_BYTES, MOST_MEGABYTES, BackupError, read_backup
from armybuilder.rate_limits import limits
from armybuilder.refusals import RefusedError
from armybuilder.sharing.models import Complaint
from armybuilder.sharing.reports import queue_of, right_to_settle
from armybuilder.time_zones import TimeZoneField, zone_names
from rules.core.document.problem import Problem

NAMED = 5  # lists or clubs


@private_page
def data(request: HttpRequest) -> HttpResponse:
    """Show the page of the backup, which also restores one; `?download` starts the download."""
    return _page(request)


@private_page
def download(request: HttpRequest) -> HttpResponseBase:
    """Return the user's data as a file, after their password."""
    try:
        return _file(request)
    except ReauthenticationRequired:
        page = f"{reverse('backup:data')}?download"
        return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': page})}")


@reauthenticated
def _file(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    name = f"squadra-{slugify(user.get_username()) or user.pk}-{timezone.localdate().isoformat()}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(write_backup(user), content_type="application/json", headers=headers)


@csrf_exempt  # here, because reading the token would write a stranger's file to disk: it is checked below
@require_POST
@login_required
@csrf_protect
def restore_backup(request: HttpRequest) -> HttpResponse:
    """Restore a backup as far as the quotas allow; each problem is shown with its place in the file."""
    if limits.count("restore", user_of(request).pk):
        text = gettext("You have restored a lot of backups. Wait an hour and try again.")
        return _page(request, [Problem(text)], status=429)
    file = request.FILES.get("file")
    if file is None:
        return _page(request, [Problem(gettext("Choose a backup."))], status=422)
    try:
        reading = read_backup(cast(bytes, file.read(MOST_BYTES + 1)), user_of(request).pk)
    except BackupError as error:
        return _page(request, error.problems, status=422)
    made = restore(user_of(request), reading)
    messages.success(request, " ".join(_told(made, reading.backup)))
    for sentence, names in made.left_out.items():
        messages.warning(request, f"{_left_out(names)} {sentence}")
    return redirect("lists:index")


def _told(made: Restored, backup: Received) -> Iterator[str]:
    """Yield the sentences about restored and existing lists, and about what could not be restored as it was."""
    text = ngettext("Restored: %(count)d list", "Restored: %(count)d lists", made.lists)
    versions = ngettext("%(count)d version", "%(count)d versions", made.versions)
    parts = [text % {"count": made.lists}, versions % {"count": made.versions}]
    if made.squads:
        squads = ngettext("%(count)d ready-made squad", "%(count)d ready-made squads", made.squads)
        parts.append(squads % {"count": made.squads})
    yield f"{', '.join(parts)}."
    if made.already:
        already = ngettext(
            "%(count)d list or ready-made squad in the file was here already.",
            "%(count)d lists and ready-made squads in the file were here already.",
            made.already,
        )
        yield already % {"count": made.already}
    if made.unknown:
        unknown = ngettext(
            "The rules of %(count)d version are unknown here: it now uses the current ones.",
            "The rules of %(count)d versions are unknown here: they now use the current ones.",
            made.unknown,
        )
        yield unknown % {"count": made.unknown}
    if lists := made.without_club:
        without = ngettext(
            "%(count)d list is no longer for a club: you are not in %(clubs)s here.",
            "%(count)d lists are no longer for a club: you are not in %(clubs)s here.",
            lists.total(),
        )
        yield without % {"count": lists.total(), "clubs": ", ".join(sorted(lists)[:NAMED])}
    if backup.has_more:
        yield gettext("The games nights, games and own rules in the file were not restored.")


def _left_out(names: list[str]) -> str:
    text = ngettext(
        "%(count)d list or ready-made squad was not restored: %(names)s.",
        "%(count)d lists and ready-made squads were not restored: %(names)s.",
        len(names),
    )
    more = ", …" if len(names) > NAMED else ""
    return text % {"count": len(names), "names": ", ".join(names[:NAMED]) + more}


def _page(request: HttpRequest, problems: Sequence[Problem] = (), status: int = 200) -> HttpResponse:
    context = {
        "problems": problems,
        "most": MOST_MEGABYTES,
        "lists": user_of(request).army_lists.count(),
        "goes_on": "download" in request.GET and has_just_shown(request),
    }
    return render(request, "personal_data/data.html", context, status=status)


@private_form
def delete(request: HttpRequest) -> HttpResponse:
    """Show what is deleted with an account; with the password, delete it and sign its owner out."""
    user = user_of(request)
    if request.method == "POST" and limits.count("show-again", user.pk):
        # No form: it would check the password.
        messages.error(request, gettext("Too many wrong passwords. Wait five minutes and try again."))
        return redirect("backup:delete")
    form = ReauthenticateForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        with suppress(RefusedError):  # the page has the sentence, with the clubs
            delete_account(user)
            logout(request)
            messages.success(request, gettext("Your account and everything in it has been deleted."))
            return redirect("lists:home")
    context = {"form": form, "clubs": clubs_owned_by(user), "lists": user.army_lists.count()}
    return render(request, "personal_data/delete.html", context, status=422 if request.method == "POST" else 200)


class TimeZoneForm(forms.Form):
    """The time zone in which a user sees times; empty: that of the club."""

    time_zone = TimeZoneField()


@private_form
def settings(request: HttpRequest) -> HttpResponse:
    """Show password, addresses, second step, sessions, data, deletion; for staff also the open reports.

    A post saves the time zone.
    """
    user, form = user_of(request), TimeZoneForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        set_time_zone(user, form.cleaned_data["time_zone"])
        messages.success(request, gettext("Saved."))
        return redirect("backup:settings")
    context: dict[str, object] = {
        "two_step": is_mfa_enabled(user),
        "form": form,
        "zones": sorted(zone_names()),
    }
    if user.is_staff and user.has_perm(right_to_settle(Complaint)):
        context |= {"reports": Complaint.objects.open().count(), "queue": queue_of(Complaint)}
    return render(request, "personal_data/settings.html", context, status=422 if form.errors else 200)
