"""The heading of a squad in our own format."""

import msgspec

from armybuilder.lists.exchange.our_format import words as vocabulary
from armybuilder.lists.exchange.our_format.lexicon import Fields, Lexicon, NotExactError
from armybuilder.lists.exchange.our_format.scanning import split
from armybuilder.lists.exchange.our_format.words import both, folded
from rules.core.document.naming import squad_label
from rules.core.document.roster import Modifiers, Squad


def squad_fields(lexicon: Lexicon, title: str, number: int) -> Fields:
    """Return the fields of the squad in a heading, the `number`th of the list. Raises NotExactError."""
    parts = split(title, "·")
    if not parts:
        raise NotExactError
    name, *attributes = parts
    squad: Fields = {"name": ""}
    for attribute in attributes:
        _squad_word(lexicon, squad, attribute)
    label = lexicon.text(name)
    unnamed = squad_label(Squad(name="", kind=squad.get("kind", "squad")), number)
    if name.startswith('"') or folded(label) not in both(unnamed):
        squad["name"] = label
    return squad


def _squad_word(lexicon: Lexicon, squad: Fields, word: str) -> None:
    found = lexicon.key(word, ("list of", "in the force", "leader ability", "motivation", "fanatics"))
    kinds = {text: kind for kind, name in vocabulary.SQUAD_KINDS.items() for text in both(name)}
    if found and found[0] in ("list of", "leader ability"):
        field_name = {"list of": "list_class", "leader ability": "leader_ability"}[found[0]]
        squad[field_name] = lexicon.item(found[1], ("class",))
    elif found and found[0] == "in the force":
        squad["force_squad"] = found[1]
    elif found:
        name = {"motivation": "motivation", "fanatics": "fanatic"}[found[0]]
        modifiers = msgspec.structs.asdict(squad.get("modifiers", Modifiers()))
        lexicon.set_number(modifiers, name, found[1])
        squad["modifiers"] = Modifiers(**modifiers)
    elif folded(word) in kinds:
        squad["kind"] = kinds[folded(word)]
    else:
        kind, item = lexicon.find(word, ("class", "trait"))
        if kind == "class":
            squad["class_"] = item
        else:
            squad.setdefault("traits", []).append(item)
