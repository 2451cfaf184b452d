"""The report of a game: one page, however long the game was, with what the link can see."""

import lxml.html
import pytest
from django.test import Client
from django.utils import translation
from msgspec import json

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list, start_game
from armybuilder.games.actions.new_events import EVENTS_AT_MOST
from armybuilder.games.models import Game, GameEvent, Link, Player
from armybuilder.games.pages.page import Page
from armybuilder.games.paper.report import GameReport, report_page
from armybuilder.printing.layout.options import Options, Paper
from armybuilder.printing.layout.sizes import PAPERS
from armybuilder.printing.pdfs.from_html import make_pdf
from armybuilder.printing.views import responses
from rules.core.defeat_points import defeat_rows
from rules.core.game.events import (
    SIDES,
    AnyEvent,
    Attacks,
    Mark,
    MoraleTested,
    PhaseIs,
    Rolled,
    Scored,
    Signed,
    TurnIs,
    Undone,
)
from rules.core.text import Language
from tests.evenings.evenings import a_bn_list
from tests.games.phones import other, token, told
from tests.printing.pdfs import letters_outside, letters_overlapping, sizes, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
NAME = "Ὀδυσσεύς <b>Wwwwwwwwwwwwwwwwwwwwwwwwwww Wwwwwwwwwwwwwwwwww"


@pytest.fixture
def own(loaded_rules: None, marta: User, davide: User) -> Link:
    """The link of the first side of a game in which both have lists."""
    note = "Tenere il ponte fino al sesto turno"
    link = start_game(a_bn_list(marta, name="Alpini"), marta, both=False, note=note)
    choose_list(token(other(link)), a_bn_list(davide, name="Predoni"), davide)
    return link


def say(own: Link, *said: tuple[str, AnyEvent]) -> Link:
    """Record for both sides; return the link again."""
    for side, event in said:
        link = own if side == "a" else other(own)
        told(link, event, side="a" if side == "a" else "b")
    return Link.objects.of_token(str(own.token))


def short(own: Link) -> Link:
    """Three turns; each side loses a man, and one loss is undone."""
    taken_back = Undone(phone=f"page-{own.pk}", number=4)
    return say(
        own, ("a", PhaseIs(phase="playing")), ("a", Mark(piece="2", state="lost")), ("a", TurnIs(turn=2)),
        ("a", Mark(piece="3", state="lost")), ("b", Mark(piece="4", state="lost")), ("a", taken_back),
        ("a", TurnIs(turn=3)), ("b", Mark(piece="5", state="lost")), ("a", PhaseIs(phase="ended")),
        ("a", Signed(a=5, b=10, field="a")), ("b", Signed(a=5, b=10, field="a")),
    )  # fmt: skip


def report_in_english(link: Link) -> GameReport:
    """The report of what a link sees."""
    with translation.override("en"):
        return GameReport(Page(link, "en", by_role=True))


def a_pdf(link: Link, language: Language = "en", paper: Paper = "a4") -> bytes:
    """The report of what a link sees as a PDF."""
    with translation.override(language):
        page = report_page(Page(link, language, by_role=True), Options(language, paper=paper))
    return make_pdf(page.html, page.css)


def test_each_turn_has_what_was_said_and_the_points_at_its_end(own: Link) -> None:
    short(own)
    for link in (own, other(own)):
        report = report_in_english(link)
        assert [turn.score for turn in report.turns] == ["10 : 0", "10 : 10", "10 : 20"]
        assert [turn.number for turn in report.turns] == [1, 2, 3]
        assert report.verdict == "Alpini: won by 10"
        assert [side.points for side in report.sides] == [10, 20]
    assert "Rifleman 3 lost" not in {line.words for turn in report.turns for line in turn.lines}


def test_the_attacker_comes_first_whoever_reads(own: Link) -> None:
    assert [(side.name, side.role) for side in report_in_english(own).sides] == [
        ("Alpini", ""),
        ("Predoni", ""),
    ]
    say(own, ("a", Attacks(attacker="b")), ("a", PhaseIs(phase="playing")))
    for link in (own, other(own)):
        report = report_in_english(Link.objects.of_token(str(link.token)))
        assert report.title == "Predoni – Alpini"
        assert [(side.name, side.role) for side in report.sides] == [
            ("Predoni", "Attacker"),
            ("Alpini", "Defender"),
        ]
        assert (report.map.below, report.map.above) == ("Predoni", "Alpini")


