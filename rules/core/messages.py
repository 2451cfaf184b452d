"""The sentences of the report, in both languages: what is so, then what to do.

They belong to the functions of the checks (`extra-limit`, and `extra-limit.level` where one has several), so that
whatever code a ruleset gives to a check has a sentence, and they name nothing that is of one ruleset only; what can
be said in a game's own words stands in `wording.py`. A template
names the facts of its finding: `{weapon}` prints one, `{over:punto|punti}` prints a number with its noun, the singular
for 1. A number and its unit are glued (U+00A0).
"""

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any

from rules.core.text import Language, Text
from rules.core.wording import WORDING

if TYPE_CHECKING:
    from rules.core.report import Finding

SENTENCES: dict[str, Text] = {
    "over-limit": Text(
        it="La lista supera di {over:punto|punti} il limite di {limit}. "
        "Puoi salvarla, condividerla e stamparla lo stesso.",
        en="The list is {over:point|points} over the limit of {limit}. You can save, share and print it all the same.",
    ),
    "empty": Text(
        it="La lista è vuota. Comincia da un leader.",
        en="The list is empty. Begin with a leader.",
    ),
    "no-leader": Text(
        it="{squad} non ha un leader: dai la leadership a una figura.",
        en="{squad} has no leader: give one figure leadership.",
    ),
    "no-leader-role": Text(
        it="{squad}: nessuna figura ha questo ruolo, {role}. Dallo a una.",
        en="{squad}: no figure has this role, {role}. Give it to one.",
    ),
    "platoon-commander": Text(
        it="Più squadre e più leader di pari grado: segna chi comanda il plotone.",
        en="More than one squad, and leaders of equal rank: mark who commands the platoon.",
    ),
    "platoon-commander.many": Text(
        it="{marked:figura comanda|figure comandano} il plotone: lasciane una.",
        en="{marked:figure commands|figures command} the platoon: keep one.",
    ),
    "mixed-classes": Text(
        it="{squad} mescola più classi: per il morale vale la più numerosa, a pari numero la peggiore.",
        en="{squad} mixes troop classes: morale uses the most numerous, on a tie the worse one.",
    ),
    "mixed-sides": Text(
        it="La lista mescola {sides}: per le regole sono parti diverse.",
        en="The list mixes {sides}: to the rules they are different sides.",
    ),
    "class-shift": Text(
        it="{figure} ({troops}) si allontana di più di {most:livello|livelli} da {named}, la classe della lista.",
        en="{figure} ({troops}) is more than {most:step|steps} from {named}, the class its army list names.",
    ),
    "recommended-size": Text(
        it="Una squadra da sola va da {least} a {most} figure: questa ne ha {figures}.",
        en="A lone squad has {least} to {most} figures: this one has {figures}.",
    ),
    "squad-size": Text(
        it="Una squadra va da {least} a {most} figure: {squad} ne ha {figures}.",
        en="A squad has {least} to {most} figures: {squad} has {figures}.",
    ),
    "crew-per-weapon": Text(
        it="{squad} ha {weapons:arma|armi} da due uomini ({names}) e {crew:figura|figure} in questo ruolo: {role}.",
        en="{squad} has {weapons:weapon|weapons} for two men ({names}), {crew:figure|figures} in this role: {role}.",
    ),
    "crew-per-squad": Text(
        it="{squad} ha un’arma da servire ({names}) e nessuna figura in questo ruolo: {role}.",
        en="{squad} has a crew-served weapon ({names}) and no figure in this role: {role}.",
    ),
    "two-support-weapons": Text(
        it="{figure} porta più di un’arma di supporto: lasciane una.",
        en="{figure} carries more than one support weapon: keep one.",
    ),
    "weapon-not-mountable": Text(
        it="{vehicle} non può montare quest’arma: {weapon}. Toglila.",
        en="{vehicle} cannot mount {weapon}: take it off.",
    ),
    "weapon-not-mountable.foot": Text(
        it="{figure} non può portare a piedi quest’arma: {weapon}. Toglila.",
        en="{figure} cannot carry {weapon} on foot: take it off.",
    ),
    "vehicle-weapons-included": Text(
        it="{vehicle} ha già le sue armi nel prezzo. Togli quella comprata: {weapon}.",
        en="{vehicle} has its weapons in the price: take {weapon} off.",
    ),
    "vehicle-weapon-count": Text(
        it="{vehicle} ha {weapons} armi comprate: più di {most} sono tante per un veicolo.",
        en="{vehicle} has {weapons} bought weapons: more than {most} are many for one vehicle.",
    ),
    "unpriced": Text(
        it="{carrier}: in questa edizione manca un prezzo per quest’arma, {weapon}. Toglila, o dalle un prezzo "
        "nelle interpretazioni.",
        en="{carrier}: this edition has no price for {weapon}. Take it off, or give it a price under the rulings.",
    ),
    "combat-value": Text(
        it="{carrier}: manca il valore di combattimento. Chiedilo all’arbitro.",
        en="{carrier}: the combat value is missing. Ask the referee.",
    ),
    "not-in-ruleset": Text(
        it="In questa edizione «{item}» non c’è.",
        en="This edition has no “{item}”.",
    ),
    "extra-scope.squad": Text(
        it="{extra} si compra per una squadra, non per tutta la lista.",
        en="{extra} is bought for a squad, not for the whole list.",
    ),
    "extra-scope.list": Text(
        it="{extra} si compra per tutta la lista, non per una squadra.",
        en="{extra} is bought for the whole list, not for a squad.",
    ),
    "extra-condition": Text(
        it="{extra}: nella lista non ci sono {names}.",
        en="{extra}: the list has no {names}.",
    ),
    "extra-condition.squad": Text(
        it="{extra}: solo per squadre formate da {names}.",
        en="{extra}: only for squads made up of {names}.",
    ),
    "extra-excludes": Text(
        it="{extra} e {other} non stanno nella stessa lista.",
        en="{extra} and {other} cannot stand in one list.",
    ),
    "extra-limit": Text(
        it="{extra}: al massimo {most:volta|volte}.",
        en="{extra}: {most:time|times} at most.",
    ),
    "extra-limit.level": Text(
        it="{extra}: il livello più alto è {most}.",
        en="{extra}: the highest level is {most}.",
    ),
    "extra-limit.no-levels": Text(
        it="{extra} non ha livelli.",
        en="{extra} has no levels.",
    ),
    "extra-limit.shared": Text(
        it="{names}: insieme al massimo {most:volta|volte}.",
        en="{names}: {most:time|times} at most, counted together.",
    ),
    "extra-limit.passes": Text(
        it="{extra}: da {least} a {most} passaggi.",
        en="{extra}: {least} to {most} passes.",
    ),
    "scope-overlap": Text(
        it="{extra}: c’è per tutta la lista e anche per una squadra. Lascia l’uno o l’altro.",
        en="{extra}: bought for the whole list and for a squad too. Keep one.",
    ),
    "cheaper-scope": Text(
        it="{extra} per tutta la lista costa {points}: per una sola squadra ne costa {cheaper}.",
        en="{extra} for the whole list costs {points}: with one squad {cheaper:point is|points are} enough.",
    ),
    "cheaper-scope.list": Text(
        it="{extra} squadra per squadra costa {points}: per tutta la lista ne costa {cheaper}.",
        en="{extra} squad by squad costs {points}: for the whole list {cheaper:point is|points are} enough.",
    ),
    "extra-needs-side": Text(
        it="{extra}: serve solo con figure di questa parte, {side}, o con questo extra: {unless}.",
        en="{extra}: of use only with figures of this side, {side}, or with this extra: {unless}.",
    ),
    "section-size": Text(
        it="{squad}, sezione {section}: {figures:figura|figure}. Una sezione ne ha {size}.",
        en="{squad}, section {section}: {figures:figure|figures}. A section has {size}.",
    ),
    "section-leader": Text(
        it="{squad}, sezione {section}: {leaders:figura|figure} in questo ruolo, {role}. Ne serve una.",
        en="{squad}, section {section}: {leaders:figure|figures} in this role, {role}. It needs one.",
    ),
    "section-unassigned": Text(
        it="{squad} è divisa in sezioni, ma {figure} non sta in nessuna.",
        en="{squad} is split into sections, but {figure} is in none.",
    ),
    "section-leader-not-allowed": Text(
        it="{squad}: {figure} non può avere questo ruolo, {role}. L’abilità è troppo bassa.",
        en="{squad}: {figure} cannot have this role, {role}. The ability is too low.",
    ),
    "sniper-team": Text(
        it="{squad}: una squadra di tiratori scelti ha {size} figure, qui {figures:figura|figure}.",
        en="{squad}: a sniper team has {size} figures, here: {figures:figure|figures}.",
    ),
    "sniper-team.class": Text(
        it="{squad}: una squadra di tiratori scelti non è mai di {classes}.",
        en="{squad}: a sniper team is never of {classes}.",
    ),
    "scout": Text(
        it="{squad}: {scouts:figura|figure} in questo ruolo, {role}. Al massimo {most}.",
        en="{squad}: {scouts:figure|figures} in this role, {role}. At most {most}.",
    ),
    "scout.class": Text(
        it="{squad}: questo ruolo, {role}, è solo per squadre di {classes}.",
        en="{squad}: this role, {role}, is only for squads of {classes}.",
    ),
    "observer-section": Text(
        it="{squad}: una sezione osservatori ha {size} figure, qui {figures:figura|figure}.",
        en="{squad}: an observer section has {size} figures, here: {figures:figure|figures}.",
    ),
}

