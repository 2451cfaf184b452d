"""An answer on the command line: as a line of JSON, and as a few lines in the players' words."""

import json
from collections.abc import Iterator
from typing import Any

from rules.core.assess import CONTROL
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language, Text, signed

OUTCOMES: dict[str, Text] = {
    "missed": Text("mancato", "missed"),
    "saved": Text("salvo", "saved"),
    "suppressed": Text("soppresso", "suppressed"),
    "killed": Text("eliminato", "killed"),
    "knocked-out": Text("fuori uso", "knocked out"),
    "exploded": Text("esplode", "explodes"),
    "not-pierced": Text("corazza non bucata", "armour not pierced"),
    "near-miss": Text("mancato di poco", "near miss"),
    "shocked": Text("shoccato", "shocked"),
    "wounded": Text("ferito", "wounded"),
    "badly-wounded": Text("ferito grave", "badly wounded"),
    "dead": Text("morto", "dead"),
    "slowed": Text("rallentato", "slowed"),
    "immobilised": Text("immobilizzato", "immobilised"),
    "radio": Text("radio distrutta", "radio destroyed"),
    "turret": Text("torretta bloccata", "turret jammed"),
    "weapon": Text("un’arma distrutta", "a weapon destroyed"),
    "destroyed": Text("distrutto", "destroyed"),
    "damaged": Text("danneggiato", "damaged"),
    "shot-down": Text("abbattuto", "shot down"),
    "morale": Text("controllo del morale", "morale test"),
    "morale-worse": Text("controllo del morale, +1 al dado", "morale test, +1 on the die"),
    "passengers": Text("passeggeri a rischio", "passengers in danger"),
    "engine": Text("motore danneggiato", "engine damaged"),
    "pilot": Text("pilota ucciso", "pilot killed"),
    "nothing": Text("nessun effetto", "no effect"),
    "out": Text("fuori combattimento", "out of the fight"),
    "hit": Text("colpito", "hit"),
    "passed": Text("passato", "passed"),
    "panic": Text("panico", "panic"),
    "surrender": Text("resa", "surrender"),
    "on": Text("sul bersaglio", "on target"),
    "near": Text("vicino, lo copre", "near, covering it"),
    "short": Text("entro la distanza breve", "within short distance"),
    "long": Text("entro la distanza lunga", "within long distance"),
    "under": Text("il bersaglio è sotto", "the target is under it"),
    "away": Text("lontano", "away"),
}

PARTS: dict[str, Text] = {
    "need": Text("Serve", "Needs"),
    "dice": Text("Dadi", "Dice"),
    "chance": Text("Probabilità", "Chance"),
    "any": Text("Almeno uno ci riesce", "At least one succeeds"),
    "gates": Text("Prima", "First"),
    "modifiers": Text("Modificatori", "Modifiers"),
    "hits": Text("Colpi", "Hits"),
    "expected_hits": Text("Colpi attesi", "Expected hits"),
    "landing": Text("Dove cade", "Where it lands"),
    "outcomes": Text("Esito", "Outcome"),
    "save": Text("Salvezza", "Save"),
    "penetration": Text("Buca la corazza", "Pierces armour"),
    "occupant_killed": Text("Un occupante muore", "An occupant dies"),
    "expected": Text("Figure attese", "Expected figures"),
    "expected_kills": Text("Perdite attese", "Expected losses"),
    "value": Text("Valore", "Value"),
    "curve": Text("Secondo le perdite", "By losses"),
    "wins": Text("Vince", "Wins"),
    "ties": Text("Pari", "Ties"),
    "loses": Text("Perde", "Loses"),
    "decided": Text("Vince, alla fine", "Wins in the end"),
    "casualties": Text("Perdite", "Casualties"),
    "expected_casualties": Text("Perdite attese", "Expected casualties"),
    "wiped_out": Text("Tutti persi", "All lost"),
    "attackers": Text("Chi attacca", "Attackers"),
    "defenders": Text("Chi difende", "Defenders"),
    "target": Text("Il bersaglio", "The target"),
    "men": Text("Uomini", "Men"),
    "staying_power": Text("Colpi per metterne fuori la metà", "Hits to put half of them out of action"),
    "still": Text("da fermi", "still"),
    "moved": Text("in movimento", "after moving"),
    "open": Text("allo scoperto", "in the open"),
    "cover": Text("al riparo", "in cover"),
    "squad": Text("Squadra", "Squad"),
    "platoon": Text("Plotone", "Platoon"),
    "kills": Text("perdite", "losses"),
}

QUESTIONS: dict[str, Text] = {
    "fire": Text("tiro", "fire"),
    "save": Text("tiro salvezza o danni", "save or damage"),
    "covering-fire": Text("fuoco di copertura", "covering fire"),
    "suppression": Text("soppressione", "suppression"),
    "morale": Text("morale", "morale"),
    "spotting": Text("avvistamento", "spotting"),
    "melee": Text("corpo a corpo", "melee"),
    "storming": Text("incursione", "storming"),
    "initiative": Text("iniziativa", "initiative"),
    "bombardment": Text("bombardamento", "bombardment"),
    "roll": Text("tiro di dado", "roll"),
    "profile": Text("profilo della lista", "list profile"),
}

