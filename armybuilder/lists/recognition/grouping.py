"""Decide which parts of a line are separate rows, and which belong to the previous row.

A comma may separate men, or the items of one man. If both fit, the user is asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from armybuilder.lists.recognition.carrying import HARD, JOINED, Carrying
from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.pieces import HEADS, Term
from armybuilder.lists.recognition.vocabulary import Meaning
from armybuilder.lists.recognition.words import OF_WEAPONS, WITH
from rules.core.catalogue.catalogue import Catalogue

Relation = tuple[Literal["new", "with"], bool]  # and whether that is certain

NEW: Relation = ("new", True)
BELONGS: Relation = ("with", True)
PERHAPS_NEW: Relation = ("new", False)
PERHAPS_BELONGS: Relation = ("with", False)

NOTE = Meaning("note", "")
SOFT = ("", ".", ")", "(", ":", "-", "|", "with")  # weapons follow these
ALL_WITH = [[word] for word in WITH]


class Grouping(Carrying):
    """Groups the parts of a line."""

    def __init__(self, line: str, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        self.line = line
        self.is_alone = True  # the line has only one thing
        self.source: Draft | None = None  # a row with some men armed differently

    def rows(self, parts: Sequence[Draft]) -> list[Draft]:
        """Return the rows in the parts of a line."""
        things = [part for part in parts if self.is_thing(part)]
        ranks = sum(part.has("leadership") for part in things)
        levels = sum(part.has("leadership") and bool(part.levels) for part in things)
        self.is_alone = len(things) - (levels if ranks > levels else 0) <= 1
        rows: list[Draft] = []
        for part, after in pairwise((*parts, None)):
            assert part
            if part.is_negative or part.is_reserve:
                self.leave_out(rows, part)
            elif not rows:
                rows.append(part)
            elif self.is_choice(rows[-1], part) and choose(rows[-1], part):
                rows[-1].end = part.end
            else:
                self.add(rows, part, after)
        for row in rows:
            row.text = self.line[row.start : row.end].strip() or row.text
        return shared(without_totals(rows), self.line)

    def leave_out(self, rows: list[Draft], part: Draft) -> None:
        """Leave out the words of a part, or of the previous part if it is only a negation."""
        if self.line[part.end : part.end + 1] in (")", "]"):
            part.end += 1
        text = self.line[part.start : part.end]
        if part.says_nothing and rows and not rows[-1].is_only_left_out:
            row = rows[-1]
            row.end = part.end
            row.is_perhaps = part.is_reserve
            row.leave_out(self.line[row.start : part.end])
        elif part.is_reserve or not rows or part.sign in (*HARD, "or"):
            part.is_perhaps = part.is_reserve
            part.leave_out(text)
            rows.append(part)
        else:
            row = rows[-1]
            is_clear = part.terms or not part.words
            (row.left_out if is_clear else row.unknown).append(text.strip(" ()"))  # 4 riflemen not painted
            row.denied += [term.meanings[0] for term in part.terms]
            row.end = part.end

    def add(self, rows: list[Draft], part: Draft, after: Draft | None) -> None:
        """Add a part as a row, or to the last row."""
        last = rows[-1]
        if last.is_only_left_out and not part.says_nothing:
            part.terms = [*map(unsure, part.terms[:1]), *part.terms[1:]] if not part.count else part.terms
            rows.append(part)
            return
        source = self.source if last.of_them and self.source else last
        if self.is_some_of_them(source, part, after):
            self.source = source
            self.take_some(source, part)
            rows.append(part)
            return
        is_with = part.sign == "with" or (part.sign in ("", ".") and last.head and not part.head)
        if is_with and part.is_counted_behind and not (last.count or last.loose):
            last.count, part.count = part.count, 0  # a truck with an HMG x2; rifleman M4 x2
            if part.sign != "with" or last.has("vehicle") or self.is_small(part):
                last.number = Term(f"x{last.count}", (Meaning("count", str(last.count)), NOTE), sure=False)
        what, sure = self.relation(last, part, after)
        is_choice = part.sign == "/" and bool(part.terms) and not part.count  # it may say “or”
        sure = sure and not (is_choice and not self.is_own(last, part))
        if what == "with" and part.count and part.has("weapon"):
            sure = self.take_several(last, part) and sure
        if what == "with" and sure:
            is_price = last.is_lead and last.says_nothing and part.sign in ("", ")", "-")
            if is_price and last.count > part.count > 0:
                last.price, last.count, last.is_lead = last.count, 0, False  # (75) 5 riflemen
            last.absorb(part)
            return
        if not sure:
            part.text = self.line[part.start : part.end].strip()
            part.doubt(is_new=what == "new")
        rows.append(part)

    def take_some(self, row: Draft, part: Draft) -> None:
        """Split some men of the previous row into a new row, as a guess."""
        part.of_them = part.count
        row.count -= part.count
        heads = [term for term in row.terms if term.kind in HEADS]
        part.text = self.line[part.start : part.end].strip()
        part.terms = [*heads, *part.terms]
        part.doubt(is_new=True)

    # ── Two parts ──────────────────────────────────────────────────────────────────────────────────────────────────

    def relation(self, row: Draft, part: Draft, after: Draft | None) -> Relation:
        """Return whether a part starts a row or belongs to the previous row."""
        if row.says_nothing or part.says_nothing:
            return BELONGS
        if part.passes is not None and not part.terms:
            return BELONGS
        if self.is_level(row, part):
            return BELONGS
        if row.is_doubtful_part and part.has("weapon") and not part.head:
            return PERHAPS_NEW if part.count else PERHAPS_BELONGS
        if part.count and not (part.has_article and part.sign == "with"):
            return self.counted(row, part)
        has_numbers = bool(part.loose and (row.loose or row.price is not None))
        if self.is_own(row, part) and not has_numbers:
            return BELONGS  # rifleman, M4
        if row.head and part.head and self.is_described(row, part, row.head, part.head):
            self.keep_one_word(row, part, row.head, part.head)
            return BELONGS
        if part.head:
            return self.headed(row, part, part.head)
        if not part.terms:
            return self.unknown(row, part, after)
        if part.has("weapon"):
            return self.armed(row, part)
        return BELONGS

    def counted(self, row: Draft, part: Draft) -> Relation:
        """Mark a part with a number as new, unless a man can carry several."""
        gear = part.has("weapon") and not part.head
        if gear and part.has_with and row.has("weapon") and part.sign in ("and", "+"):
            return NEW  # two with rifles and one with an SMG
        is_few = not row.count and part.sign == "," and 1 < part.count <= 3 and part.head and not part.head.named
        if is_few and row.head is None and self.is_special(row) and self.is_plain(part.head):
            return PERHAPS_NEW  # a machine gun, 3 men
        if part.count > 1 and self.is_crew_of(row, part):
            return PERHAPS_NEW  # an MMG + 2 crew: its gunner may be one of them
        if gear and self.is_small(part) and row.terms:
            return BELONGS if row.count <= 1 and part.sign == "with" else PERHAPS_BELONGS
        if gear and part.sign in ("with", "(", "|"):
            return PERHAPS_NEW
        if part.sign in ("(", "of") or (part.sign in (":", "-", ".") and row.head):
            return PERHAPS_NEW
        return NEW

    def headed(self, row: Draft, part: Draft, head: Term) -> Relation:
        """Group a part with an item."""
        known = row.head
        if known is None:
            return self.after_no_head(row, part, head)
        if known.kind == head.kind == "leadership" and row.loose and not (part.count or row.has("weapon")):
            return BELONGS  # leader: 1, corporal with MP40
        if known.kind == head.kind == "leadership" and part.levels and not row.levels:
            return BELONGS  # sergeant, leadership 2
        if known.kind == head.kind and set(known.meanings) & set(head.meanings):
            if part.sign == "" and head.kind == "leadership" and not (row.count > 1 or row.words):
                return BELONGS  # squad leader corporal Rossi
            return PERHAPS_NEW if part.sign in (*JOINED, ",") else NEW
        is_rank = {known.kind, head.kind} == {"leadership", "preset"} and self.leads(head) and not part.words
        if is_rank and (part.in_brackets or row.words):
            return BELONGS  # Sgt. (SMG, leader 1); Cpl. Ruffo, leader 1
        if self.roles_of(known) & self.roles_of(head) and not part.words:
            return BELONGS if row.words or part.sign in JOINED else PERHAPS_BELONGS  # Sgt Doyle, squad leader
        if part.sign in ("with", *HARD):
            return NEW
        return PERHAPS_NEW

    def after_no_head(self, row: Draft, part: Draft, head: Term) -> Relation:
        """Group an item after a name or a weapon."""
        if not row.terms:  # unknown words: a name
            is_certain = part.sign in SOFT or head.kind == "leadership"
            if part.sign == "," and self.is_alone and head.kind in ("preset", "role"):
                return PERHAPS_BELONGS  # Rossi, sniper
            return BELONGS if is_certain and head.kind not in ("vehicle", "extra") else PERHAPS_NEW
        if not row.has("weapon"):
            return BELONGS if part.sign in SOFT or head.kind == "leadership" else PERHAPS_NEW
        if part.sign in (*HARD, "with"):
            is_rank = head.kind == "leadership" and part.sign == ","
            return PERHAPS_NEW if is_rank else NEW
        if part.sign == "" and self.is_plain(head) and not part.count:
            part.terms.remove(head)  # a PIAT man
            return BELONGS
        if part.sign in JOINED and len(head.meanings) > 1 and not self.leads(head) and not self.helps(head):
            part.terms.remove(head)  # an HMG gunner is a man with an HMG
            return BELONGS
        return PERHAPS_NEW

    def unknown(self, row: Draft, part: Draft, after: Draft | None) -> Relation:
        """Group unknown words: a name, if his gear follows."""
        if not part.words or not part.words[0].text[:1].isupper() or part.sign not in HARD:
            return BELONGS
        is_name_only = not row.terms and not row.count
        introduces = after is not None and after.sign in ("(", ":", "-", "with") and bool(after.terms)
        return NEW if introduces or (is_name_only and not part.in_brackets) else BELONGS

    def armed(self, row: Draft, part: Draft) -> Relation:
        """Group gear, or a man named after it."""
        known = row.head
        if known and known.kind == "vehicle":
            return self.mounted(part)
        if self.is_small(part) and (known or row.has("weapon") or row.words or row.name):
            return PERHAPS_BELONGS if part.sign == "" and row.terms[-1:] and row.has("weapon") else BELONGS
        if part.sign in SOFT:
            return self.carried(row, part)
        if not row.terms and row.words:  # unknown words, with weapons
            return BELONGS if row.count <= 1 and self.is_alone else PERHAPS_BELONGS
        return self.listed(row, part)

    def carried(self, row: Draft, part: Draft) -> Relation:
        """Group a weapon directly after a man."""
        if row.has("weapon") and part.sign == "" and part.terms[0].text.casefold() in OF_WEAPONS:
            part.terms.clear()
            return BELONGS  # a Sten gun
        if row.has("weapon"):
            has_small = self.is_small(row) and part.sign in ("(", ":", "-")
            if has_small or self.weapons(row) & self.weapons(part):
                return BELONGS
            if part.sign == "with" and row.count > 1 and row.head is None and self.is_second(part):
                return PERHAPS_BELONGS  # 3 rifles with a grenade launcher
            return BELONGS if part.sign == "with" and (row.count <= 1 or row.head) else PERHAPS_NEW
        many = row.count > 2 and self.is_special(part)
        return PERHAPS_BELONGS if many and self.is_plain(row.head) else BELONGS

    def listed(self, row: Draft, part: Draft) -> Relation:
        """Group a weapon after a comma, an “and” or a plus sign."""
        has_weapon = row.has("weapon")
        if has_weapon and row.is_listing and not (row.in_brackets and not part.in_brackets):
            return PERHAPS_BELONGS if row.sign or row.head or row.words else PERHAPS_NEW
        if has_weapon and self.are_of_one(row, part):
            return PERHAPS_BELONGS  # M4 + M203
        if has_weapon:
            return NEW if part.sign != "and" or self.is_special(part) else PERHAPS_NEW
        if row.count > 1 and row.head is None and not self.is_special(part):
            return PERHAPS_BELONGS  # 6 partisans, rifles
        is_single = row.count <= 1 and (row.head is None or not self.is_plain(row.head))
        is_bare = row.head is None or row.head.kind in ("leadership", "role") or self.leads(row.head)
        if is_single and is_bare and not self.is_special(part):
            return BELONGS if self.is_alone or row.is_listing else PERHAPS_BELONGS
        if row.count and self.is_alone and row.head:
            return PERHAPS_BELONGS  # 2 corporals, AK74; 1 man, flamethrower
        if is_single and is_bare:
            is_named = self.is_alone and (row.head is None or row.words)
            return PERHAPS_BELONGS if is_named else PERHAPS_NEW
        if self.is_alone and not self.is_special(part):
            return PERHAPS_BELONGS  # medic, SMG
        is_clear = self.is_special(part) and (row.count > 1 or not self.is_alone) and part.price is None
        return NEW if is_clear else PERHAPS_NEW

    def mounted(self, part: Draft) -> Relation:
        """Group a weapon after a vehicle."""
        known = self.catalogue.weapon_by_id
        can = all("vehicle" in known[item].carried_by for item in self.weapons(part) if item in known)
        if part.sign in ("with", "(", ":"):
            return BELONGS if can else PERHAPS_BELONGS
        if can:
            return BELONGS if part.sign in ("", "-", "|") or self.is_alone else PERHAPS_BELONGS
        return NEW if part.sign in HARD else PERHAPS_NEW


# ── Rows of a line that belong together ────────────────────────────────────────────────────────────────────────────


def unsure(term: Term) -> Term:
    return replace(term, sure=False)


def choose(row: Draft, part: Draft) -> bool:
    """Read “an LMG or a BAR” as a choice; return whether it is a choice."""
    if not row.terms or not part.terms:
        return False
    last, first = row.terms[-1], part.terms[0]
    heads = last.kind in HEADS and first.kind in HEADS
    if not heads and last.kind != first.kind:
        return False
    text = f"{last.text} / {first.text}"
    both = (first, last) if part.sign == "(" else (last, first)  # the text in brackets is more exact
    meanings = dict.fromkeys(meaning for term in both for meaning in term.meanings)
    row.terms[-1] = Term(text, tuple(meanings), sure=False)
    part.terms = part.terms[1:]
    count, part.count = part.count, 0
    row.absorb(part)
    if count not in (0, row.count or 1):
        row.unknown.append(str(count))
    return True


def without_totals(rows: list[Draft]) -> list[Draft]:
    """Leave out a total of men if its parts follow: 8 men (1 leader, 7 riflemen)."""
    for row, part in pairwise(rows):
        is_group = row.count > 1 and not row.has("vehicle", "extra")
        if is_group and part.sign in ("(", ":", "-", "of") and not part.of_them:
            parts = list(_parts_of(rows[rows.index(part) :], part.in_brackets))
            if len(parts) > 1 and sum(one.count or 1 for one in parts) == row.count:
                row.leave_out(row.text)
                part.apart = None
            break
    return rows


def _parts_of(rows: Sequence[Draft], in_brackets: bool) -> Iterator[Draft]:
    for row in rows:
        if row.in_brackets != in_brackets:
            return
        yield row


def shared(rows: list[Draft], line: str) -> list[Draft]:
    """Give several names the gear after the last of them: Rossi, Bianchi and Verdi: rifle."""
    last = rows[-1] if rows else None
    names = [row for row in rows[:-1] if row.words and not (row.terms or row.count)]
    if not last or not names or len(names) != len(rows) - 1 or not last.terms or not last.words:
        return rows
    text = line[last.words[-1].end :]
    signs = (":", "=", "-", "–", ",", "(") if last.sign == "and" else (":", "=", "-", "–")
    text = text.lstrip(" \"'”’»")
    is_behind = text[:1] in signs or text.replace("/", " ").split()[:1] in ALL_WITH
    if not is_behind:
        return rows
    for row in names:
        row.terms = list(last.terms) if last.sign == "and" else [*map(unsure, last.terms)]
    return rows
