"""The error of a refused action, with the sentence for the user."""

from django_stubs_ext import StrOrPromise


class RefusedError(Exception):
    """An action was refused and nothing was changed: its transaction is rolled back.

    Most refusals are raised as `RefusedError(_("…"))`. A subclass is for a refusal that a caller handles differently;
    it can set its sentence on the class. `figures` fill the `%(name)s` of the sentence.
    """

    sentence: StrOrPromise = ""

    def __init__(self, sentence: StrOrPromise = "", **figures: object) -> None:
        super().__init__()
        self.sentence = sentence or self.sentence
        self.figures = figures

    def __str__(self) -> str:
        return str(self.sentence) % self.figures if self.figures else str(self.sentence)
