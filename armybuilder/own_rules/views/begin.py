"""Begin own rules: a variant of a game that is there, four questions, or a pasted table."""

from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_stubs_ext import StrOrPromise

from armybuilder.lists.exchange.decoding import decoded
from armybuilder.lists.views.page_state import form_key
from armybuilder.own_rules.actions.bringing import add_paste, game_from_paste
from armybuilder.own_rules.actions.drafts import begin_game, begin_variant
from armybuilder.own_rules.models import OwnRules, Writer, unnamed
from armybuilder.own_rules.pasting.cells import MOST_CHARACTERS
from armybuilder.own_rules.pasting.reading import Reading, read_paste
from armybuilder.own_rules.views.common import new_writer, writer_of
from armybuilder.rate_limits.limits import limited
from armybuilder.refusals import RefusedError
from armybuilder.widgets import Input, NumberInput, Options, Renderer, Segment, Switch
from rules.catalogue import current_versions, offered_version
from rules.cells import LONGEST_NAME
from rules.core.text import Language, writable
from rules.fields import WholeNumberField
from rules.language import active_language
from rules.models import Ruleset, RulesetVersion
from rules.own.columns import MOST_LIMIT

LONGEST_LINE = 140  # letters of what a game says of itself
ANSWERS = {"points": "1", "limit": 100, "has_leaders": "1"}


def _yes_no(yes: StrOrPromise) -> forms.TypedChoiceField:
    choices = [("1", yes), ("", _("No"))]
    return forms.TypedChoiceField(choices=choices, coerce=bool, required=False, widget=Segment())


class VariantForm(forms.Form):
    """A game and the name of its variant."""

    default_renderer = Renderer()
    parent = forms.ChoiceField(widget=Options)
    name = forms.CharField(label=_("What your variant is called"), max_length=LONGEST_NAME, widget=Input)

    def __init__(self, data: Any, of: str, parents: list[RulesetVersion]) -> None:
        super().__init__(data, initial={"parent": of}, auto_id="variant-%s")
        language = active_language()
        self.parents = {version.ruleset_id: version for version in parents}
        self.fields["parent"].choices = [  # type: ignore[attr-defined]
            (key, _title_and_line(version.ruleset, language)) for key, version in self.parents.items()
        ]

    def begin(self, writer: Writer) -> OwnRules:
        return begin_variant(writer, self.parents[self.cleaned_data["parent"]], self.cleaned_data["name"])


def _title_and_line(game: Ruleset, language: Language) -> str:
    line = Truncator(game.line.to(language)).chars(LONGEST_LINE)
    return format_html("{}<small>{}</small>", game.title.to(language), line)


class GameForm(forms.Form):
    """The four questions that begin an own game; all have an answer."""

    default_renderer = Renderer()
    name = forms.CharField(label=_("What is it called?"), max_length=LONGEST_NAME, required=False, widget=Input)
    points = _yes_no(_("Yes, up to"))
    limit = WholeNumberField(
        min_value=1,
        max_value=MOST_LIMIT,
        required=False,
        widget=NumberInput(**{"class": "input short", "aria-label": _("Limit in points")}),
    )
    has_roles = Switch(label=_("One side attacks, one defends"))
    has_leaders = _yes_no(_("Yes"))
    has_vehicles = _yes_no(_("Yes"))

    def __init__(self, data: Any, unnamed: str) -> None:
        super().__init__(data, initial=ANSWERS, auto_id="game-%s")
        self.fields["name"].widget.attrs["placeholder"] = self.unnamed = unnamed

    def begin(self, writer: Writer) -> OwnRules:
        said = self.cleaned_data
        return begin_game(
            writer,
            said["name"] or self.unnamed,
            limit=said["limit"] if said["points"] else None,
            has_roles=said["has_roles"],
            has_leaders=bool(said["has_leaders"]),
            has_points=bool(said["points"]),
        )


