"""The words of headings in price tables: the table that they begin, and what a column says."""

from itertools import pairwise

from rules.core.text import plain

SECTIONS: dict[str, str] = {
    word: table
    for table, words in {
        "classes": (
            "truppe truppa troops troop classi classe classes class qualita quality fanteria infantry figure figures "
            "soldati soldiers uomini men modelli models unita units unit miniature miniatures guerrieri warriors "
            "combattenti fighters profili profiles tipi types"
        ),
        "weapons": "armi arma weapons weapon armamento guns artiglieria artillery cannoni",
        "vehicles": "mezzi mezzo veicoli veicolo vehicles vehicle macchine automobili cars boats boat barche",
        "extras": (
            "extra extras opzioni opzione options option upgrades upgrade potenziamenti abilita abilities ability "
            "skills skill supporti supporto support tratti traits regole rules bonus vantaggi perks"
        ),
        "roles": "ruoli ruolo roles role specialisti specialists specialist specialita",
        "kit": "equipaggiamento equipaggiamenti equipment gear kit dotazioni dotazione oggetti items",
        "sides": "fazioni fazione factions faction parti sides side schieramenti eserciti armies",
    }.items()
    for word in words.split()
}


def _all(words: str) -> frozenset[str]:
    return frozenset(words.split())


NAMES = _all(
    "nome name voce item articolo descrizione unita unit modello model tipo truppa arma weapon troops classe class "
    "figura figure mezzo vehicle"
)
POINTS = _all("punti punto pti pt pts p points point costo cost costi prezzo price prezzi prices valore value pv")
KINDS = _all("tipo categoria category kind type gruppo group sezione section tabella table")
NOTES = _all(
    "note notes nota regole rules speciale special effetto effect effetti effects testo text descrizione "
    "description commento comment"
)
STATS = _all(
    "morale mor mrl mov movimento move movement mv qualita quality q def difesa defence defense tiro fuoco shoot "
    "shooting bs ws melee mischia corpo cc vita pf hp wounds ferite salvezza save ts sv armour armatura armor "
    "range gittata portata dadi dice attacchi attacks att atk forza strength str iniziativa init combattimento "
    "combat coraggio courage abilita skill penetrazione pen ap"
)
LIMITS = _all("limite limit")
WEAK = _all("supporti supporto support")  # "support weapons" are weapons


def words_of(cell: str) -> list[str]:
    """Return the words of a heading: letters only, without accents and capitals."""
    return "".join(letter if letter.isalnum() else " " for letter in plain(cell)).split()


def table_of(cell: str) -> str:
    """Return the table that a heading begins, "" if none: its first word that says so decides."""
    words = [word for word in words_of(cell) if word in SECTIONS]
    found = next((word for word in words if word not in WEAK), words[0] if words else "")
    return SECTIONS.get(found, "")


def is_note(head: str) -> bool:
    """Whether the heading of a column only says that it has notes."""
    return not NOTES.isdisjoint(words_of(head))


def limit_in(line: str) -> int | None:
    """Return the limit of points that a line says: "limite 150 punti"."""
    words = words_of(line)
    for word, after in pairwise(words):
        if word in LIMITS and after.isdigit() and len(after) <= 3:
            return int(after) or None
    return None
