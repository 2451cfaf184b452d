"""The form for a club's force: as text, or as a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from rules.catalogue import library
from rules.core.document.force import Force
from rules.language import active_language
from rules.loading.reading import MOST_CHARACTERS, FilesError, parse_force


class ForceForm(forms.Form):
    """A force as YAML or JSON. `force` is a valid one; errors name their lines."""

    text = forms.CharField(
        label=gettext_lazy("The force"),
        required=False,
        strip=False,
        max_length=MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 30, "spellcheck": "false", "class": "input text-out code"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or from a file"), required=False, widget=forms.FileInput({"class": "input"})
    )
    force: Force

    def clean(self) -> dict[str, Any]:
        """Read the file, or the text."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            cleaned["text"] = self._text(cleaned)
            self.force = parse_force(cleaned["text"], library().catalogues, language=active_language())
        except FilesError as error:
            for problem in error.problems[:20]:
                self.add_error(
                    "file" if cleaned.get("file") else "text",
                    gettext("Line %(line)s: %(problem)s") % {"line": problem.line, "problem": problem.text},
                )
        except UnicodeDecodeError:
            self.add_error("file", gettext("This is not a text file. Choose a force saved as YAML or JSON."))
        return cleaned

    def _text(self, cleaned: dict[str, Any]) -> str:
        file = cleaned.get("file")
        if not file:
            return str(cleaned.get("text", "")).replace("\r\n", "\n")
        return bytes(file.read(4 * MOST_CHARACTERS)).decode("utf-8-sig").replace("\r\n", "\n")