READING: dict[str, Text] = {
    "size": Text(
        it="il file pesa più di {most:megabyte|megabyte}: una lista ne pesa molto meno",
        en="the file is larger than {most:megabyte|megabytes}: a list is far smaller",
    ),
    "utf-8": Text(it="non è testo UTF-8 (byte {byte})", en="this is not UTF-8 text (byte {byte})"),
    "json": Text(
        it="non è JSON alla riga {line}, colonna {column}", en="not JSON at line {line}, column {column}"
    ),
    "constant": Text(it="{word} non è un numero", en="{word} is not a number"),
    "nesting": Text(it="troppi livelli uno dentro l’altro", en="nested too deep"),
    "digits": Text(it="un numero ha troppe cifre", en="a number has too many digits"),
    "twice": Text(it='"{word}" c’è due volte', en='"{word}" is there twice'),
    "characters": Text(
        it="il testo contiene un carattere che non si può scrivere",
        en="the text has a character that cannot be written",
    ),
    "missing": Text(it='manca "{word}"', en='"{word}" is missing'),
    "field": Text(it='campo sconosciuto "{word}"', en='unknown field "{word}"'),
    "type": Text(it="qui ci va {expected}", en="this must be {expected}"),
    "choice": Text(it='"{word}" non va: {expected}', en='"{word}" will not do: {expected}'),
    "least": Text(it="il minimo è {expected}", en="the least is {expected}"),
    "most": Text(it="il massimo è {expected}", en="the most is {expected}"),
    "shortest": Text(it="non può essere vuoto", en="it cannot be empty"),
    "longest": Text(it="al massimo {expected} caratteri", en="{expected} characters at most"),
    "entries": Text(it="al massimo {expected}", en="{expected} at most"),
    "repeated": Text(it="lo stesso valore c’è due volte", en="the same value is there twice"),
    "form": Text(it='"{word}" non è scritto come si deve', en='"{word}" is not in the right form'),
    "shape": Text(it="non è una lista armylist/1", en="this is not an armylist/1 list"),
    "ruleset": Text(it='regolamento sconosciuto "{word}"', en='unknown ruleset "{word}"'),
    "class": Text(it='classe sconosciuta "{word}"', en='unknown class "{word}"'),
    "weapon": Text(it='arma sconosciuta "{word}"', en='unknown weapon "{word}"'),
    "vehicle": Text(it='veicolo sconosciuto "{word}"', en='unknown vehicle "{word}"'),
    "extra": Text(it='extra sconosciuto "{word}"', en='unknown extra "{word}"'),
    "role": Text(it='ruolo sconosciuto "{word}"', en='unknown role "{word}"'),
    "kit": Text(it='equipaggiamento sconosciuto "{word}"', en='unknown kit "{word}"'),
    "trait": Text(it='tratto sconosciuto "{word}"', en='unknown trait "{word}"'),
    "ruling": Text(it='interpretazione sconosciuta "{word}"', en='unknown ruling "{word}"'),
    "option": Text(it='scelta sconosciuta "{word}"', en='unknown option "{word}"'),
    "price": Text(it='prezzo di una cosa sconosciuta "{word}"', en='a price for an unknown item "{word}"'),
    "limit-without-open": Text(
        it='un limite proprio vale solo con "role": "open"',
        en='a limit of one’s own goes only with "role": "open"',
    ),
    "no-class": Text(
        it="né la figura né la sua squadra ha una classe", en="neither the figure nor its squad has a class"
    ),
    "did-you-mean": Text(it='forse "{word}"?', en='did you mean "{word}"?'),
}

