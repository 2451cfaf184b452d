"""The reports of `manage.py checklist` for people, in both languages."""

from tests.core.documents import army, extra, man, squad, vehicle
from tests.test_checklist import LEGAL, Checklist
from tests.test_checklist import checklist as checklist

INSURGENTS = army(
    "bn",
    squad(
        "fanatic",
        man("assault-rifle", leadership=1, name="Abu al Khair"),
        man("rpg", count=2),
        vehicles=[vehicle("unprotected", "rifle", name="Technical")],
        name="Cellula",
    ),
    extras=[extra("ied", count=2), extra("support-fire")],
    name="Insorti",
    role="defender",
)


def test_text_in_english(checklist: Checklist) -> None:
    done = checklist(checklist.write("insorti.json", INSURGENTS), "--language", "en")

    assert done.stdout.decode() == (
        "insorti.json: Insorti, bn\n  108/90 points, not legal\n  error: The list is 18\N{NO-BREAK SPACE}points "
        "over the limit of 90. You can still save, share and print it. (house)\n  error: "
        "squads[0].vehicles[0]: Technical cannot mount Rifle: remove it. (Calcolo dei "
        "punti)\n  warning: extras[1]: Easier support fire: irregulars get support fire only "
        "from mortars. (Calcolo dei punti)\n  advice: squads[0]: A squad on its own has 8 to "
        "15 figures: this one has 3. (§2.0)\n"
    )
    assert done.stdout == checklist("insorti.json").stdout
    assert done.returncode == 1


def test_text_in_italian(checklist: Checklist) -> None:
    done = checklist(checklist.write("insorti.json", INSURGENTS), "--language", "it")

    assert done.stdout.decode() == (
        "insorti.json: Insorti, bn\n"
        "  108/90 punti, non legale\n"
        "  errore: La lista supera di 18\u00a0punti il limite di 90. "
        "Puoi salvarla, condividerla e stamparla lo stesso. (house)\n"
        "  errore: squads[0].vehicles[0]: Technical non può montare quest’arma: Fucile. Toglila. (Calcolo dei punti)\n"
        "  avviso: extras[1]: Fuoco di supporto agevolato: gli irregolari hanno fuoco di supporto solo con i mortai. "
        "(Calcolo dei punti)\n"
        "  consiglio: squads[0]: Una squadra da sola va da 8 a 15 figure: questa ne ha 3. (§2.0)\n"
    )


def test_text_of_a_list_without_points_or_limit(checklist: Checklist) -> None:
    section = checklist.write("bi.json", army("bi", squad("elite", man(), kind="section")))
    open_ = checklist.write("open.json", LEGAL)

    assert checklist(section, open_).stdout.decode() == (
        "bi.json: A list, bi\n  legal\nopen.json: Rangers, bn\n  101 points, legal\n"
    )
