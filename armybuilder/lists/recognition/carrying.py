"""Weapons and kit of men with a stated carrier."""

from collections.abc import Sequence

from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.pieces import GEAR, Term
from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import squeezed

HARD = (",", "/", "and", "+")  # the next man, or items of the first man follow these
JOINED = ("", "(", "-", ".", "|")  # the same thing may follow in other words after these
SMALL = ("grenade", "pistol")  # carried with another weapon in all rulesets


class Carrying:
    """A ruleset's data about weapons and their carriers."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.presets = catalogue.preset_by_id

    def weapons(self, part: Draft) -> set[str]:
        """Return the possible weapons of a part."""
        terms = (term for term in part.terms if term.kind == "weapon")
        return {meaning.id for term in terms for meaning in term.meanings}

    def is_plain(self, head: Term | None) -> bool:
        """Whether a man only carries his own rifle."""
        if head is None or head.kind != "preset":
            return False
        preset = self.presets[head.meanings[0].id]
        return not preset.roles and not preset.leadership and not any(map(self.tells, preset.weapons))

    def leads(self, head: Term) -> bool:
        """Whether the man is a leader."""
        men = (self.presets[meaning.id] for meaning in head.meanings if meaning.kind == "preset")
        roles = {role for role in self.roles_of(head) if "leader" in role}
        return bool(roles) or any(man.leadership for man in men)

    def is_named_again(self, known: Term, head: Term) -> bool:
        """Whether a second word describes the same man: a rank and a post, a nickname and a job."""
        people = (known.kind, head.kind)
        same = self.roles_of(known) & self.roles_of(head) or (self.leads(known) and self.leads(head))
        return bool(same) and set(people) <= {"preset", "role"}

    def is_described(self, row: Draft, part: Draft, known: Term, head: Term) -> bool:
        """Whether a part describes the previous item in other words: 1 T-34/76, medium tank."""
        is_joined = part.sign in (*JOINED, ":") or (part.sign == "," and bool(row.count or row.words))
        if not is_joined or part.words or part.loose or squeezed(known.text) == squeezed(head.text):
            return False
        if known.kind == head.kind and set(known.meanings) & set(head.meanings):
            return True  # a tank (Sherman)
        if row.count <= 1 and (row.count or row.words) and self.is_named_again(known, head):
            return True  # Doc Roe, medic; Cpl Dawes, squad leader
        return row.count == 1 and self.is_plain(known) and not known.named and head.kind == "preset"

    def keep_one_word(self, row: Draft, part: Draft, known: Term, head: Term) -> None:
        """Choose between two words for a man: his rank, if no level follows, or the ruleset's name."""
        if known.kind == head.kind == "leadership":
            part.terms = [term for term in part.terms if part.levels or term is not head]
        elif self.is_named_again(known, head):
            row.terms = [term for term in row.terms if term is not known or not head.named or known.named]

    def helps(self, head: Term) -> bool:
        """Whether the man has a job and is not a leader."""
        men = [self.presets[meaning.id] for meaning in head.meanings if meaning.kind == "preset"]
        return self.are_helpers(men) and not self.leads(head)

    def are_helpers(self, men: Sequence[Preset]) -> bool:
        """Whether men have a job, such as the crew of a gun."""
        return bool(men) and all(man.roles for man in men)

    def roles_of(self, head: Term) -> set[str]:
        """Return the roles of a name."""
        men = [self.presets[one.id] for one in head.meanings if one.kind == "preset"]
        roles = {one.id for one in head.meanings if one.kind == "role"}
        return roles | {role for man in men for role in man.roles}

    def is_small(self, part: Draft) -> bool:
        """Whether weapons are carried with others: grenades, a pistol."""
        known = self.catalogue.weapon_by_id
        ids = self.weapons(part)
        return bool(ids) and all(
            item in SMALL or (item in known and known[item].kind != "main" and not self.tells(item)) for item in ids
        )

    def is_second(self, part: Draft) -> bool:
        """Whether weapons are carried with a man's own: a grenade launcher."""
        known = self.catalogue.weapon_by_id
        return all(item in known and known[item].kind != "main" for item in self.weapons(part))

    def is_special(self, part: Draft) -> bool:
        """Whether a man is named after his weapon."""
        return any(item not in SMALL and self.tells(item) for item in self.weapons(part))

    def tells(self, item: str) -> bool:
        """Whether a man is named after a weapon."""
        weapon = self.catalogue.weapon_by_id.get(item)
        if weapon is None:
            return False
        if "support" in weapon.tags or "vehicle" in weapon.carried_by:
            return True
        holders = [man for man in self.presets.values() if not (man.roles or man.leadership) and item in man.weapons]
        if weapon.kind != "main":
            return any(len(man.weapons) > 1 for man in holders)
        has_support = any("support" in one.tags for one in self.catalogue.weapons)
        plain = next(iter(self.catalogue.presets), None)
        return not has_support and any(man.weapons == (item,) and man != plain for man in holders)

    def is_own(self, row: Draft, part: Draft) -> bool:
        """Whether a man already carries the weapons in a part: a gunner has an LMG."""
        named = self.weapons(part)
        men = (self.presets[one.id] for one in (row.head.meanings if row.head else ()) if one.kind == "preset")
        return bool(named) and part.head is None and any(named & set(man.weapons) for man in men)

    def is_crew_of(self, row: Draft, part: Draft) -> bool:
        """Whether a part is the crew of the previous weapon, which may include its gunner."""
        is_weapon = row.has("weapon") and row.head is None
        return is_weapon and part.head is not None and self.helps(part.head)

    def are_of_one(self, row: Draft, part: Draft) -> bool:
        """Whether a man carries exactly the weapons joined by a sign: M4 + M203."""
        is_joined = part.sign == "/" or (part.sign == "+" and (row.count <= 1 or self.is_second(part)))
        both = self.weapons(row) | self.weapons(part)
        return is_joined and any(both == set(man.weapons) for man in self.presets.values())

    def is_level(self, row: Draft, part: Draft) -> bool:
        """Whether a part is only the level of the previous man: Miller, SMG, leadership 2."""
        is_man = row.count <= 1 and not row.has("leadership", "vehicle", "extra")
        only_level = len(part.terms) == 1 and part.terms[0].kind == "leadership" and part.terms[0].named
        return is_man and only_level and bool(part.levels) and not (part.count or part.words)

    def is_choice(self, row: Draft, part: Draft) -> bool:
        """Whether a part names an alternative: an LMG or a BAR; a rifle (Garand)."""
        is_more_exact = part.sign == "(" and row.count <= 1 and not (part.head or part.count or part.words)
        is_more_exact = is_more_exact and [term.kind for term in (*row.terms, *part.terms)] == [
            "weapon",
            "weapon",
        ]
        is_same = bool(self.weapons(row) & self.weapons(part)) or self.is_small(part)
        return part.sign == "or" or (is_more_exact and not is_same)

    def is_thing(self, part: Draft) -> bool:
        """Whether a part names a counted or separate item."""
        return bool(part.head or (part.count and not part.says_nothing)) and not part.is_negative

    def take_several(self, row: Draft, part: Draft) -> bool:
        """Assign a number of weapons to one vehicle or to each; return whether that is certain."""
        count, part.count = part.count, 0
        if row.count <= 1:
            part.terms = [term for term in part.terms for _one in range(min(count, 10))]
        return row.count <= 1 or count == row.count

    def is_some_of_them(self, row: Draft, part: Draft, after: Draft | None) -> bool:
        """Whether a part arms some men of the previous row: 6 riflemen, of which 2 with SMG."""
        others = row.has("weapon") and part.sign in ("and", "+")  # 2 with rifles and 1 with a BAR
        if row.loose and (part.loose or (after and after.says_nothing and after.count)):
            return False  # four with rifles (36), one with a Garand (12)
        says_so = part.sign == "of" or (part.has_with and not others) or (part.sign == "(" and part.count)
        is_gear = part.has("weapon", "kit") and part.head is None
        return bool(says_so and is_gear and row.head and 0 < part.count < row.count)

    def loss_of_joining(self, row: Draft, part: Draft) -> float:
        """Return how unlikely it is that two parts of a line are about one thing."""
        known, head = row.head, part.head
        gear = {term.text for term in part.terms if term.kind in GEAR}
        is_shared = bool(gear & {term.text for term in row.terms}) and (part.name or part.has("name"))
        if part.of_them or is_shared:
            return 3.0  # two of them with an SMG; Rossi and Bianchi, rifle
        lost = 0.0
        if (row.price is not None or row.loose) and (part.price is not None or part.loose):
            lost += 1.0
        if known and head and part.sign in HARD and not (known.named or head.named) and head.kind == "vehicle":
            lost += 3.0  # Sherman, halftrack
        elif known and head and known.text == head.text:
            lost += 1.5  # rifleman, rifleman
        elif known and head and not {*known.meanings} & {*head.meanings}:
            is_plain = self.is_plain(head) or self.is_plain(known)
            is_same = self.is_named_again(known, head) or is_plain
            lost += 0.0 if is_same else 3.0 if max(part.count, row.count) > 1 else 1.0
            lost += 2.0 if known.kind != head.kind and {"vehicle", "extra"} & {known.kind, head.kind} else 0.0
            if (self.leads(known) or known.kind == "leadership") and self.is_plain(head):
                lost += 3.0 if max(row.count, part.count) > 1 else 1.5  # a sergeant and 6 men
        if part.count > 1 and known and (self.leads(known) or known.kind == "leadership") and not head:
            lost += 3.0  # a sergeant, 3 rifles
        if not (known or head) and self.is_special(part) and self.is_special(row):
            is_same = part.sign not in HARD and bool(self.weapons(row) & self.weapons(part))
            lost += 0.0 if is_same else 1.5
        is_joined = part.sign in ("and", "+") and bool(part.count > 1 or part.head)
        lost += 0.8 if is_joined and (known or row.has("weapon")) else 0.0
        is_gun = row.has("weapon") and not known and row.count <= 1
        if is_gun and head and part.count > 1:
            lost += 2.0  # a gun with 2 men
        elif self.is_crew_of(row, part) and (part.count > 1 or part.sign in ("and", "+", "with", ",")):
            lost += 2.0  # an MMG + loader
        return lost
