"""How unlikely it is that two parts of a line are about one thing."""

from armybuilder.lists.recognition.carrying import Carrying
from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.grouping import HARD
from armybuilder.lists.recognition.pieces import GEAR
from rules.core.catalogue.catalogue import Catalogue


def loss_of_joining(row: Draft, part: Draft, catalogue: Catalogue) -> float:
    """Return how unlikely it is that two parts of a line are about one thing."""
    known, head = row.head, part.head
    gear = {term.text for term in part.terms if term.kind in GEAR}
    is_shared = bool(gear & {term.text for term in row.terms}) and (part.name or part.has("name"))
    if part.of_them or is_shared:
        return 3.0  # two of them with an SMG; Rossi and Bianchi, rifle
    carrying = Carrying(catalogue)
    lost = 0.0
    if part.count and row.count and not part.has_article and (part.count != row.count or part.count == 1):
        lost += 3.0
    if (row.price is not None or row.loose) and (part.price is not None or part.loose):
        lost += 1.0
    if known and head and part.sign in HARD and not (known.named or head.named) and head.kind == "vehicle":
        lost += 3.0  # Sherman, halftrack
    elif known and head and known.text == head.text:
        lost += 1.5  # rifleman, rifleman
    elif known and head and not {*known.meanings} & {*head.meanings}:
        is_plain = carrying.is_plain(head) or carrying.is_plain(known)
        is_same = carrying.is_named_again(known, head) or is_plain
        lost += 0.0 if is_same else 3.0 if max(part.count, row.count) > 1 else 1.0
        lost += 2.0 if known.kind != head.kind and {"vehicle", "extra"} & {known.kind, head.kind} else 0.0
        if (carrying.leads(known) or known.kind == "leadership") and carrying.is_plain(head):
            lost += 3.0 if max(row.count, part.count) > 1 else 1.5  # a sergeant and 6 men
    elif part.count > 1 and part.sign in ("and", "+"):
        lost += 2.0
    if part.count > 1 and known and (carrying.leads(known) or known.kind == "leadership") and not head:
        lost += 3.0  # a sergeant, 3 rifles
    if not (known or head) and carrying.is_special(part) and carrying.is_special(row):
        is_same = part.sign not in HARD and bool(carrying.weapons(row) & carrying.weapons(part))
        lost += 0.0 if is_same else 1.5
    if row.count > 1 and head and part.sign in ("and", "+") and not carrying.is_plain(head):
        lost += 2.0
    is_joined = part.sign in ("and", "+") and bool(part.count > 1 or part.head)
    lost += 0.8 if is_joined and (known or row.has("weapon")) else 0.0
    is_gun = row.has("weapon") and not known and row.count <= 1
    if is_gun and head and part.count > 1:
        lost += 2.0  # a gun with 2 men
    elif carrying.is_crew_of(row, part) and (part.count > 1 or part.sign in ("and", "+", "with", ",")):
        lost += 2.0  # an MMG + loader
    if part.has_article and row.count > 1:
        lost += 3.0  # two jeeps, one with an LMG
    return lost