def test_each_side_has_the_name_of_its_player(own: Link) -> None:
    Player.objects.filter(side="b").update(name="")  # one whom the game does not know by name
    own = Link.objects.of_token(str(own.token))
    said = [[words for label, words in side.facts if label == "Player"] for side in report_in_english(own).sides]
    assert said == [["marta"], []]


def test_a_game_of_eight_turns_is_reported_on_one_page(own: Link) -> None:
    say(own, ("a", PhaseIs(phase="playing")))
    for turn in range(2, 9):
        for side in SIDES:
            say(own, (side, Rolled(roll=turn, about="initiative", faces=(1, 2))))
        say(own, ("a", TurnIs(turn=turn)))
    link = say(own, ("a", Mark(piece="2", state="lost")), ("b", Mark(piece="3", state="lost")))
    for paper in PAPERS:
        assert len(sizes(a_pdf(link, paper=paper))) == 1


def test_men_lost_are_named_and_counted_turn_by_turn(own: Link) -> None:
    report = report_in_english(short(own))
    lost = [words for side in report.sides for label, words in side.facts if label == "Men lost"]
    assert lost == ["1 of 5: Rifleman 2", "2 of 5: Rifleman 4, Rifleman 5"]
    assert report.chart is not None
    assert report.chart.words == "Men standing turn by turn: Alpini from 5 to 4, Predoni from 5 to 3"
    assert [line.label for line in report.chart.lines] == ["Alpini 4", "Predoni 3"]
    assert report.chart.lines[0].path == "M0 0.0H53.3V22.0H106.7H160.0V22.0H213.3H266.7V22.0H320.0"


def test_a_long_name_leaves_room_for_the_number_in_the_chart(marta: User, davide: User) -> None:
    link = start_game(a_bn_list(marta, name="Alpini in pattuglia a Bala Murghab"), marta, both=False)
    choose_list(token(other(link)), a_bn_list(davide, name="Predoni"), davide)
    chart = report_in_english(short(link)).chart
    assert chart is not None
    assert [line.label for line in chart.lines] == ["Alpini in pattuglia a B… 4", "Predoni 3"]


def test_a_game_without_lists_has_no_chart(own: Link) -> None:
    Player.objects.update(document="", army_list=None)
    assert report_in_english(short(own)).chart is None


def test_turning_points_are_proposed_from_the_log(own: Link) -> None:
    said = [(point.turn, point.note) for point in report_in_english(own).turning_points]
    assert said == []
    say(own, ("b", PhaseIs(phase="playing")), ("a", Mark(piece="2", state="lost")), ("a", TurnIs(turn=2)))
    say(own, ("b", Mark(piece="4", state="lost")), ("b", Mark(piece="5", state="lost")), ("a", TurnIs(turn=3)))
    link = say(own, ("b", MoraleTested(turn=3, squad="S1", passed=False)))
    assert [(point.turn, point.note, point.square) for point in report_in_english(link).turning_points] == [
        (1, "first losses: Alpini: Rifleman 2", ""),
        (2, "the costliest turn, +20 for Predoni: Predoni: Rifleman 4, Rifleman 5", ""),
        (3, "the last morale test: Predoni: Morale failed (Alpha)", ""),
    ]


def the_form(**typed: str) -> dict[str, str]:
    """Five empty rows, with an input in the first."""
    empty = {f"form-{row}-{name}": "" for row in range(5) for name in ("turn", "note", "square")}
    return empty | {"form-TOTAL_FORMS": "5", "form-INITIAL_FORMS": "5"} | {f"form-0-{k}": v for k, v in typed.items()}