def _parents(user_id: int | None, chosen: str) -> list[RulesetVersion]:
    """Return the games that the user can change, with a chosen one that the user may see by its address."""
    parents = current_versions(user_id)
    if chosen and all(version.ruleset_id != chosen for version in parents):
        with suppress(RulesetVersion.DoesNotExist):
            parents.append(offered_version(chosen, user_id))
    return parents


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("import")
def begin(request: HttpRequest) -> HttpResponse:
    """Show both ways to begin, and take one. `of`: the game that is chosen."""
    parents = _parents(request.user.pk, request.POST.get("parent") or request.GET.get("of", ""))
    of = request.GET.get("of", parents[0].ruleset_id if parents else "")
    is_variant = "parent" in request.POST
    variant = VariantForm(request.POST if is_variant else None, of, parents)
    game = GameForm(request.POST if "begin" in request.POST else None, unnamed(writer_of(request)))
    refusal = ""
    if request.method == "POST":
        try:
            if is_variant and variant.is_valid():
                return redirect("own:tables", variant.begin(new_writer(request)).pk)
            if not is_variant and game.is_valid():
                made = game.begin(new_writer(request))
                also = [("also", "vehicles")] if game.cleaned_data["has_vehicles"] else []
                query = f"?{urlencode(also)}" if also else ""
                return redirect(f"{reverse('own:tables', args=[made.pk])}{query}#classes")
        except RefusedError as error:
            refusal = str(error)
    context = {"variant": variant, "game": game, "refusal": refusal}
    is_wrong = bool(variant.errors or game.errors or refusal)
    return render(request, "own_rules/begin.html", context, status=422 if is_wrong else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("import")
def paste(request: HttpRequest) -> HttpResponse:
    """Read the posted text or file and show what each line becomes; `make` and `add` store it."""
    if request.method != "POST":
        context = {"most": MOST_CHARACTERS, "into": request.GET.get("into", "")}
        return render(request, "own_rules/paste.html", context)
    text = _text(request)
    if text is None:
        return _show(request, "", error=gettext("This is not a text file. Save the sheet as CSV, or paste it."))
    if len(text) > MOST_CHARACTERS:
        return _show(request, "", error=gettext("The text is too long: paste one table at a time."))
    reading = read_paste(text, request.POST.dict())
    if text.strip() and ("make" in request.POST or "add" in request.POST):
        try:
            rules = _store(request, reading, text)
        except RefusedError as error:
            return _show(request, text, reading, error=str(error))
        except OwnRules.DoesNotExist:
            raise Http404 from None
        return redirect("own:tables", rules.pk)
    return _show(request, text, reading)


def _text(request: HttpRequest) -> str | None:
    file = request.FILES.get("file")
    text = decoded(file.read(4 * MOST_CHARACTERS)) if file else request.POST.get("text", "")
    return None if text is None else writable(text).replace("\r\n", "\n")


def _store(request: HttpRequest, reading: Reading, text: str) -> OwnRules:
    user, key = new_writer(request), form_key(request)
    if "add" in request.POST:
        return add_paste(request.POST.get("to", ""), user, reading, text, key=key)
    return game_from_paste(user, reading, text, key=key)


def _show(request: HttpRequest, text: str, reading: Reading | None = None, *, error: str = "") -> HttpResponse:
    mine = OwnRules.objects.written_by(writer_of(request)).in_use().select_related("ruleset")
    context = {
        "text": text,
        "reading": reading if reading and reading.lines else None,
        "is_empty": not text.strip() and not error,
        "error": error,
        "mine": mine,
        "into": request.POST.get("to", ""),
        "roles": _roles(),
        "most": MOST_CHARACTERS,
    }
    return render(request, "own_rules/paste.html", context, status=422 if error else 200)


def _roles() -> list[tuple[str, str]]:
    return [
        ("name", gettext("Name")),
        ("points", gettext("Points")),
        ("stat", gettext("A number of the troops")),
        ("note", gettext("Kept in the note")),
        ("kind", gettext("Says which table")),
    ]
