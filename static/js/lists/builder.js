// The builder: conveniences for its forms and links. None of this is needed to edit a list.
(() => {
  "use strict";
  const live = document.getElementById("live");
  const sheet = () => document.getElementById("sheet");
  const isPhone = matchMedia("(max-width: 799px)");

  // ── Requests ──────────────────────────────────────────────────────────────────────────────────────────────────

  // A form is sent as a whole. `touched` is the field just changed: the others may have changed elsewhere.
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    const { request, sourceEvent } = ctx;
    request.anchor = ""; // the page stays where it is
    ctx.asked = performance.now();
    const touched = sourceEvent?.type === "change" ? sourceEvent.target : sourceEvent?.touched;
    if (touched && request.method === "POST") request.body.set("touched", touched.name);
    if (request.submitter?.name === "by") countOn(request.submitter);
  });

  // Enter changes a field and then submits its form: one request is enough, and it names the touched field.
  let isEnter, entered;
  function waitForSending(event) {
    const { target } = event;
    if (!isEnter || !target.form?.matches('[hx-trigger="change,submit"]')) return;
    isEnter = false;
    entered = target;
    event.stopPropagation();
    setTimeout(() => entered && target.dispatchEvent(new Event("change", { bubbles: true })));
  }
  document.addEventListener("keydown", ({ key }) => (isEnter = key === "Enter"));
  document.addEventListener("change", waitForSending, true);
  document.addEventListener(
    "submit",
    (event) => {
      event.touched = entered;
      entered = undefined;
    },
    true,
  );

  // The number changes with the tap, before its answer.
  function countOn(button) {
    const number = button.closest(".stepper")?.querySelector("input");
    if (!number) return;
    number.value = Math.max(0, Number(number.value) + Number(button.value));
    button.disabled = number.value === "0"; // the row disappears: further taps would have no target
  }

  // The kind of trouble: "offline", "busy", "signed-out", "refused", or nothing.
  function showTrouble(kind) {
    for (const words of document.querySelectorAll(".trouble > *")) words.hidden = words.id !== `trouble-${kind}`;
  }

  // An answer without a sheet (an error page) must not replace the present one.
  document.addEventListener("htmx:before:swap", (event) => {
    const { text, response } = event.detail.ctx;
    if (text.includes('id="sheet"')) {
      showTrouble();
      before = whatIsThere(event.detail.ctx);
    } else {
      event.preventDefault();
      document.dispatchEvent(new CustomEvent("untaken"));
      showTrouble([403, 404].includes(response.status) ? "signed-out" : "refused");
    }
  });
  document.addEventListener("htmx:error", () => showTrouble("refused"));
  document.addEventListener("trouble", ({ detail }) => showTrouble(detail));

  // ── After an answer ───────────────────────────────────────────────────────────────────────────────────────────

  // Opened parts stay open.
  htmx.registerExtension("keep-open", {
    htmx_before_morph_attr: (element, { attrName }) => !(attrName === "open" && element.matches("details")),
  });

  // A touched control no longer follows its attributes; the server's value is right, except for unsent typing.
  function followServer() {
    for (const control of sheet().querySelectorAll("input:not([type=hidden]), textarea")) {
      if (control.type === "checkbox" || control.type === "radio") control.checked = control.defaultChecked;
      else if (control !== before.typedIn) control.value = control.defaultValue;
    }
    for (const option of sheet().querySelectorAll("option")) option.selected = option.defaultSelected;
  }

  const nameOf = (place) => place?.querySelector(".fig-name a, h2 a, h1 a") ?? place;
  const wordsOf = (address) => new URL(address, location).pathname.split("/").slice(0, -1);
  let before; // present when the answer arrived

  const ROWS = ".fig[id], .extra[id]";

  // The field with unsent text, the rows, messages of squads, and the neighbour of the form's row or squad.
  function whatIsThere({ request }) {
    const about = document.getElementById(wordsOf(request.action).at(-2));
    const beside = [about?.nextElementSibling, about?.previousElementSibling];
    const { activeElement: control } = document;
    return {
      typedIn: control.value !== control.defaultValue ? control : null,
      rows: new Map(Array.from(sheet().querySelectorAll(ROWS), (row) => [row.id, row.textContent])),
      squads: new Map(Array.from(sheet().querySelectorAll(".squad[id]"), (squad) => [squad.id, squad.textContent])),
      neighbours: beside.filter((other) => other?.id).map((other) => other.id),
      // the place to add again, if there is no neighbour
      adding: about?.matches(".extra") ? "#extras-offered summary" : `[data-squad="${about?.closest(".squad")?.id}"]`,
    };
  }

  // A reason for a refusal survives the answers to earlier taps.
  let told = { at: 0 };
  function keepTelling({ asked }) {
    const notice = document.getElementById("notice");
    if (notice) told = { at: performance.now(), notice: notice.cloneNode(true) };
    else if (asked < told.at) sheet().prepend(told.notice);
  }

  const LEADS_THERE = new Set(["squads", "figures", "vehicles", "extras", "split", "duplicate", "to-squad"]);

  // The focus after an action: unchanged if its element stays.
  function focusAfter({ request, response }) {
    const act = wordsOf(request.action).at(-1);
    const named = document.getElementById(sheet().dataset.focus);
    if (response.status !== 200) return null;
    if (request.method === "GET" && new URL(request.action, location).searchParams.get("edit")) return opened();
    if (["undo", "redo"].includes(act)) return cameBack();
    if (act === "remove") return afterRemoving();
    if (act === "take") return presetOf(request);
    if (act === "squads" && isPhone.matches && !request.body.has("ready")) return openPalette();
    if (LEADS_THERE.has(act)) return nameOf(named);
    return request.body?.has("done") ? nameOf(named ?? document.getElementById("list")) : null;
  }

  // An opened row is looked at first: a cursor in its name would open the phone's keyboard over the rest.
  const opened = () => sheet().querySelector(".is-editing");

  // When the last one is removed, its button for one fewer disappears.
  function presetOf({ action, body }) {
    const wanted = body.get("preset") ?? body.get("type");
    return sheet().querySelector(`[formaction="${action.replace("take/", "")}"][value="${wanted}"]`);
  }

  function cameBack() {
    const row = Array.from(sheet().querySelectorAll(".fig[id]")).find(({ id }) => !before.rows.has(id));
    const squads = Array.from(sheet().querySelectorAll(".squad[id]"));
    return nameOf(row ?? squads.find(({ id, textContent }) => before.squads.get(id) !== textContent));
  }

  // After starting a squad, the player adds to it next.
  function openPalette() {
    location.hash = "palette";
    return document.getElementById("palette");
  }

  function afterRemoving() {
    const beside = before.neighbours.map((id) => document.getElementById(id)).find((other) => other);
    return nameOf(beside) ?? document.querySelector(before.adding);
  }

  // Typing, choosing from a menu and adding continue: the next tap is often the same. Otherwise the action sets the
  // focus, or the control in use keeps it, or the row in the answer gets it.
  const BUSY = "input:not([type=checkbox], [type=radio]), textarea, #row-menu *, .menu[open] *";
  function moveFocus(ctx) {
    const now = document.activeElement;
    if (ctx.sourceElement.id === "latest") return; // another tab did it
    const isOver = isPhone.matches && document.querySelector(".zone-palette:is(:target, :has(:target)), .zone-report:target");
    const isAdding = isOver || (now.closest(".zone-palette, #fits") && !ctx.request.action.match(/\/(un|re)do\/$/));
    const notice = document.getElementById("notice");
    if (notice && now === document.body) return notice.focus(); // the row in use is gone
    const next = now.matches(BUSY) || isAdding ? null : focusAfter(ctx);
    if (next) goTo(next);
    else if (now.matches(".list-edit [name=name][autofocus]")) now.select();
    else if (now === document.body || now.disabled) keepFocus();
  }

  function keepFocus() {
    const target = nameOf(document.getElementById(sheet().dataset.focus)) ?? document.getElementById("squads");
    if (target.id === "squads") target.focus({ preventScroll: true });
    else goTo(target);
  }

  // The page follows a focus that leaves the screen: at once for keyboard users, and after a pause for fingers, to
  // keep the next tap on its target.
  const STILL = 2_000; // ms
  let isByKey = false;
  let following;
  for (const kind of ["keydown", "pointerdown", "wheel"]) {
    document.addEventListener(kind, (event) => touched(event), { capture: true, passive: true });
  }

  function touched({ type }) {
    clearTimeout(following);
    isByKey = type === "keydown";
  }

  function goTo(target) {
    target.focus({ preventScroll: !isByKey });
    if (!isByKey) following = setTimeout(() => isOffScreen(target) && target.scrollIntoView({ block: "nearest" }), STILL);
  }

  function isOffScreen(target) {
    const { top, bottom } = target.getBoundingClientRect();
    const [bar, dock] = [".bar", ".dock"].map((part) => document.querySelector(part).offsetHeight);
    return bottom <= bar || top >= innerHeight - dock;
  }

  // Scroll to a copied or moved row if it is off screen. The menu that started this is closed, so no further tap can
  // land on the wrong row.
  const GOES = new Set(["duplicate", "move", "to-squad"]);
  function followRow({ request, response }) {
    const row = nameOf(document.getElementById(sheet().dataset.focus));
    if (response.status !== 200 || !GOES.has(wordsOf(request.action).at(-1)) || !row || !isOffScreen(row)) return;
    clearTimeout(following);
    row.scrollIntoView({ block: "center" });
  }

  // The rows that a suggestion changes are marked, and the first comes into view: on a phone when the sheet closes.
  let changed = [];
  function markChanged({ request, response }) {
    if (response.status !== 200 || !request.action.endsWith("/advice/take/")) return;
    const rows = Array.from(sheet().querySelectorAll(ROWS));
    changed = rows.filter(({ id, textContent }) => before.rows.get(id) !== textContent);
    for (const row of changed) mark(row);
    if (!isPhone.matches) showChanged();
  }

  function mark(row) {
    row.classList.add("is-changed");
    row.addEventListener("animationend", () => row.classList.remove("is-changed"), { once: true });
  }

  function showChanged() {
    const [row] = changed;
    changed = [];
    if (row?.isConnected && isOffScreen(row)) row.scrollIntoView({ block: "center" });
  }
  addEventListener("hashchange", () => isPhone.matches && location.hash === "#squads" && showChanged());

  let speaking;
  function speak() {
    clearTimeout(speaking);
    const { live: words, over } = sheet().dataset;
    speaking = setTimeout(() => (live.textContent = words), over === undefined ? 700 : 0);
  }

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    followServer();
    keepTelling(ctx);
    moveFocus(ctx);
    followRow(ctx);
    markChanged(ctx);
    speak();
  });
})();