# How a type of JSON is called in a sentence.
TYPE_NAMES = {
    "object": "{…}",
    "array": "[…]",
    "string": "“…”",
    "integer": "0, 1, 2, …",
    "boolean": "true, false",
    "null": "null",
}


@cache
def _parts(template: str) -> tuple[tuple[str, str | None, str, str], ...]:
    """A template in parts: (text before a fact, the fact's name or None at the end, its singular, its plural)."""
    parts = []
    for literal, name, spec, _ in Formatter().parse(template):
        one, _, many = (spec or "").partition("|")
        parts.append((literal, name, one, many))
    return tuple(parts)


def fill(template: Text, language: Language, facts: Mapping[str, Any]) -> str:
    """Return a template in `language` with its facts in place."""
    sentence = ""
    for literal, name, one, many in _parts(template.to(language)):
        sentence += literal
        if name is not None:
            fact = facts[name]
            sentence += fact.to(language) if isinstance(fact, Text) else str(fact)
            if many:
                sentence += f"\u00a0{one if fact == 1 else many}"
    return sentence


def sentence(finding: "Finding", language: Language) -> str:
    """Return what a finding says, in `language`."""
    template = WORDING.get((finding.code, finding.message)) or SENTENCES[finding.message]
    return fill(template, language, finding.facts)
