"""Addresses of evenings: one act an address."""

from django.urls import include, path

from armybuilder.evenings.views import (
    board,
    by_hand,
    check,
    codes,
    desk,
    dice,
    entries,
    evenings,
    hand_ins,
    paper,
    rounds,
    working_out,
)

app_name = "evenings"

of_an_evening = [
    path("", evenings.show, name="evening"),
    path("edit/", evenings.edit, name="edit"),
    path("announce/", evenings.announce, name="announce"),
    path("call-off/", evenings.call_off, name="call-off"),
    path("house-rules/", evenings.take_house_rules, name="house-rules"),
    path("discard/", evenings.discard, name="discard"),
    path("answer/", entries.answer, name="answer"),
    path("hand-in/", hand_ins.hand_in, name="hand-in"),
    path("take-back/", hand_ins.take_back, name="take-back"),
    path("close/", hand_ins.close, name="close"),
    path("reopen/", hand_ins.reopen, name="reopen"),
    path("lists/<int:pk>/", hand_ins.show, name="handed"),
    path("check/", check.check, name="check"),
    path("desk/", desk.show, name="desk"),
    path("finish/", desk.finish, name="finish"),
    path("resume/", desk.resume, name="resume"),
    path("referees/", desk.appoint, name="appoint"),
    path("referees/<int:pk>/release/", desk.dismiss, name="dismiss"),
    path("paper/", paper.choose, name="paper"),
    path("paper/print/", paper.start, name="paper-print"),
    path("paper/pdf/", paper.pdf, name="paper-pdf"),
    path("board/", board.show, name="board"),
    path("board/link/", board.make_link, name="board-link"),
    path("board/withdraw/", board.withdraw_link, name="board-withdraw"),
    path("rounds/draw/", rounds.draw, name="draw"),
    path("rounds/swap/", rounds.swap, name="swap"),
    path("rounds/together/", by_hand.put_together, name="put-together"),
    path("rounds/part/<int:pk>/", by_hand.part, name="part"),
    path("rounds/publish/", rounds.publish, name="publish"),
    path("rounds/take-back/", rounds.take_back, name="take-back-round"),
    path("rounds/<int:number>/", rounds.show, name="round"),
    path("rounds/<int:number>/close/", rounds.close, name="close-round"),
    path("tables/<int:pk>/roll/", dice.roll, name="roll"),
    path("tables/<int:pk>/roll/typed/", dice.type_roll, name="type-roll"),
    path("tables/<int:pk>/work-out/", working_out.work_out, name="work-out"),
    path("tables/<int:pk>/result/", rounds.write_result, name="result"),
    path("people/<int:pk>/drop/", rounds.drop, name="drop"),
    path("guests/", entries.invite_guest, name="invite-guest"),
    path("guests/<int:pk>/withdraw/", entries.withdraw_link, name="withdraw-link"),
]

urlpatterns = [
    path("check/", codes.check, name="check-anywhere"),
    path("clubs/<uuid:club_id>/evenings/new/", evenings.create, name="create"),
    path("evenings/<uuid:evening_id>/", include(of_an_evening)),
    path("evenings/board/<slug:token>/", board.projected, name="projected"),
    path("evenings/guest/<slug:token>/", entries.guest, name="guest"),
]
