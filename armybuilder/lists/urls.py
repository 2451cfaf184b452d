"""Addresses of the lists app: one per action; every change is a POST."""

from django.urls import URLPattern, URLResolver, include, path

from armybuilder.lists.views import (
    advice,
    exchange,
    history,
    lists,
    my_lists,
    new_force,
    ready,
    rows,
    rules,
    squads,
)

app_name = "lists"

of_a_squad = [
    path("", squads.edit_squad, name="edit-squad"),
    path("remove/", squads.remove_squad, name="remove-squad"),
    path("save/", ready.save_squad, name="save-squad"),
    path("sections/", rows.squad_sections, name="sections"),
    path("duplicate/", squads.duplicate_squad, name="duplicate-squad"),
    path("move/", squads.move_squad, name="move-squad"),
    path("merge/", squads.merge_rows, name="merge-rows"),
    path("figures/", squads.add_figure, name="add-figure"),
    path("figures/take/", squads.take_figure, name="take-figure"),
    path("vehicles/", squads.add_vehicle, name="add-vehicle"),
    path("vehicles/take/", squads.take_vehicle, name="take-vehicle"),
    path("extras/", squads.add_squad_extra, name="add-squad-extra"),
]

of_a_row = [
    path("", rows.edit_row, name="edit-row"),
    path("count/", rows.set_count, name="set-count"),
    path("duplicate/", rows.duplicate_row, name="duplicate-row"),
    path("split/", rows.split_row, name="split-row"),
    path("move/", rows.move_row, name="move-row"),
    path("place/", rows.place_row, name="place-row"),
    path("to-squad/", rows.move_to_squad, name="move-to-squad"),
    path("remove/", rows.remove_row, name="remove-row"),
    path("odds/<slug:weapon>/", advice.weapon_odds, name="weapon-odds"),
]

of_history = [
    path("", history.history, name="history"),
    path("compare/", history.compare_chosen, name="compare-chosen"),
    path("<int:number>/", history.version, name="version"),
    path("<int:number>/profile/", advice.version_profile, name="version-profile"),
    path("<int:number>/name/", history.name_version, name="name-version"),
    path("<int:number>/restore/", history.restore_version, name="restore-version"),
]

of_a_list: list[URLPattern | URLResolver] = [
    path("", my_lists.builder, name="builder"),
    path("present/", my_lists.present, name="present"),
    path("settings/", lists.settings, name="settings"),
    path("name/", lists.name_list, name="name"),
    path("rulings/", lists.rulings, name="rulings"),
    path("force/", rules.of_list, name="force"),
    path("force/hold/", rules.hold, name="hold-to-force"),
    path("force/keep/", rules.keep, name="keep-force"),
    path("force/leave/", rules.leave, name="leave-force"),
    path("prices/drop/", lists.drop_prices, name="drop-prices"),
    path("house/<uuid:club_id>/", rules.house, name="house"),
    path("house/<uuid:club_id>/take/", rules.take, name="take-house"),
    path("house/<uuid:club_id>/leave/", rules.leave_house_rules, name="leave-house"),
    path("squads/", squads.add_squad, name="add-squad"),
    path("squads/<slug:row>/", include(of_a_squad)),
    path("ready/", ready.ready_squads, name="ready-squads"),
    path("ready/<uuid:saved_id>/rename/", ready.rename_squad, name="rename-saved-squad"),
    path("ready/<uuid:saved_id>/delete/", ready.delete_squad, name="delete-saved-squad"),
    path("ready/<uuid:saved_id>/restore/", ready.restore_squad, name="restore-saved-squad"),
    path("extras/", squads.add_extra, name="add-extra"),
    path("rows/<slug:row>/", include(of_a_row)),
    path("undo/", lists.undo, name="undo"),
    path("redo/", lists.redo, name="redo"),
    path("history/", include(of_history)),
    path("rules/update/", history.update_rules, name="update-rules"),
    path("pair/", lists.show_pair, name="pair"),
    path("pair/make/", lists.make_partner, name="make-partner"),
    path("delete/", lists.delete, name="delete"),
    path("restore/", lists.restore, name="restore"),
    path("duplicate/", lists.duplicate, name="duplicate"),
    path("clubs/", my_lists.show_in_clubs, name="show-in-clubs"),
    path("profile/", advice.profile, name="profile"),
    path("take/", exchange.take, name="take"),
    path("advice/", advice.advice, name="advice"),
    path("complete/", advice.complete, name="complete"),
    path("advice/take/", advice.take, name="take-advice"),
    path("export/", exchange.export_json, name="export"),
    path("export.csv", exchange.export_csv, name="export-csv"),
]

urlpatterns = [
    path("", my_lists.home, name="home"),
    path("samples/", my_lists.samples, name="samples"),
    path("lists/", my_lists.index, name="index"),
    path("lists/several/", my_lists.several, name="several"),
    path("lists/new/", lists.create, name="create"),
    path("lists/import/", exchange.import_list, name="import"),
    path("lists/<uuid:list_id>/", include(of_a_list)),
    path("forces/", rules.index, name="forces"),
    path("clubs/<uuid:club_id>/lists/", my_lists.library, name="library"),
    path("clubs/<uuid:club_id>/forces/new/", new_force.new_force, name="new-force"),
    path("clubs/<uuid:club_id>/lists/new/", my_lists.new_list, name="new-for-club"),
]
