"""Decide which parts of a line are separate rows, and which belong to the previous row.

A comma may separate men, or the items of one man. If both fit, the user is asked.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from armybuilder.lists.recognition.carrying import JOINED, Carrying
from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.pieces import HEADS, Term
from armybuilder.lists.recognition.sharing import choose, shared, unsure, without_totals
from armybuilder.lists.recognition.vocabulary import Meaning
from armybuilder.lists.recognition.words import OF_WEAPONS
from rules.core.catalogue.catalogue import Catalogue

Relation = tuple[Literal["new", "with"], bool]  # and whether that is certain

NEW: Relation = ("new", True)
BELONGS: Relation = ("with", True)
PERHAPS_NEW: Relation = ("new", False)
PERHAPS_BELONGS: Relation = ("with", False)

NOTE = Meaning("note", "")
SOFT = ("", ".", ")", "(", ":", "-", "|", "with")  # weapons follow these
HARD = (",", "/", "and", "+")  # the next man, or items of the first man


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
                self.leave_out(rows, part, after)
            elif not rows:
                rows.append(part)
            elif self.is_choice(rows[-1], part) and choose(rows[-1], part):
                rows[-1].end = part.end
            else:
                self.add(rows, part, after)
        for row in rows:
            row.text = self.line[row.start : row.end].strip() or row.text
        return shared(without_totals(rows), self.line)

    def leave_out(self, rows: list[Draft], part: Draft, after: Draft | None) -> None:
        """Leave out the words of a part, or of the previous part if it is only a negation."""
        was_nothing = part.says_nothing or self.says_no(rows, part)
        if was_nothing and part.count and rows and not part.is_reserve:
            rows[-1].unknown.append(self.line[part.start : part.end])  # 4 riflemen less 1
            return
        if self.line[part.end : part.end + 1] in (")", "]"):
            part.end += 1
        text = self.line[part.start : part.end]
        if was_nothing and rows and not rows[-1].is_only_left_out:
            while part.sign == ":" and rows[1:] and self.goes_on(rows[-2], rows[-1]):
                rows.pop()  # press corps: no
            row = rows[-1]
            row.end = part.end
            row.is_perhaps = part.is_reserve or not part.says_nothing
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

    def says_not(self, part: Draft) -> bool:
        return self.line[part.start :].casefold().startswith(("non ", "not "))

    def says_no(self, rows: Sequence[Draft], part: Draft) -> bool:
        """Whether a part excludes the previous part: “snipers we do not have”."""
        row = rows[-1] if rows else None
        says_only_that = bool(part.words) and not part.terms and part.sign in ("", ":", "-", "(")
        if row is None or not (part.is_negative and says_only_that and self.says_not(part)):
            return False
        return not (row.count or row.loose or row.price is not None or row.words)

    def add(self, rows: list[Draft], part: Draft, after: Draft | None) -> None:
        """Add a part as a row, or to the last row."""
        last = rows[-1]
        if last.is_only_left_out and not part.says_nothing:
            part.terms = [*map(unsure, part.terms[:1]), *part.terms[1:]] if not part.count else part.terms
            rows.append(part)
            return
        if any(self.is_level_before(row, part) for row in reversed(rows[-2:])):
            last.absorb(part)
            return
        if last.of_them and part.has_with and self.source and part.count == self.source.count:
            rows.remove(self.source)  # 2 gunners, one with a BAR and one with an LMG
            self.take_some(self.source, part)
            rows.append(part)
            return
        if part.sign == "of" and part.head and last.count > max(1, part.count):
            part.count = max(1, part.count)
            last.count -= part.count  # 6 men, including a sergeant
            part.text = self.line[part.start : part.end].strip()
            part.doubt(is_new=True)
            rows.append(part)
            return
        source = self.source if last.of_them and self.source else last
        if self.is_some_of_them(source, part, after):
            self.source = source
            self.take_some(source, part)
            rows.append(part)
            return
        is_with = part.sign == "with" or (part.sign in ("", ".") and last.head and not part.head)
        if part.is_counted_behind and part.head and self.is_same(last, part):
            last.count, part.count = part.count, 0  # Cromwell tank x1; Sten gunner x2
        elif is_with and part.is_counted_behind and not (last.count or last.loose):
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

    def is_same(self, row: Draft, part: Draft) -> bool:
        """Whether a counted part repeats the item directly before it."""
        if part.sign or row.count or row.loose:
            return False
        count, part.count = part.count, 0
        same = self.relation(row, part, None) == BELONGS
        part.count = count
        return same

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
        if row.passes is not None and not row.terms and part.has("extra"):
            return BELONGS  # 2 passes of aircraft
        if self.is_level(row, part):
            return BELONGS
        if self.is_same_extra(row, part):
            return BELONGS  # air support: 1 aircraft
        if row.is_doubtful_part and part.has("weapon") and not part.head:
            return PERHAPS_NEW if part.count else PERHAPS_BELONGS
        if part.count and not (part.has_article and part.sign == "with"):
            return self.counted(row, part)
        has_numbers = bool(part.loose and (row.loose or row.price is not None))
        if self.is_own(row, part) and not has_numbers:
            return BELONGS  # rifleman, M4
        if row.head and part.head and self.is_described(row, part, row.head, part.head):
            is_other_word = (row.head.named or part.head.named) and not self.is_plain(row.head)
            if not (is_other_word or part.sign in (*JOINED, ":") or part.levels):
                return PERHAPS_BELONGS
            self.keep_one_word(row, part, row.head, part.head)
            return BELONGS
        if self.is_counted_apart(row, part, after):
            has_price = bool(row.loose) or row.price is not None or bool(part.loose)
            return NEW if has_price or part.head else PERHAPS_NEW  # 2 gunners, SMG – 20: the price decides
        if part.sign in ("with", *HARD) and part.loose and not row.loose and self.is_crew_of(row, part):
            return PERHAPS_NEW  # a gun with a crew of 3
        if part.head:
            return self.headed(row, part, part.head)
        if not part.terms:
            return self.unknown(row, part, after)
        if part.has("weapon"):
            return self.armed(row, part)
        return BELONGS

    def is_counted_apart(self, row: Draft, part: Draft, after: Draft | None) -> bool:
        """Whether a part and the previous row each have a number: riflemen 8, sergeant 1."""
        if part.levels and not part.loose and row.count <= 1 and row.has("leadership") and not row.levels:
            return False  # lieutenant [25 pts]: Sten, leadership 2
        follows = after is not None and after.says_nothing and bool(after.count or after.price is not None)
        has_number = bool(part.loose or part.levels) or (follows and part.sign in HARD)
        is_known = row.count > 1 and (row.head is not None or row.has("weapon"))
        is_row = bool(row.loose) or row.price is not None or (is_known and part.sign in HARD)
        is_thing = part.head is not None or (part.has("weapon") and not self.is_small(part))
        return has_number and is_row and is_thing and part.sign not in ("(", "with")

    def counted(self, row: Draft, part: Draft) -> Relation:
        """Mark a part with a number as new, unless a man can carry several."""
        gear = part.has("weapon") and not part.head
        if gear and part.has_with and row.has("weapon") and part.sign in ("and", "+"):
            return NEW  # two with rifles and one with an SMG
        if gear and part.sign in ("with", "(", ":") and row.has("vehicle"):
            return BELONGS
        is_few = (
            not row.count and part.sign == "," and 1 < part.count <= 3 and part.head and not part.head.named
        )
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
        if head.kind == "vehicle" and self.is_mounted(row, part):
            return BELONGS if row.count <= 1 else PERHAPS_BELONGS
        if known is None:
            return self.after_no_head(row, part, head)
        if known.kind == head.kind == "leadership" and part.sign == ":" and not part.count:
            row.terms.remove(known)
            return BELONGS  # commander: captain Smith
        if known.kind == head.kind == "leadership" and row.loose and not (part.count or row.has("weapon")):
            return BELONGS  # leader: 1, corporal with MP40
        if known.kind == head.kind == "leadership" and part.levels and not row.levels:
            return BELONGS  # sergeant, leadership 2
        if known.kind == head.kind and set(known.meanings) & set(head.meanings):
            if part.words and part.sign in HARD:
                return NEW  # sergeant Rossi, corporal Bianchi
            if part.sign == "" and head.kind == "leadership" and not (row.count > 1 or row.words):
                return BELONGS  # squad leader corporal Rossi
            if part.sign == "/" and head.kind == "leadership":
                return PERHAPS_BELONGS  # sergeant/squad leader
            return PERHAPS_NEW if part.sign in (*JOINED, ",") else NEW
        is_rank = {known.kind, head.kind} == {"leadership", "preset"} and self.leads(head) and not part.words
        if is_rank and (part.in_brackets or row.words):
            return BELONGS  # Sgt. (SMG, leader 1); Cpl. Ruffo, leader 1
        if self.roles_of(known) & self.roles_of(head) and not part.words:
            return BELONGS if row.words or part.sign in JOINED else PERHAPS_BELONGS  # Sgt Doyle, squad leader
        if part.sign in ("with", *HARD):
            is_rank_behind = (
                head.kind == "leadership" and known.kind == "preset" and not row.has("leadership")
            )
            is_unclear = is_rank_behind or (known.kind == "leadership" and self.is_plain(head))
            if is_unclear and part.sign in (",", "/", "with"):
                return PERHAPS_NEW if part.sign != "with" else PERHAPS_BELONGS
            return NEW
        return PERHAPS_NEW

    def after_no_head(self, row: Draft, part: Draft, head: Term) -> Relation:
        """Group an item after a name or a weapon."""
        if not row.terms and part.sign == ":" and head.kind in ("vehicle", "extra"):
            return BELONGS  # wheels: a jeep
        if not row.terms:  # unknown words: a name
            is_certain = part.sign in SOFT or head.kind == "leadership"
            if part.sign == "(" and head.kind == "vehicle" and head.named:
                return BELONGS  # Land Rover (unprotected)
            if part.sign == "," and self.is_alone and head.kind in ("preset", "role"):
                return PERHAPS_BELONGS  # Rossi, sniper
            return BELONGS if is_certain and head.kind not in ("vehicle", "extra") else PERHAPS_NEW
        if not row.has("weapon"):
            return BELONGS if part.sign in SOFT or head.kind == "leadership" else PERHAPS_NEW
        if part.sign in (*HARD, "with"):
            is_rank = head.kind == "leadership" and part.sign == ","
            return PERHAPS_NEW if is_rank else NEW
        if head.kind in ("leadership", "role"):
            return BELONGS
        if part.sign == "" and self.is_plain(head) and not part.count:
            part.terms.remove(head)  # a PIAT man
            return BELONGS
        if part.sign in JOINED and len(head.meanings) > 1 and not self.leads(head) and not self.helps(head):
            part.terms.remove(head)  # an HMG gunner is a man with an HMG
            return BELONGS
        return BELONGS if self.carries(head, row) else PERHAPS_NEW

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
        is_gunner = row.head is not None and row.head.kind == "preset" and self.carries(row.head, part)
        return PERHAPS_BELONGS if many and not is_gunner and self.is_plain(row.head) else BELONGS

    def listed(self, row: Draft, part: Draft) -> Relation:
        """Group a weapon after a comma, an “and” or a plus sign."""
        has_weapon = row.has("weapon")
        is_closed = row.in_brackets and not part.in_brackets
        if has_weapon and row.is_listing and not is_closed:
            if row.head and row.count <= 1 and self.is_second(part) and part.sign != ",":
                return BELONGS  # sergeant: a rifle + a grenade launcher
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
        if row.count and self.is_alone and row.head and self.may_carry(row, row.head, part):
            return PERHAPS_BELONGS  # 2 corporals, AK74; 1 man, flamethrower
        if is_single and is_bare:
            is_named = self.is_alone and (row.head is None or row.words)
            return PERHAPS_BELONGS if is_named else PERHAPS_NEW
        if self.is_alone and not self.is_special(part) and not self.is_of_someone(part):
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
