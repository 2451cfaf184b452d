"""The rows of a text: figures, a vehicle, an extra."""

from armybuilder.lists.exchange.our_format import words
from armybuilder.lists.exchange.our_format.lexicon import Fields, Lexicon, NotExactError
from armybuilder.lists.exchange.our_format.scanning import split, split_once, without_points
from armybuilder.lists.exchange.our_format.words import GEAR, MOUNTED, both, folded
from rules.core.catalogue.entry import Kind
from rules.core.document.naming import figure_label
from rules.core.document.roster import ExtraEntry, Figure, Vehicle

TIMES = ("x", "X", "×")


class RowReader:
    """Read rows individually. Other formats raise NotExactError."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def is_extra(self, line: str) -> bool:
        """Whether a row of a squad is marked as an extra."""
        return self.lexicon.key(split_once(line, ":")[0], ("extra",)) is not None

    def extra(self, line: str) -> ExtraEntry:
        """Return the extra of a row, even without the word "extra"."""
        name, rest = split_once(without_points(line), ":")
        found = self.lexicon.key(name, ("extra",))
        fields: Fields = {"extra": self.lexicon.item(found[1] if found else name, ("extra",))}
        for word in split(rest, ","):
            value = self.lexicon.key(word, ("level", "count", "passes"))
            if value is None:
                raise NotExactError
            self.lexicon.set_number(fields, value[0], value[1])
        return self.lexicon.made(ExtraEntry, fields)

    def without_count(self, line: str) -> str:
        """Return a row without its number and its points."""
        return _counted(without_points(line))[1]

    def figure_or_vehicle(self, line: str, class_id: str) -> Figure | Vehicle:
        """Return the content of a row of a squad; its men have the class `class_id` by default."""
        count, line = _counted(without_points(line))
        label, rest = split_once(line, ":")
        attributes = split(rest, ",")
        kind = self._vehicle_type(label, attributes)
        if kind is None:
            return self._figure(count, class_id, label, attributes)
        return self._vehicle(count, kind, label, attributes)

    def _vehicle_type(self, label: str, attributes: list[str]) -> str | None:
        """Return the vehicle id of a row, None for a figure. Its word is removed from the attributes."""
        for word in attributes:
            found = self.lexicon.key(word, ("vehicle",))
            if found:
                attributes.remove(word)
                return self.lexicon.item(found[1], ("vehicle",))
        meant = None if label.startswith('"') else self.lexicon.words.find(label, ("vehicle",))
        return meant[1] if meant else None

    def _vehicle(self, count: int, type_: str, label: str, attributes: list[str]) -> Vehicle:
        fields: Fields = {"count": count, "type": type_}
        if label.startswith('"') or self.lexicon.words.find(label, ("vehicle",)) is None:
            fields["name"] = self.lexicon.text(label)
        for word in attributes:
            movement = next((way for way, name in words.MOVEMENT.items() if folded(word) in both(name)), None)
            if movement:
                fields["movement"] = movement
            elif not self._shared_word(fields, word):
                self._gear(fields, word, MOUNTED)
        return self.lexicon.made(Vehicle, fields)

    def _figure(self, count: int, class_id: str, label: str, attributes: list[str]) -> Figure:
        fields: Fields = {"count": count}
        for word in attributes:
            self._figure_word(fields, word)
        figure = self.lexicon.made(Figure, fields)
        unnamed = figure_label(figure, self.lexicon.catalogue, figure.class_ or class_id)
        if label.startswith('"') or folded(label) not in both(unnamed):
            return self.lexicon.made(Figure, fields | {"name": self.lexicon.text(label)})
        return figure

    def _figure_word(self, fields: Fields, word: str) -> None:
        found = self.lexicon.key(word, ("class", "ability", "leadership", "team"))
        if folded(word) in both(words.COMMANDER):
            fields["commander"] = True
        elif self._shared_word(fields, word):
            return
        elif found is None:
            self._gear(fields, word, GEAR)
        elif found[0] == "team":
            fields["team"] = self.lexicon.text(found[1])
        elif found[0] == "leadership":
            self.lexicon.set_number(fields, "leadership", found[1])
        else:
            name = {"class": "class_", "ability": "ability"}[found[0]]
            fields[name] = self.lexicon.item(found[1], ("class",))

    def _shared_word(self, fields: Fields, word: str) -> bool:
        found = self.lexicon.key(word, ("combat value", "notes"))
        if found and found[0] == "notes":
            fields["notes"] = self.lexicon.text(found[1])
        elif found:
            self.lexicon.set_number(fields, "combat_value", found[1])
        return found is not None

    def _gear(self, fields: Fields, word: str, kinds: tuple[Kind, ...]) -> None:
        kind, item = self.lexicon.find(word, kinds)
        rows = {"weapon": "weapons", "role": "roles", "kit": "kit", "trait": "traits"}[kind]
        fields.setdefault(rows, []).append(item)


def counts_first(line: str) -> bool:
    """Return whether a row starts with a count in our own format."""
    return _counted(line)[1] != line


def is_plain_number(line: str) -> bool:
    """Return whether a row starts with a number without a count sign, which may be a line number."""
    rest = line.lstrip("0123456789")
    return rest != line and not rest.lstrip().startswith(TIMES)


def _counted(line: str) -> tuple[int, str]:
    """Return the number of a row and the rest of it: `2x Rossi`, `2 Rossi`, `2 x Rossi`, `x2 Rossi`, `x 2 Rossi`."""
    before = line.startswith(TIMES)
    rest = line[1:].lstrip() if before else line
    digits = next((place for place, sign in enumerate(rest) if not sign.isdecimal()), len(rest))
    label = rest[digits:]
    if not before and label.lstrip().startswith(TIMES):
        after = label.lstrip()[1:]
        label = after if after[:1].isspace() else label
    if 1 <= digits <= 4 and label[:1].isspace():
        return int(rest[:digits]), label.strip()
    return 1, line
