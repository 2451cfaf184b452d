"""Paste a price table: what each line becomes, before anything is stored."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.lists.exchange.decoding import decoded
from armybuilder.lists.views.page_state import form_key
from armybuilder.own_rules.actions.bringing import add_paste, game_from_paste
from armybuilder.own_rules.models import OwnRules
from armybuilder.own_rules.pasting.cells import MOST_CHARACTERS
from armybuilder.own_rules.pasting.reading import Reading, read_paste
from armybuilder.own_rules.views.common import new_writer, writer_of
from armybuilder.rate_limits.limits import limited
from armybuilder.refusals import RefusedError
from rules.core.text import writable

NO_ROWS = 422


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
        return _show(
            request, "", error=gettext("This is not a text file. Save the sheet as CSV, or paste it.")
        )
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


def _show(
    request: HttpRequest, text: str, reading: Reading | None = None, *, error: str = ""
) -> HttpResponse:
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
    return render(request, "own_rules/paste.html", context, status=NO_ROWS if error else 200)


def _roles() -> list[tuple[str, str]]:
    return [
        ("name", gettext("Name")),
        ("points", gettext("Points")),
        ("stat", gettext("A number of the troops")),
        ("note", gettext("Kept in the note")),
        ("kind", gettext("Says which table")),
    ]
