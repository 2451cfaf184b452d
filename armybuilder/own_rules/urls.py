"""Addresses of people's own rules, below those of the rules."""

from django.urls import path, register_converter

from armybuilder.own_rules.views import (
    begin,
    files,
    index,
    parent,
    publishing,
    reading,
    tables,
)


class OwnKey:
    """The key of own rules, which the site's rulesets never have."""

    regex = "own-[a-z0-9]{8}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(OwnKey, "own")

app_name = "own"
urlpatterns = [
    path("mine/", index.mine, name="mine"),
    path("begin/", begin.begin, name="begin"),
    path("paste/", begin.paste, name="paste"),
    path("open/", files.open_list, name="open"),
    path("list/<uuid:list_id>/with-rules.json", files.list_file, name="list-file"),
    path("public/", reading.public, name="public"),
    path("<own:key>/", reading.show, name="rules"),
    path("<own:key>/report/", reading.report, name="report"),
    path("<slug:key>/edit/", tables.show, name="tables"),
    path("<slug:key>/rules.<str:ending>", files.download, name="download"),
    path("<slug:key>/edit/cells/", tables.cells, name="cells"),
    path("<slug:key>/edit/row/", tables.row, name="row"),
    path("<slug:key>/edit/undo/", tables.undo_edit, name="undo"),
    path("<slug:key>/edit/redo/", tables.redo_edit, name="redo"),
    path("<slug:key>/edit/put-away/", index.put_away, name="put-away"),
    path("<slug:key>/edit/copy/", index.copy, name="copy"),
    path("<slug:key>/edit/dice/", tables.dice, name="dice"),
    path("<slug:key>/edit/limits/", tables.limits, name="limits"),
    path("<slug:key>/edit/try/", tables.try_lists, name="try"),
    path("<slug:key>/edit/publish/", publishing.publish_page, name="publish"),
    path("<slug:key>/edit/share/", publishing.share, name="share"),
    path("<slug:key>/edit/writers/", publishing.writers, name="writers"),
    path("<own:key>/club/<uuid:club_id>/leave/", publishing.leave_club, name="leave-club"),
    path("<slug:key>/edit/versions/<int:number>.json", publishing.download, name="version"),
    path("<slug:key>/edit/versions/<int:number>/begin/", publishing.begin_from, name="begin-from"),
    path("<slug:key>/edit/parent/", parent.parent, name="parent"),
]
