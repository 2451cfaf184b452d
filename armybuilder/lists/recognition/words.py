"""Words of lists in both languages, which mean the same in every ruleset."""


def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a text, for tables of them."""
    return tuple(text.split())


TIMES = ("x", "×", "*")
UNITS = ("pt", "pts", "p", "pti", "punto", "punti", "point", "points")
NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "un uno una one a an", "due two", "tre three", "quattro four", "cinque five", "sei six", "sette seven",
            "otto eight", "nove nine", "dieci ten", "undici eleven", "dodici twelve", "tredici thirteen",
            "quattordici fourteen", "quindici fifteen", "sedici sixteen", "diciassette seventeen",
            "diciotto eighteen", "diciannove nineteen", "venti twenty",
        ),
        1,
    )
    for word in words.split()
}  # fmt: skip
# Numbers of several words, the longest first.
GROUPS = {
    ("half", "a", "dozen"): 6,
    ("mezza", "dozzina"): 6,
    ("half", "dozen"): 6,
    ("una", "dozzina"): 12,
    ("a", "dozen"): 12,
    ("una", "mezza", "dozzina"): 6,
    ("una", "coppia"): 2,
    ("un", "paio"): 2,
    ("a", "couple"): 2,
    ("a", "pair"): 2,
    ("dozzina",): 12,
    ("dozen",): 12,
    ("coppia",): 2,
    ("paio",): 2,
    ("couple",): 2,
    ("pair",): 2,
    ("zero",): 0,
}
ABOUT: dict[tuple[str, ...], int] = {("una", "decina"): 10, ("una", "quindicina"): 15, ("una", "ventina"): 20}
BEGINNING = frozenset(words[0] for words in (*GROUPS, *ABOUT))
# Words that are written with a point in the middle: p.ti, n.ro, q.tà, s.ten.
SHORT_FORMS = {"pti": "pti", "nro": "nro", "qta": "qta", "sten": "sottotenente"}
CALIBRES = ("12.7", "14.5")  # of machine guns; no other number has such a part
OF_CALIBRES = ("mm", "cm", "pdr", "pounder", "inch", "pollici")  # a number before one of them counts nothing
LIKE_DIGITS = str.maketrans("oil", "011")  # letters that are typed, or read by a scanner, for digits

WITH = frozenset(words_in("con col coi with w"))
AND = frozenset(("e", "ed", "and", "plus", "piu", "ne", "nor"))
OF_THEM = frozenset(
    words_in("cui which whom them including incl compreso compresi comprese incluso inclusa inclusi incluse")
)  # of which
OR = frozenset(("o", "or", "oppure"))
ADDING = WITH | AND
# Words that say that a thing is not bought.
DENYING = frozenset(
    words_in(
        "no nope nah non not neanche nemmeno neppure nessun nessuno nessuna niente senza without none zero minus "
        "meno tranne except instead replaces replacing posto sostituisce "
        "escluso esclusa esclusi escluse"
    )
)
# Words of numbers: what follows is how many, or what it costs; each of the men costs so much.
HOW_MANY = frozenset(words_in("n nr nro num numero number qty qta quantita quantity"))
HOW_MUCH = frozenset(words_in("costo costa costano cost costs prezzo price valore value at a"))
EACH = frozenset(
    words_in("each ea cad cadauno cadauna ciascuno ciascuna testa ognuno apiece tutti tutte all")
)
# Words before a colon that say nothing of what follows: “Support: 1 howitzer”.
LABELS = frozenset(
    words_in(
        "support supporto vehicle veicolo mezzo attached aggregati armour armor transport trasporto rinforzi"
    )
)
# Words of sentences: who speaks, and what someone is, has or does.
SAYING = frozenset(
    words_in(
        "is are was were am be been being has have had having will would could should do does did don dont doesnt "
        "didnt im ive we you your he she they them let lets this that these those here there "
        "sorry thanks cheers please hope hopefully think "
        "because so when since while if what who where how someone anyone everyone everybody"
    )
) | frozenset(
    words_in(
        "scusate scusa spero penso credo "
        "io porto portiamo mando faccio ciao allora ecco grazie saluti "
        "sono siamo siete era erano sara ho hai ha abbiamo avete hanno mi ti ci vi noi voi loro chi qualcuno dove "
        "questo questa questi queste che perche pero quindi quando invece anche ancora qui"
    )
)
# Labels of what is said about a list: “Note: …”.
NOTES = frozenset(
    words_in("note nota notes ps nb tattica tattiche tactics obiettivo objective painted dipinti")
)
# Words behind which a condition follows: what stands before them is taken perhaps.
IF = frozenset(("if", "se"))
# Words that say whose weapon someone serves: loader for the BAR.
FOR = frozenset(words_in("for per del della dello of"))
# Words that say on which vehicle a weapon stands.
ON = frozenset(words_in("on onto atop aboard su sul sulla sullo sopra"))
MOUNTED = frozenset(words_in("mounted montato montata montati montate"))
# Words that join others and mean nothing by themselves.
JOINING = frozenset(
    (
        *ADDING,
        *OR,
        *HOW_MANY,
        *EACH,
        *words_in("per for su on ogni di da del dello della dei degli delle d of"),
        *words_in("al alla in nel nella the il lo la i gli le l si yes ok pz pezzi pcs"),
        *(*ON, *MOUNTED),
        *words_in("suo sua suoi sue his her their its mio mia my"),
        *words_in("a an un uno una no classe class mezzo vehicle livello level liv lvl lv"),
    )
)
# Words of lists that are no typing errors of anything.
COMMON = frozenset(
    (
        *DENYING,
        *SAYING,
        *HOW_MUCH - {"at"},
        *words_in("se if ma but che tra among porta portano carries carry brings bring attached"),
        *words_in(
            "half meta first second third primo prima secondo seconda terzo terza counts foot piedi fuori casa contro "
            "against versus tanti alcuni several some"
        ),
        *OF_THEM,
        *words_in("comando command hq lista list forza force nota note punti points gioco game ruolo role"),
        *words_in("regole rules ruleset regolamento edizione edition ed edn"),
    )
)
LIMIT = frozenset(("limite", "limit", "max", "massimo", "maximum"))
LEVEL = frozenset(("livello", "level", "liv", "lvl", "lv"))

SQUAD_WORDS = (
    "squadra", "squad", "sezione", "section", "plotone", "platoon", "fire team", "team", "gruppo", "group", "unità",
)  # fmt: skip
# Words that say that a squad follows, and are its name too.
UNIT_WORDS = (
    "pattuglia", "patrol", "compagnia", "company", "banda", "gang", "cellula", "cell", "nucleo", "detachment",
    "distaccamento",
)  # fmt: skip
VEHICLES = ("mezzi", "veicoli", "vehicles")  # a heading that says nothing: they stand in the squads
LEADERSHIP_WORDS = ("lead", "ld", "ldr")
LEVEL_WORDS = ("comando", "command", "carisma")  # of leadership, where a level follows
COMBAT_WORDS = (
    "vc",
    "cv",
    "valore",
    "value",
    "val comb",
    "valore comb",
    "valore di comb",
    "combat",
    "combat val",
)
PASS_WORDS = ("passaggio", "passaggi", "pass", "passes")
# What is written down, and not taken, or perhaps.
RESERVE_WORDS = (
    "riserva", "riserve", "in riserva", "di riserva", "reserve", "reserves", "in reserve", "sideboard", "panchina",
    "bench", "opzionale", "opzionali", "optional", "facoltativo", "facoltativi", "eventuale", "eventuali",
    "eventualmente", "forse", "magari", "maybe", "perhaps", "se avanza", "se avanzano", "se avanzano punti",
    "se avanzano i punti", "se ci stanno", "se ci sta", "se ci stanno i punti", "se bastano i punti",
    "se restano punti", "if points allow", "points permitting", "if there is room", "if points left",
    "if there are points left",
    "if it fits", "if they fit", "wishlist", "wish list", "da confermare", "da decidere",
    "to be confirmed", "tbc", "tbd", "undecided", "esclusi", "scartati", "non presi", "left out", "not taken",
    "dropped", "removed", "tolto", "tolta", "tolti",
    "spare", "spares", "scorta", "scorte", "di scorta", "alternativa", "alternative", "alternatives", "in alternativa",
)  # fmt: skip
TOTAL_WORDS = (
    "totale",
    "total",
    "tot",
    "totale punti",
    "punti totali",
    "total points",
    "somma",
    "subtotale",
    "subtotal",
    "sub total",
    "parziale",
    "grand total",
    "sum",
    "in tutto",
    "in totale",
    "in all",
    "all in",
    "altogether",
    "all told",
)