# Modifiers and gates that are not situations.
UNTOLD: dict[str, Text] = {
    "class": Text("classe", "class"),
    "target-class": Text("classe del bersaglio", "class of the target"),
    "weapon": Text("arma", "weapon"),
    "area": Text("tiro ad area", "area fire"),
    "short-range": Text("distanza breve", "short range"),
    "long-range": Text("distanza lunga", "long range"),
    "side": Text("fianco o retro", "side or rear"),
    "indirect": Text("tiro indiretto", "indirect fire"),
    "badly-wounded": Text("feriti gravi vicini", "badly wounded men nearby"),
    "spotting": Text("avvistare", "spotting"),
    "contact": Text("contattare chi tira", "contacting the guns"),
    "support-fire": Text("fuoco di supporto", "support fire"),
    "mortars": Text("mortai", "mortars"),
}


Answer = dict[str, Any]


def json_line(answer: Answer, file: str, line: int | None = None) -> bytes:
    where: Answer = {"file": file} if line is None else {"file": file, "line": line}
    return json.dumps(where | answer).encode() + b"\n"


def text_for_people(answer: Answer, where: str, catalogue: Catalogue, language: Language) -> str:
    """Return an answer as a few lines; control characters become dots."""
    named = f" “{answer['id']}”" if answer.get("id") else ""
    names = _Names(catalogue, language)
    lines = [f"{where}: {catalogue.title.to(language)}, {QUESTIONS[answer['question']].to(language)}{named}"]
    if "because" in answer:
        lines.append(f"  {answer['because']['text']} ({answer['because']['source']})")
    lines += (f"  {line}" for line in _lines(answer, names))
    return "".join(CONTROL.sub("·", line) + "\n" for line in lines)


class _Names:
    """The names of situations, outcomes and parts of an answer in a language."""

    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        self.language = language
        self.known = UNTOLD | {fact.id: fact.name for fact in catalogue.odds.situations}

    def fact(self, name: str) -> str:
        return self.known[name].to(self.language) if name in self.known else name

    def part(self, name: str) -> str:
        return PARTS[name].to(self.language)

    def outcome(self, name: str) -> str:
        return OUTCOMES[name].to(self.language) if name in OUTCOMES else name


def _lines(part: Answer, names: _Names) -> Iterator[str]:
    """Yield a line for each readable field of an answer, with inner ones indented."""
    for name, value in part.items():
        if name == "distances":
            yield from (line for one in value for line in _distance(one, names))
        elif name == "staying_power":
            both = ", ".join(
                f"{names.part(place)} {_number(value[place]['hits'])}" for place in ("open", "cover")
            )
            yield f"{names.part(name)}: {both}"
        elif name == "morale":
            yield from (f"{names.part('squad')} {one['squad'] + 1}: {_curve(one['curve'])}" for one in value)
        elif name in PARTS and value not in (None, []):
            yield from _field(name, value, names)


def _field(name: str, value: Any, names: _Names) -> Iterator[str]:
    label = names.part(name)
    if name in ("target", "attackers", "defenders", "platoon"):
        yield f"{label}:"
        yield from (f"  {line}" for line in _lines(value, names))
    elif name == "modifiers":
        yield f"{label}: " + ", ".join(_modifier(one, names) for one in value)
    elif name == "gates":
        yield f"{label}: " + ", ".join(f"{names.fact(gate['id'])} {_need(gate['need'])}" for gate in value)
    elif name in ("need", "save", "penetration"):
        yield f"{label}: {_need(value)}"
    elif name in ("hits", "casualties", "curve"):
        yield f"{label}: {_curve(value)}"
    elif name in ("outcomes", "landing", "expected"):
        show = _number if name == "expected" else _percent
        yield f"{label}: " + ", ".join(f"{names.outcome(key)} {show(one)}" for key, one in value.items())
    elif isinstance(value, dict):
        yield f"{label}: {_number(value) if name.startswith('expected') else _percent(value)}"
    else:
        yield f"{label}: {value}"


def _distance(one: Answer, names: _Names) -> Iterator[str]:
    for motion in ("still", "moved"):
        cells = [
            f"{names.part(place)} {_number(one[motion][place]['hits'])}"
            f" ({_number(one[motion][place]['kills'])} {names.part('kills')})"
            for place in ("open", "cover")
        ]
        yield f"{one['distance']} cm, {names.part(motion)}: " + ", ".join(cells)


def _modifier(one: Answer, names: _Names) -> str:
    change = "½" if "times" in one else signed(one["by"])
    return f"{names.fact(one['id'])} {change} ({one['source']})"


def _need(need: dict[str, int] | None) -> str:
    if need is None:
        return "–"
    return f"{need['at_least']}+" if "at_least" in need else f"≤ {need['at_most']}"


def _curve(values: list[Answer]) -> str:
    return ", ".join(f"{number}: {_percent(one)}" for number, one in enumerate(values))


def _percent(one: Answer) -> str:
    return f"{one['fraction']} ({one['decimal'] * 100:.2f}%)"


def _number(one: Answer) -> str:
    return f"{one['decimal']:.2f}"
