"""The choice of what to print of a games night, and how, read from the address like that of a list."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.numbers import whole_number
from armybuilder.printing.choosing.option_fields import ON, OneOf, Switch, in_itself
from armybuilder.printing.layout.options import Options
from armybuilder.widgets import Renderer
from rules.core.text import Language

What = Literal["pairings", "cards", "slips", "standings", "lists", "copies", "mine", "kits"]
NAMES: dict[What, tuple[Any, Any]] = {
    "pairings": (_("Pairings"), _("For the wall: who plays whom, at which table, who attacks.")),
    "cards": (_("Table cards"), _("Two to a page, to stand on the tables.")),
    "slips": (_("Result slips"), _("Three to a page: boxes for what each side lost, and two signatures.")),
    "standings": (_("Standings"), _("With the reason each is above the next.")),
    "lists": (_("All lists"), _("As submitted, with the code to check each one.")),
    "copies": (_("Copies for the opponents"), _("Each list again for its opponent, without extras.")),
    "kits": (
        _("Cut-out sheets for the round"),
        _("For each list at a table, what to cut out, with the other list’s tokens."),
    ),
    "mine": (_("My lists"), _("As I submitted them, with the code to check each one.")),
}


class PaperForm(forms.Form):
    """The choice of the `offered` sheets, with round, paper and language."""

    default_renderer = Renderer()
    what = forms.MultipleChoiceField(label=_("What"), required=False)
    round = forms.CharField(label=_("Round"), required=False)
    paper = OneOf(label=_("Paper size"), choices=[("a4", "A4"), ("letter", "Letter")], initial="a4")
    language = OneOf(
        label=_("Language"),
        choices=[("it", in_itself("it", "Italiano")), ("en", in_itself("en", "English"))],
    )
    ink = Switch(label=_("Save ink"))
    duplex = Switch(label=_("Each on its own sheet, when printing double-sided"))

    def __init__(
        self,
        query: Mapping[str, Any],
        offered: Sequence[What],
        rounds: Sequence[int],
        page_language: Language,
        *,
        hides_lists: bool = False,
    ) -> None:
        """Read a query string; the default language is the page's, the default round the last.

        `hides_lists`: printing all lists would show hidden ones.
        """
        super().__init__(query, auto_id=False)
        self.offered, self.rounds, self.hides_lists = offered, rounds, hides_lists
        self.fields["language"].initial = page_language

    @property
    def kinds(self) -> list[tuple[What, Any, Any, bool]]:
        """The papers on offer: word, name, a line about it, whether it is ticked.

        By default all are ticked except kits, which are long, and hidden lists. Each list is printed once.
        """
        left_out = {"kits", "mine"} if "lists" in self.offered else {"kits"}
        if self.hides_lists:
            left_out = {"kits", "lists"}
        marked = self.marked or [what for what in self.offered if what not in left_out]
        return [(what, *NAMES[what], what in marked) for what in self.offered]

    @property
    def marked(self) -> list[What]:
        """Return the parts selected for print, in the order of the page."""
        named = self["what"].value() or []
        return [what for what in self.offered if what in named]

    @property
    def round_number(self) -> int:
        """The round that is printed, 0 if there is none."""
        asked = whole_number(str(self["round"].value() or ""))
        return asked if asked and asked in self.rounds else max(self.rounds, default=0)

    def options(self) -> Options:
        self.full_clean()
        said = self.cleaned_data
        return Options(said["language"], said["paper"], said["ink"], duplex=said["duplex"])

    @property
    def query(self) -> str:
        """Return the query string of the choice, without options that are off."""
        options = self.options()
        said = [("what", what) for what in self.marked] + [("round", str(self.round_number))]
        said += [("paper", options.paper), ("language", options.language)]
        return urlencode(said + [(name, ON) for name in ("ink", "duplex") if getattr(options, name)])