def test_players_write_the_turning_points_themselves_even_after_both_signed(own: Link, client: Client) -> None:
    short(own)
    page = f"/play/{other(own).token}/report/turning-points/"
    shown = lxml.html.fromstring(client.get(page, headers={"Accept-Language": "en"}).content)
    proposed = "the costliest turn, +10 for Alpini: Alpini: Rifleman 2"
    assert shown.xpath("//input[@name='form-0-note']/@value") == [proposed]
    sent = client.post(page, the_form(turn="2", note="The bridge holds", square="C4"))
    assert (sent.status_code, sent["Location"]) == (302, f"/play/{other(own).token}/report/")
    for link in (own, other(own)):
        report = report_in_english(Link.objects.of_token(str(link.token)))
        points = [(point.turn, point.note, point.square) for point in report.turning_points]
        assert points == [(2, "The bridge holds", "C4")]
        assert report.map.points == ((75, 75, "1"),)
        assert "The bridge holds" not in {line.words for turn in report.turns for line in turn.lines}
    assert "The bridge holds (C4)" in " ".join(text_of(a_pdf(Link.objects.of_token(str(own.token)))).split())
    assert "Turning point" not in client.get(f"/play/{own.token}/", headers={"Accept-Language": "en"}).text
    client.post(page, the_form())
    assert report_in_english(Link.objects.of_token(str(own.token))).turning_points == []


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"turn": "", "note": "The bridge"}, "Enter the turn: a number from 1 to 99."),
        ({"turn": "0", "note": "The bridge"}, "Ensure this value is greater than or equal to 1."),
        ({"turn": "1", "note": "x" * 121}, "Ensure this value has at most 120 characters (it has 121)."),
        (
            {"turn": "1", "note": "x", "square": "Z9"},
            "Select a valid choice. Z9 is not one of the available choices.",
        ),
    ],
)
def test_a_turning_point_with_a_mistake_is_refused_and_stays_in_the_form(
    own: Link, client: Client, typed: dict[str, str], error: str
) -> None:
    page = f"/play/{own.token}/report/turning-points/"
    shown = client.post(page, the_form(**typed), headers={"Accept-Language": "en"})
    assert error in lxml.html.fromstring(shown.content).text_content()
    assert lxml.html.fromstring(shown.content).xpath("//input[@name='form-0-note']/@value") == [typed["note"]]
    assert not GameEvent.objects.filter(game=own.game).exists()


def test_a_spectator_neither_sees_nor_sends_the_form(own: Link, client: Client) -> None:
    looks = other(own, "looks")
    page = f"/play/{looks.token}/report/turning-points/"
    assert client.get(page).status_code == client.post(page, the_form(turn="1", note="x")).status_code == 404
    assert page not in client.get(f"/play/{looks.token}/report/").text
    assert f"/play/{own.token}/report/turning-points/" in client.get(f"/play/{own.token}/report/").text


def test_a_report_on_paper_says_what_the_page_says(own: Link) -> None:
    text, report = text_of(a_pdf(short(own))), report_in_english(own)
    said = [report.heading.upper(), report.title, report.note, report.verdict]
    said += [word for side in report.sides for _label, words in side.facts for word in words.split(". ")]
    said += [line.words for turn in report.turns for line in turn.lines]
    assert [words for words in said if words not in text] == []


def test_it_names_the_rulings_that_are_not_the_books_own(own: Link) -> None:
    assert report_in_english(own).rulings == ""
    assert "Rulings" not in text_of(a_pdf(own))
    Game.objects.update(rulings={"medic": "flat", "unpriced": "free", "ied-price": "per-device"})
    link = Link.objects.of_token(str(own.token))
    said = (
        "Rulings: Does a medic cost 10 extra, or 10 in total? 10 in total · "
        "Flamethrowers and light mortars have no price: can they be bought? Free"
    )
    assert report_in_english(link).rulings == said
    page = Client().get(f"/play/{own.token}/report/", headers={"Accept-Language": "en"}).text
    assert f'<p class="muted">{said}</p>' in page
    assert said in " ".join(text_of(a_pdf(link)).split())


def test_a_report_without_events_has_no_log_heading(own: Link, client: Client) -> None:
    address = f"/play/{own.token}/report/"
    assert "Turn by turn" not in client.get(address, headers={"Accept-Language": "en"}).text
    assert "TURN BY TURN" not in text_of(a_pdf(own)).upper()
    link = short(own)
    assert "Turn by turn" in client.get(address, headers={"Accept-Language": "en"}).text
    assert "TURN BY TURN" in text_of(a_pdf(link)).upper()


def test_a_name_with_a_direction_of_its_own_turns_no_title_around(own: Link) -> None:
    Player.objects.filter(side="b").update(name="Predoni\u202e", document="", army_list=None)
    assert report_in_english(short(own)).title == "Alpini – \u2068Predoni\u2069"
    assert "Alpini – Predoni" in text_of(a_pdf(short(own)))


