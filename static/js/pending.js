// What waits for its answer is shown at once, marked as waiting; the answer puts what is true in its place.
(() => {
  "use strict";
  const bar = document.getElementById("waiting");
  const wordWaiting = bar.dataset.waiting;
  let waiting = [];
  let shown = new Set(); // the keys of what the page shows: each tap once

  // ── The marks ─────────────────────────────────────────────────────────────────────────────────────────────────

  function mark(element, className = "is-waiting") {
    if (!element || element.classList.contains(className)) return;
    element.classList.add("is-waiting", className);
    if (!element.querySelector(":scope > .waiting-word")) element.append(word());
  }

  // An answer without a sheet leaves the page as it is.
  function unmark() {
    for (const gone of document.querySelectorAll("#sheet :is(.is-ghost, .new-squads, .waiting-word)")) gone.remove();
    for (const marked of document.querySelectorAll("#sheet .is-waiting")) {
      marked.classList.remove("is-waiting", "is-going");
    }
  }

  function word() {
    const element = document.createElement("span");
    element.className = "waiting-word";
    element.textContent = wordWaiting;
    return element;
  }

  // Something that has no place of its own yet: one line for all taps on the same.
  function ghost(list, words, by) {
    const key = words ?? "";
    let line = Array.from(list.querySelectorAll(":scope > .is-ghost")).find(({ dataset }) => dataset.ghost === key);
    if (!line) {
      line = document.getElementById("ghost").content.firstElementChild.cloneNode(true);
      line.dataset.ghost = key;
      line.querySelector(".fig-name").textContent = key;
      list.append(line);
    }
    const count = Number(line.dataset.count ?? 0) + by;
    line.dataset.count = count;
    line.querySelector(".fig-count").textContent = count > 0 ? `+${count}` : `−${-count}`;
    if (!count) line.remove();
  }

  // ── What each act does ────────────────────────────────────────────────────────────────────────────────────────

  // The palette knows how many are equal to what it adds: the row of that name is theirs, if it is nobody's own.
  function addOrTake(squad, table, { body, words }, by) {
    const form = new URLSearchParams(body);
    const wanted = CSS.escape(form.get("preset") ?? form.get("type"));
    const button = document.querySelector(`[formaction$="squads/${squad}/${table}/"][value="${wanted}"]`);
    const before = addToPalette(button, by);
    const rows = document.getElementById(squad)?.querySelector(".figs");
    const row = before && rows && rowCalled(rows, words);
    if (row) addToRow(row, by);
    else if (rows) ghost(rows, words, by);
  }

  function addToPalette(button, by) {
    const number = button?.querySelector(".preset-count");
    if (!number) return 0;
    const before = Number(number.textContent);
    number.textContent = Math.max(0, before + by) || "";
    number.closest(".preset-line").classList.add("is-waiting");
    return before;
  }

  function rowCalled(rows, words) {
    return Array.from(rows.querySelectorAll(":scope > .fig[id]:not(.is-going)")).find(
      (row) =>
        row.querySelector(".fig-name a")?.textContent === words &&
        row.querySelector("input[name=count]") &&
        !row.querySelector(".fig-notes, .team"),
    );
  }

  function addToRow(row, by) {
    const input = row.querySelector("input[name=count]");
    const count = Number(input.value) + by;
    if (count) input.value = count;
    mark(row, count ? "is-waiting" : "is-going");
  }

  // What was tapped is counted already on the page that it was tapped on, not on one that came since.
  function count(row, body, isNewPage) {
    const input = row?.querySelector("input[name=count]");
    const form = new URLSearchParams(body);
    if (input && isNewPage) {
      input.value = form.get("count") ?? Math.max(0, Number(input.value) + Number(form.get("by")));
    }
    mark(row, input?.value === "0" ? "is-going" : "is-waiting");
  }

  function showRow(id, act, entry, isNewPage) {
    const row = document.getElementById(id);
    if (act === "count") return count(row, entry.body, isNewPage);
    if (act === "duplicate" && row) ghost(row.parentElement, row.querySelector(".fig-name").textContent.trim(), 1);
    mark(row, act === "remove" ? "is-going" : "is-waiting");
  }

  function showSquad(id, [act, way], entry) {
    const squad = document.getElementById(id);
    if (act === "figures" || act === "vehicles") return addOrTake(id, act, entry, way ? -1 : 1);
    if (!squad) return;
    if (act === "extras") return ghost(squad.querySelector(".figs"), entry.words, 1);
    if (act === "duplicate") return addSquad(squad.querySelector("h2").textContent.trim());
    mark(squad, act === "remove" ? "is-going" : "is-waiting");
  }

  function addSquad(words) {
    const squads = document.querySelector(".squads");
    let list = squads.querySelector(":scope > .new-squads");
    if (!list) {
      list = document.createElement("ol");
      list.className = "new-squads squad figs";
      squads.insertBefore(list, squads.querySelector(":scope > .btns"));
    }
    ghost(list, words, 1);
  }

  function showExtra(words) {
    const extras = document.querySelector("#extras .extras");
    if (extras) ghost(extras, words, 1);
  }

  function show(entry, isNewPage) {
    const [what, id, ...act] = new URL(entry.action, location).pathname.split("/").slice(3, -1);
    if (what === "rows") showRow(id, act[0], entry, isNewPage);
    else if (what === "squads" && id) showSquad(id, act, entry);
    else if (what === "squads") addSquad(entry.words);
    else if (what === "extras") showExtra(entry.words);
    else if (what === "rulings") mark(document.getElementById("rulings"));
    else document.getElementById(what === "settings" ? "list" : what)?.classList.add("is-waiting");
  }

  // ── When ──────────────────────────────────────────────────────────────────────────────────────────────────────

  function showAll(isNewPage) {
    for (const entry of waiting) {
      if (shown.has(entry.key)) continue;
      shown.add(entry.key);
      show(entry, isNewPage);
    }
  }

  function showNumber() {
    const { one, many } = bar.dataset;
    bar.hidden = !waiting.length;
    bar.querySelector("span").textContent =
      waiting.length === 1 ? one : many.replace("{count}", waiting.length.toLocaleString(document.documentElement.lang));
  }

  document.addEventListener("waiting", ({ detail }) => {
    waiting = detail;
    showNumber();
    showAll(false);
  });
  document.addEventListener("htmx:after:swap", () => {
    shown = new Set();
    showAll(true);
  });
  document.addEventListener("untaken", unmark);
})();
