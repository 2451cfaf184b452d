"""The page and settings of notifications."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import user_of
from armybuilder.http import or_404, private_action, private_form, private_page
from armybuilder.notices.actions import mark_all_read, mark_read, save_preferences
from armybuilder.notices.kinds import Channel, Topic
from armybuilder.notices.models import KEPT_FOR, Notice, Preferences, mail_address_of
from armybuilder.numbers import whole_number
from armybuilder.widgets import Renderer, Segment


class PreferencesForm(forms.Form):
    """The notification settings: a field for each topic, on the site and by email; and the language of emails."""

    default_renderer = Renderer()

    language = forms.ChoiceField(label=_("Email language"), choices=settings.LANGUAGES, widget=Segment())

    def __init__(self, data: Any, preferences: Preferences) -> None:
        of_topics = {topic: sorted(preferences.channels_of(topic)) for topic in Topic.values}
        super().__init__(data, initial={"language": preferences.language, **of_topics})
        for topic in Topic:
            self.fields[topic.value] = forms.MultipleChoiceField(
                label=topic.label,
                choices=Channel.choices,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    def topics(self) -> list[forms.BoundField]:
        return [self[topic] for topic in Topic.values]

    def channels(self) -> dict[str, list[str]]:
        return {topic: sorted(set(self.cleaned_data[topic])) for topic in Topic.values}


A_PAGE = 50


@private_page
def index(request: HttpRequest) -> HttpResponse:
    """Show the user's notifications, the newest first."""
    pages = Paginator(Notice.objects.seen_by(user_of(request)), A_PAGE)
    context = {"page": pages.get_page(request.GET.get("page")), "days": KEPT_FOR.days}
    return render(request, "notices/index.html", context)


@private_action
def follow(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect to the target of a notification, which is then read."""
    with or_404():
        notice = mark_read(user_of(request), pk)
    return redirect(notice.address)


@private_action
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark all as read up to the newest one on the page (`until`), but not later ones."""
    mark_all_read(user_of(request), whole_number(request.POST.get("until", "")) or 0)
    return redirect("notices:index")


@private_form
def edit_settings(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    form = PreferencesForm(request.POST or None, Preferences.objects.of(user))
    if request.method == "POST" and form.is_valid():
        save_preferences(user, form.channels(), form.cleaned_data["language"])
        messages.success(request, gettext("Saved."))
        return redirect("notices:switches")
    context = {"form": form, "mail": mail_address_of(user)}
    return render(request, "notices/settings.html", context, status=422 if form.errors else 200)
