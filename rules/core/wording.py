"""The sentences of findings whose code says what they are about, in the games' own words.

A code of the shipped rulesets that a check's general sentence would put stiffly stands here, by (code, message); any
other code, and any code of a new ruleset, has the general sentence in `messages.py`.
"""

from rules.core.text import Text

WORDING: dict[tuple[str, str], Text] = {
    ("no-leader", "no-leader-role"): Text(
        it="{squad} non ha un caposquadra: dai il ruolo a una figura.",
        en="{squad} has no squad leader: give one figure the role.",
    ),
    ("crew", "crew-per-weapon"): Text(
        it="{squad} ha {weapons:MMG o HMG|MMG o HMG} e {crew:servente|serventi}: con un solo uomo il numero da fare "
        "sale di 1.",
        en="{squad} has {weapons:MMG or HMG|MMGs or HMGs} and {crew:crewman|crewmen}: with one man it needs 1 more to "
        "hit.",
    ),
    ("crew", "crew-per-squad"): Text(
        it="{squad} ha un’arma di squadra ({names}) e nessun servente.",
        en="{squad} has a crew-served weapon ({names}) and no crewman.",
    ),
    ("extra-requires-special-forces", "extra-condition.squad"): Text(
        it="{extra}: solo per squadre di sole forze speciali.",
        en="{extra}: only for squads of special forces throughout.",
    ),
    ("extra-requires-special-forces", "extra-condition"): Text(
        it="{extra}: solo con forze speciali nella lista.",
        en="{extra}: only with special forces in the list.",
    ),
    ("extra-requires-irregulars", "extra-condition"): Text(
        it="{extra}: solo per gli irregolari, e qui non ce ne sono.",
        en="{extra}: irregulars only, and there are none here.",
    ),
    ("extra-requires-regulars", "extra-condition"): Text(
        it="{extra}: solo per i regolari, e qui non ce ne sono.",
        en="{extra}: regulars only, and there are none here.",
    ),
    ("extra-requires-trait", "extra-condition"): Text(
        it="{extra}: solo con una squadra MSU o dei servizi segreti.",
        en="{extra}: only with a squad of MSU or secret services.",
    ),
    ("motivation-overlap", "scope-overlap"): Text(
        it="{extra}: comprata per il plotone e anche per una squadra. Lasciane una.",
        en="{extra}: bought for the platoon and for a squad too. Keep one.",
    ),
    ("motivation-cheaper", "cheaper-scope"): Text(
        it="{extra} per il plotone costa {points}: per una sola squadra ne costa {cheaper}.",
        en="{extra} for the platoon costs {points}: with one squad {cheaper:point is|points are} enough.",
    ),
    ("motivation-cheaper", "cheaper-scope.list"): Text(
        it="{extra} squadra per squadra costa {points}: per il plotone ne costa {cheaper}.",
        en="{extra} squad by squad costs {points}: for the platoon {cheaper:point is|points are} enough.",
    ),
    ("support-fire-unavailable", "extra-needs-side"): Text(
        it="{extra}: gli irregolari hanno fuoco di supporto solo con i mortai.",
        en="{extra}: irregulars have support fire only with mortars.",
    ),
    ("mixed-sides", "mixed-sides"): Text(
        it="La lista mescola regolari e irregolari: per le regole sono due parti diverse.",
        en="The list mixes regulars and irregulars: to the rules they are two sides.",
    ),
    ("section-leader", "section-leader"): Text(
        it="{squad}, sezione {section}: {leaders:caposezione|capisezione}. Ne serve uno.",
        en="{squad}, section {section}: {leaders:section leader|section leaders}. It needs one.",
    ),
    ("section-leader-not-allowed", "section-leader-not-allowed"): Text(
        it="{squad}: {figure} non può fare il caposezione, l’abilità è troppo bassa.",
        en="{squad}: {figure} cannot lead a section, the ability is too low.",
    ),
    ("scout", "scout"): Text(
        it="{squad}: un solo esploratore per squadra, qui {scouts:esploratore|esploratori}.",
        en="{squad}: one scout a squad, here: {scouts:scout|scouts}.",
    ),
    ("scout", "scout.class"): Text(
        it="{squad}: l’esploratore è solo per fanteria d’élite o veterana.",
        en="{squad}: a scout is for elite and veteran infantry only.",
    ),
}
