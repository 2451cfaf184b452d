// The menu of a row, shared by all rows, and the keys of the builder.
(() => {
  "use strict";
  const isPhone = matchMedia("(max-width: 799px)");
  let menuRow = ""; // the row of the open menu: an answer meanwhile removes its addresses

  function addressItem(item) {
    const { act } = item.dataset;
    const { address } = document.getElementById("row-menu").dataset;
    if (act === "edit") item.setAttribute("href", `?edit=${menuRow}#${menuRow}`);
    else item.setAttribute("formaction", `${address}${menuRow}/${act}/`);
  }

  function fillMenu(menu, row) {
    const { kind } = row.dataset;
    for (const item of menu.querySelectorAll("[data-act]")) {
      const { act } = item.dataset;
      addressItem(item);
      item.hidden =
        (kind === "extra" && act !== "remove") ||
        (act === "split" && row.classList.contains("is-one")) ||
        (act === "to-squad" && item.value === row.closest(".squad").id);
    }
  }

  // It does not know which actions the row allows either; and the row may be gone.
  function refillMenu() {
    const menu = document.getElementById("row-menu");
    if (!menu.matches(":popover-open")) return;
    const row = document.getElementById(menuRow);
    if (row) fillMenu(menu, row);
    else menu.hidePopover();
  }
  document.addEventListener("htmx:after:swap", refillMenu);

  function openMenu(link) {
    const menu = document.getElementById("row-menu");
    menuRow = link.closest(".fig").id;
    fillMenu(menu, document.getElementById(menuRow));
    menu.showPopover();
    if (!isPhone.matches) place(menu, link.getBoundingClientRect());
    menu.querySelector("[data-act]:not([hidden])").focus();
  }

  function place(menu, beside) {
    const below = beside.bottom + menu.offsetHeight < innerHeight;
    menu.style.top = `${below ? beside.bottom : Math.max(0, beside.top - menu.offsetHeight)}px`;
    menu.style.left = `${beside.right - menu.offsetWidth}px`;
  }

  const addressChosen = (event) => {
    const item = event.target.closest("#row-menu [data-act]");
    if (item) addressItem(item);
  };
  document.addEventListener("click", addressChosen, true);

  // A menu closes after one of its actions is chosen, and its button gets the focus again.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".row-menu");
    const menu = event.target.closest(".menu-list :is(a, button)")?.closest("#row-menu, #sheet .menu[open]");
    if (link) {
      event.preventDefault();
      openMenu(link);
    } else if (menu?.id === "row-menu") {
      menu.hidePopover();
    } else if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // Tab past the end of the menu continues from its button.
  function leaveMenu(event) {
    const menu = event.key === "Tab" && event.target.closest("#row-menu");
    if (!menu) return;
    const acts = Array.from(menu.querySelectorAll(":is(a, button)")).filter((act) => act.checkVisibility());
    if (event.target !== acts.at(event.shiftKey ? 0 : -1)) return;
    menu.hidePopover();
    document.getElementById(menuRow)?.querySelector(".row-menu").focus();
    if (event.shiftKey) event.preventDefault();
  }
  document.addEventListener("keydown", leaveMenu);

  // ── Keys ──────────────────────────────────────────────────────────────────────────────────────────────────────

  function step(event) {
    if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    event.preventDefault();
    document.getElementById(event.shiftKey ? "redo" : "undo").click();
  }
  document.addEventListener("keydown", step);

  // Escape is the same as Done: typed text is kept.
  function closeEditor(event) {
    const editor = event.key === "Escape" && event.target.closest(".is-editing");
    if (editor && !document.querySelector(":popover-open")) editor.querySelector("[name=done]").click();
  }
  document.addEventListener("keydown", closeEditor);

  // Alt and an arrow key move the row, or the squad whose heading has the focus.
  function reorder(event) {
    const by = { ArrowUp: "-1", ArrowDown: "1" }[event.key];
    if (!by || !event.altKey || event.target.matches("select")) return;
    const row = event.target.closest("li.fig[id]");
    const head = event.target.closest(".squad-head, .squad");
    const button = row ? rowMove(row, by) : head?.querySelector(`.menu [name=by][value="${by}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  }
  document.addEventListener("keydown", reorder);

  function rowMove(row, by) {
    menuRow = row.id;
    return document.querySelector(`#row-menu [data-act=move][value="${by}"]`);
  }
})();
