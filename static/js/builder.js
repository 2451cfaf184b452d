// The builder: what its forms and links do by themselves, made pleasant. Nothing here is needed to edit a list.
(() => {
  "use strict";
  const live = document.getElementById("live");
  const sheet = () => document.getElementById("sheet");
  const isPhone = matchMedia("(max-width: 799px)");

  // ── Requests ──────────────────────────────────────────────────────────────────────────────────────────────────

  // Two honest taps have two keys: the hidden one serves plain forms, which get a new page with every answer.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // Without a connection a form waits, and those after it wait behind it. It is sent again as it was, key and all:
  // what did arrive is not done twice.
  let isWaiting = false;
  const PATIENCE = 30_000; // ms for an answer
  const PAUSE = 5_000; // ms until the next try, should the browser not notice the line

  async function sendUntilHeard(address, request) {
    for (;;) {
      try {
        const response = await fetch(address, { ...request, signal: AbortSignal.timeout(PATIENCE) });
        isWaiting = false;
        return response;
      } catch {
        isWaiting = true;
        showTrouble("offline");
        await lineBack();
      }
    }
  }

  function lineBack() {
    return new Promise((resolve) => {
      addEventListener("online", resolve, { once: true });
      setTimeout(resolve, PAUSE);
    });
  }

  addEventListener("beforeunload", (event) => {
    if (isWaiting) event.preventDefault();
  });

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.request.method === "POST") ctx.request.body.set("key", newKey());
    ctx.request.anchor = ""; // the page stays where it is
    ctx.request.timeout = 0;
    ctx.fetch = sendUntilHeard;
    if (ctx.request.submitter?.name === "count") countOn(ctx.request.submitter);
  });

  // The next tap on a stepper counts on from this one, whether or not its answer is there.
  function countOn(button) {
    const stepper = button.closest(".stepper");
    const count = Number(button.value);
    const [fewer, more] = stepper.querySelectorAll("button");
    stepper.querySelector("input").value = count;
    [fewer.value, more.value, fewer.disabled] = [count - 1, count + 1, count <= 1];
  }

  // What went wrong: "offline", "signed-out", "refused", or nothing.
  function showTrouble(kind) {
    for (const words of document.querySelectorAll(".trouble > *")) words.hidden = words.id !== `trouble-${kind}`;
  }

  // An answer without a sheet (a failure page) must not wipe out the one that is there.
  document.addEventListener("htmx:before:swap", (event) => {
    const { text, response } = event.detail.ctx;
    if (text.includes('id="sheet"')) {
      showTrouble();
      before = whatIsThere(event.detail.ctx);
    } else {
      event.preventDefault();
      putBack?.();
      showTrouble([403, 404].includes(response.status) ? "signed-out" : "refused");
    }
  });
  document.addEventListener("htmx:error", () => showTrouble("refused"));

  // ── After an answer ───────────────────────────────────────────────────────────────────────────────────────────

  // What was opened stays open; a menu closes when one of its acts is done.
  htmx.registerExtension("keep-open", {
    htmx_before_morph_attr: (element, { attrName }) =>
      !(attrName === "open" && element.matches("details:not(.menu)")),
  });

  // Once touched, a control no longer follows its attributes; what the server says is right, but for what is typed now.
  function followServer() {
    for (const control of sheet().querySelectorAll("input:not([type=hidden]), textarea")) {
      if (control.type === "checkbox" || control.type === "radio") control.checked = control.defaultChecked;
      else if (control !== document.activeElement) control.value = control.defaultValue;
    }
    for (const option of sheet().querySelectorAll("option")) option.selected = option.defaultSelected;
  }

  const nameOf = (place) => place?.querySelector(".fig-name a, h2 a") ?? place;
  const wordsOf = (address) => new URL(address, location).pathname.split("/").slice(0, -1);
  let before; // what was there when the answer came

  // The rows, what squads say, and who stands beside the row or squad that the form is about.
  function whatIsThere({ request }) {
    const about = document.getElementById(wordsOf(request.action).at(-2));
    const beside = [about?.nextElementSibling, about?.previousElementSibling];
    return {
      rows: new Set(Array.from(sheet().querySelectorAll(".fig[id]"), (row) => row.id)),
      squads: new Map(Array.from(sheet().querySelectorAll(".squad[id]"), (squad) => [squad.id, squad.textContent])),
      neighbours: beside.filter((other) => other?.id).map((other) => other.id),
      squad: about?.closest(".squad")?.id,
    };
  }

  // Who has the focus after an act: nothing, where it stays where it is.
  function focusAfter({ request, sourceElement, response }) {
    const act = wordsOf(request.action).at(-1);
    const named = document.getElementById(sheet().dataset.focus);
    if (response.status !== 200) return null;
    if (sourceElement.matches('a[href^="?edit="]')) return firstField();
    if (["undo", "redo"].includes(act)) return cameBack();
    if (act === "remove") return afterRemoving();
    if (["squads", "figures", "vehicles", "extras", "split", "duplicate"].includes(act)) return nameOf(named);
    return request.body?.has("done") ? nameOf(named ?? document.getElementById("list")) : null;
  }

  function firstField() {
    return sheet().querySelector(".is-editing .fig-edit :is(input:not([type=hidden]), select, textarea)");
  }

  function cameBack() {
    const row = Array.from(sheet().querySelectorAll(".fig[id]")).find(({ id }) => !before.rows.has(id));
    const squads = Array.from(sheet().querySelectorAll(".squad[id]"));
    return nameOf(row ?? squads.find(({ id, textContent }) => before.squads.get(id) !== textContent));
  }

  function afterRemoving() {
    const beside = before.neighbours.map((id) => document.getElementById(id)).find((other) => other);
    return nameOf(beside) ?? document.querySelector(`[data-squad="${before.squad}"]`);
  }

  // Typing goes on, and so does adding on a phone. Else the act says who is next, else the control in use stays, else
  // the row that the answer names.
  function moveFocus(ctx) {
    const now = document.activeElement;
    const isTyping = now.matches("input:not([type=checkbox], [type=radio]), textarea");
    const isAdding = isPhone.matches && openZone();
    const next = isTyping || isAdding ? null : focusAfter(ctx);
    if (next) next.focus();
    else if (now === document.body || now.disabled) keepFocus();
  }

  function keepFocus() {
    const target = nameOf(document.getElementById(sheet().dataset.focus)) ?? document.getElementById("squads");
    target.focus({ preventScroll: target.id === "squads" });
  }

  let speaking;
  function speak() {
    clearTimeout(speaking);
    const { live: words, over } = sheet().dataset;
    speaking = setTimeout(() => (live.textContent = words), over === undefined ? 700 : 0);
  }

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    putBack = undefined;
    followServer();
    moveFocus(ctx);
    makeSortable();
    markTab();
    speak();
  });

  // ── The row menu: one for all rows ────────────────────────────────────────────────────────────────────────────

  let menuRow = ""; // the row the acts of the menu are for: an answer that comes meanwhile takes its addresses away

  function addressItem(item) {
    const { act } = item.dataset;
    const { address } = document.getElementById("row-menu").dataset;
    if (act === "edit") item.setAttribute("href", `?edit=${menuRow}#${menuRow}`);
    else item.setAttribute("formaction", `${address}${menuRow}/${act}/`);
  }

  function openMenu(link) {
    const menu = document.getElementById("row-menu");
    const row = document.getElementById(link.dataset.row);
    const { kind } = row.dataset;
    menuRow = row.id;
    for (const item of menu.querySelectorAll("[data-act]")) {
      const { act } = item.dataset;
      addressItem(item);
      item.hidden =
        (kind === "extra" && act !== "remove") ||
        (act === "split" && row.classList.contains("is-one")) ||
        (act === "to-squad" && item.value === row.closest(".squad").id);
    }
    menu.showPopover();
    if (!isPhone.matches) place(menu, link.getBoundingClientRect());
    menu.querySelector("[data-act]:not([hidden])").focus();
  }

  function place(menu, beside) {
    const below = beside.bottom + menu.offsetHeight < innerHeight;
    menu.style.top = `${below ? beside.bottom : Math.max(0, beside.top - menu.offsetHeight)}px`;
    menu.style.left = `${beside.right - menu.offsetWidth}px`;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".row-menu");
    if (link) {
      event.preventDefault();
      openMenu(link);
    } else if (event.target.closest("#row-menu [data-act]")) {
      document.getElementById("row-menu").hidePopover();
    }
  });

  const addressChosen = (event) => {
    const item = event.target.closest("#row-menu [data-act]");
    if (item) addressItem(item);
  };
  document.addEventListener("click", addressChosen, true);

  // ── Keys ──────────────────────────────────────────────────────────────────────────────────────────────────────

  function step(event) {
    if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    event.preventDefault();
    document.getElementById(event.shiftKey ? "redo" : "undo").click();
  }
  document.addEventListener("keydown", step);

  // Alt and an arrow move the row, or the squad whose heading has the focus.
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

  // ── Dragging: its script is fetched when a grip is first pointed at ───────────────────────────────────────────

  let putBack; // undoes a drop that the site did not take
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
    forceFallback: true, // the same with mouse, pen and finger
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

  // Its place is counted among those of its kind: a squad has its figures first, then its vehicles, then its extras.
  function drop(row) {
    const alike = row.parentElement.querySelectorAll(`:scope > [data-kind="${row.dataset.kind}"]`);
    const values = { to: row.closest(".squad").id, place: Array.from(alike).indexOf(row) };
    const { address } = document.getElementById("row-menu").dataset;
    htmx.ajax("POST", `${address}${row.id}/place/`, { source: "#do", values });
  }

  // ── On a phone the palette and the report are sheets over the squads ──────────────────────────────────────────

  const openZone = () => document.querySelector(".zone-palette:target, .zone-report:target");
  let openedBy;

  function closeZone() {
    location.hash = "squads";
  }

  function markTab() {
    const here = `#${openZone()?.id ?? "squads"}`;
    for (const tab of document.querySelectorAll(".dock-tabs a")) {
      if (tab.getAttribute("href") === here) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }

  addEventListener("hashchange", () => {
    const zone = isPhone.matches && openZone();
    markTab();
    if (zone) {
      zone.focus({ preventScroll: true });
    } else if (openedBy) {
      document.querySelector(`.dock-tabs [href="${openedBy}"]`)?.focus({ preventScroll: true });
      openedBy = undefined;
    }
  });
  document.addEventListener("click", (event) => {
    const tab = event.target.closest(".dock-tabs a");
    if (tab) openedBy = tab.getAttribute("href");
  });
  document.addEventListener("keydown", (event) => {
    const zone = isPhone.matches && openZone();
    if (!zone) return;
    if (event.key === "Escape") closeZone();
    if (event.key === "Tab") keepInside(event, zone);
  });

  function keepInside(event, zone) {
    const stops = zone.querySelectorAll("a[href], button:not([disabled]), select, summary");
    const [first, last] = [stops[0], stops[stops.length - 1]];
    if (event.shiftKey && (event.target === first || event.target === zone)) {
      event.preventDefault();
      last.focus();
    } else if (!event.shiftKey && event.target === last) {
      event.preventDefault();
      first.focus();
    }
  }
})();