def long(own: Link, turns: int) -> Link:
    """A game with a full log: everything that gives points, in this many turns, with dice on each side."""
    rows = [row.id for row in defeat_rows(own.game.catalogue)]
    events: list[AnyEvent] = [Scored(row=row, times=200) for row in rows]
    events += [Rolled(roll=1, about="morale", faces=(1, 2, 3), at_least=4)] * 3
    each = EVENTS_AT_MOST // turns
    said = [
        (
            side,
            TurnIs(turn=turn + 1)
            if at == 0
            else events[at]
            if at < len(events)
            else Mark(piece=str(at % 5 + 1), state="suppressed"),
        )
        for turn in range(turns)
        for at in range(each)
        for side in SIDES[at % 2 :][:1]
    ]
    GameEvent.objects.bulk_create(
        GameEvent(
            game=own.game, sequence=number, side=side, phone="p", number=number, seen=number,
            payload=json.encode(event).decode(),
        )
        for number, (side, event) in enumerate(said, 1)
    )  # fmt: skip
    Game.objects.filter(pk=own.game_id).update(last=len(said))
    return Link.objects.of_token(str(own.token))


def test_the_longest_log_takes_at_most_six_pages(own: Link) -> None:
    Player.objects.filter(side="b").update(name=NAME, document="", army_list=None)
    rulings = {one.id: one.options[-1].id for one in own.game.catalogue.rulings}
    Game.objects.update(note="W" * 400, rulings=rulings)
    pdf = a_pdf(long(own, 99), "it", "letter")
    assert (letters_outside(pdf), letters_overlapping(pdf)) == ([], [])
    assert len(sizes(pdf)) <= 6


def test_the_report_of_a_full_log_shows_its_end_and_the_number_of_lines_left_out(own: Link) -> None:
    """The last 300 lines of 8 turns, folded once for the points at the end of each turn."""
    report = report_in_english(long(own, 8))
    assert [turn.number for turn in report.turns] == [8]
    assert sum(len(turn.lines) for turn in report.turns) == 300
    words = f"The oldest {report.left_out} log lines are left out."
    assert report.left_out == GameEvent.objects.count() - 8 - 300
    assert words in " ".join(text_of(a_pdf(own)).split())
    page = Client().get(f"/play/{own.token}/report/", headers={"Accept-Language": "en"}).text
    assert (page.count("<li>") < 1000, words in page) == (True, True)


def test_a_report_of_many_turns_shows_the_last_twenty(own: Link) -> None:
    said = [(TurnIs(turn=turn), Mark(piece="2", state="suppressed", on=turn % 2 == 0)) for turn in range(2, 32)]
    report = report_in_english(told(own, *(event for turn in said for event in turn)))
    assert [(turn.number, turn.score) for turn in report.turns] == [(turn, "0 : 0") for turn in range(12, 32)]
    with translation.override("en"):
        assert report.left_out_words == "The oldest 10 log lines are left out."


def test_signatures_and_points_have_one_order_and_the_leader_is_marked(own: Link) -> None:
    """Fewer defeat points win (bn §14.0): for both readers the winner's number is green."""
    short(own)
    for link in (own, other(own)):
        report = report_in_english(link)
        said = [f"{words}" for side in report.sides for label, words in side.facts if label == "Result"]
        lines = {line.words for turn in report.turns for line in turn.lines if "Signed" in line.words}
        assert said == ["signed 5 : 10. Alpini held the field."] * 2
        assert (lines, [side.is_ahead for side in report.sides]) == ({"Signed: 5 : 10"}, [True, False])
        page = Client().get(f"/play/{link.token}/report/", headers={"Accept-Language": "en"}).content
        marked = lxml.html.fromstring(page).xpath("//*[@class='ahead']/span/text()")
        assert marked == ["Alpini"]


def test_a_report_too_long_for_a_pdf_is_printed_in_another_way(
    own: Link, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "LARGE_SIGNED_OUT", 0)
    said = {
        "report.pdf": "This report is too long for a PDF. Print its page from your browser.",
        "kit.pdf": (
            "These sheets are too many to print from the game. Print the cut-out sheets from your list: "
            "they are prepared in the background."
        ),
    }
    for name, instead in said.items():
        shown = client.get(f"/play/{own.token}/{name}", headers={"Accept-Language": "en"})
        assert (shown.status_code, shown.headers["Referrer-Policy"]) == (422, "strict-origin")
        (lead,) = lxml.html.fromstring(shown.content).cssselect(".lead")
        assert lead.text_content() == instead


def test_the_file_goes_out_to_whoever_has_the_link(own: Link, client: Client) -> None:
    for link, status in ((own, 200), (other(own, "looks"), 200)):
        response = client.get(f"/play/{link.token}/report.pdf?paper=letter&language=it")
        assert (response.status_code, response.headers["Referrer-Policy"]) == (status, "strict-origin")
        assert response.headers["Content-Disposition"] == 'attachment; filename="Alpini-Predoni-Rapporto.pdf"'
    assert client.get("/play/nothing/report.pdf").status_code == 404
