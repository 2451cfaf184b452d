// Rows are dragged by their grips. The script is loaded when a grip is first pointed at.
(() => {
  "use strict";
  let putBack; // undo a drop that the site refused
  let isCancelled;

  function fetchSortable(event) {
    if (!event.target.closest?.(".grip")) return;
    for (const kind of ["pointerover", "pointerdown"]) document.removeEventListener(kind, fetchSortable);
    const script = document.createElement("script");
    script.src = document.querySelector("[data-sortable]").dataset.sortable;
    script.addEventListener("load", makeSortable);
    document.head.append(script);
  }
  for (const kind of ["pointerover", "pointerdown"]) document.addEventListener(kind, fetchSortable);

  function makeSortable() {
    if (!window.Sortable) return;
    for (const list of document.querySelectorAll(".squad .figs")) {
      if (!Sortable.get(list)) Sortable.create(list, DRAGGING);
    }
  }

  const DRAGGING = {
    handle: ".grip",
    draggable: ".fig",
    forceFallback: true, // the same for mouse, pen and finger
    fallbackOnBody: true,
    ghostClass: "is-dragged",
    group: { name: "rows", pull: (to, from, row) => row.dataset.kind !== "extra" },
    onStart({ item, from }) {
      const next = item.nextElementSibling;
      isCancelled = false;
      putBack = () => from.insertBefore(item, next?.isConnected ? next : null);
      document.addEventListener("keydown", cancelDrag, true);
    },
    onEnd({ item, from, to, oldIndex, newIndex }) {
      document.removeEventListener("keydown", cancelDrag, true);
      if (isCancelled) putBack();
      else if (from !== to || oldIndex !== newIndex) drop(item);
    },
  };

  function cancelDrag(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    isCancelled = true;
    document.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  }

  // Its place is counted among its kind: figures first, then vehicles, then extras.
  function drop(row) {
    const alike = row.parentElement.querySelectorAll(`:scope > [data-kind="${row.dataset.kind}"]`);
    const values = { to: row.closest(".squad").id, place: Array.from(alike).indexOf(row) };
    const { address } = document.getElementById("row-menu").dataset;
    htmx.ajax("POST", `${address}${row.id}/place/`, { source: "#do", values });
  }

  document.addEventListener("untaken", () => putBack?.());
  document.addEventListener("htmx:after:swap", () => {
    putBack = undefined;
    makeSortable();
  });
})();
