// Pending actions are shown at once, marked as waiting; the answer replaces them.
(() => {
  "use strict";
  const bar = document.getElementById("waiting");
  const wordWaiting = bar.dataset.waiting;
  let waiting = [];
  let shown = new Set(); // the keys of the shown actions: each tap once
  let done = []; // the shown steps with their reversal, for undo and for refusals
  let undone = []; // those that undo reverts
  let said = ""; // pending undo and redo steps of the saved list

  // ── The marks ─────────────────────────────────────────────────────────────────────────────────────────────────

  let step = { back: [] };
  const canGoBack = (back) => step.back.push(back);

  function mark(element, className = "is-waiting") {
    if (!element || element.classList.contains(className)) return;
    const wasWaiting = element.classList.contains("is-waiting");
    element.classList.add("is-waiting", className);
    if (!element.querySelector(":scope > .waiting-word")) element.append(word());
    canGoBack(() => {
      element.classList.remove(className);
      if (wasWaiting) return;
      element.classList.remove("is-waiting");
      element.querySelector(":scope > .waiting-word")?.remove();
    });
  }

  function word() {
    const element = document.createElement("span");
    element.className = "waiting-word";
    element.textContent = wordWaiting;
    return element;
  }

  function write(input, value) {
    const { value: before } = input;
    input.value = value;
    canGoBack(() => (input.value = before));
  }

  // A line for something without a place yet: one line for all taps on the same thing.
  function ghost(list, words, by) {
    addToGhost(list, words ?? "", by);
    canGoBack(() => addToGhost(list, words ?? "", -by));
  }

  function addToGhost(list, key, by) {
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

  // The palette knows the number of equal figures: the row of that name is theirs, unless it has its own name.
  function addOrTake(squad, table, { body, words }, by) {
    const form = new URLSearchParams(body);
    const wanted = CSS.escape(form.get("preset") ?? form.get("type"));
    const button = document.querySelector(`[formaction$="squads/${squad}/${table}/"][value="${wanted}"]`);
    const before = addToPalette(button, by);
    const rows = document.getElementById(squad)?.querySelector(".figs");
    const row = before && rows && rowCalled(rows, words);
    if (row) addToRow(row, by);
    else if (rows) ghost(rows, words, by);
    if (before) step.field = `${row?.id ?? words} count`;
  }

  function addToPalette(button, by) {
    const number = button?.querySelector(".preset-count");
    if (!number) return 0;
    const { textContent: text } = number;
    const line = number.closest(".preset-line");
    const wasWaiting = line.classList.contains("is-waiting");
    number.textContent = Math.max(0, Number(text) + by) || "";
    line.classList.add("is-waiting");
    canGoBack(() => {
      number.textContent = text;
      line.classList.toggle("is-waiting", wasWaiting);
    });
    return Number(text);
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
    if (count) write(input, count);
    mark(row, count ? "is-waiting" : "is-going");
  }

  // The tap is already counted on the page where it was made, but not on a later one.
  function count(row, body, isNewPage) {
    const input = row?.querySelector("input[name=count]");
    const form = new URLSearchParams(body);
    const typed = form.get("count");
    const by = Number(form.get("by"));
    if (input) {
      if (isNewPage) input.value = typed ?? Math.max(0, Number(input.value) + by);
      canGoBack(() => {
        input.value = typed ? input.defaultValue : Number(input.value) - by;
        for (const button of row.querySelectorAll(".stepper button")) button.disabled = false;
      });
    }
    step.field = `${row?.id} count`;
    mark(row, input?.value === "0" ? "is-going" : "is-waiting");
  }

  // Its neighbour moves to the other side: the moved row keeps the focus.
  function move(element, by, alike) {
    const all = Array.from(element.parentElement.querySelectorAll(`:scope > ${alike}`));
    const beside = all[all.indexOf(element) + by];
    if (beside) put(beside, () => (by < 0 ? element.after(beside) : element.before(beside)));
    mark(element);
  }

  function put(element, place) {
    const { parentElement: list, nextSibling: next } = element;
    place();
    canGoBack(() => list.insertBefore(element, next?.parentElement === list ? next : null));
  }

  // After the last of its kind, or before the one at its place.
  function putInto(row, squad, number) {
    const rows = document.getElementById(squad)?.querySelector(".figs");
    const alike = rows ? Array.from(rows.querySelectorAll(`:scope > [data-kind="${row.dataset.kind}"]`)) : [];
    const others = alike.filter((other) => other !== row);
    if (others[number]) put(row, () => others[number].before(row));
    else if (others.length) put(row, () => others.at(-1).after(row));
    else if (rows) put(row, () => (row.dataset.kind === "figure" ? rows.prepend(row) : rows.append(row)));
    mark(row);
  }

  function split(row) {
    addToRow(row, -1);
    ghost(row.parentElement, nameOf(row), 1);
  }

  const nameOf = (row) => row.querySelector(".fig-name").textContent.trim();
  const wordsOf = (row) =>
    Array.from(row.querySelectorAll(".fig-name, .gear, .fig-notes"), ({ textContent }) => textContent).join("\n");

  // The first of equal rows represents them.
  function merge(squad) {
    const first = new Map();
    for (const row of squad.querySelectorAll(".fig[id]:not(.is-going, [data-kind=extra])")) {
      const input = row.querySelector("input[name=count]");
      const words = row.dataset.kind + wordsOf(row);
      if (!input || !first.has(words)) first.set(words, input);
      else {
        write(first.get(words), Number(first.get(words).value) + Number(input.value));
        mark(first.get(words).closest(".fig"));
        mark(row, "is-going");
      }
    }
  }

  function showRow(id, act, entry, isNewPage) {
    const row = document.getElementById(id);
    const form = new URLSearchParams(entry.body);
    if (act === "count") count(row, entry.body, isNewPage);
    else if (!row) return;
    else if (act === "duplicate") ghost(row.parentElement, nameOf(row), 1);
    else if (act === "split") split(row);
    else if (act === "move") move(row, Number(form.get("by")), `[data-kind="${row.dataset.kind}"]`);
    else if (act === "to-squad") putInto(row, form.get("to"));
    else if (act === "place" && isNewPage) putInto(row, form.get("to"), Number(form.get("place")));
    else mark(row, act === "remove" ? "is-going" : "is-waiting");
  }

  function showSquad(id, [act, way], entry) {
    const squad = document.getElementById(id);
    if (act === "figures" || act === "vehicles") return addOrTake(id, act, entry, way ? -1 : 1);
    if (!squad) return;
    if (act === "extras") return ghost(squad.querySelector(".figs"), entry.words, 1);
    if (act === "duplicate") return addSquad(squad.querySelector("h2").textContent.trim());
    if (act === "move") return move(squad, Number(new URLSearchParams(entry.body).get("by")), ".squad[id]");
    if (act === "merge") return merge(squad);
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

  function outline(element) {
    if (!element || element.classList.contains("is-waiting")) return;
    element.classList.add("is-waiting");
    canGoBack(() => element.classList.remove("is-waiting"));
  }

  function show(entry, isNewPage) {
    const [what, id, ...act] = new URL(entry.action, location).pathname.split("/").slice(3, -1);
    if (what === "undo") return takeBack();
    if (what === "redo") return doAgain();
    step = { entry, back: [] };
    if (what === "rows") showRow(id, act[0], entry, isNewPage);
    else if (what === "squads" && id) showSquad(id, act, entry);
    else if (what === "squads") addSquad(entry.words);
    else if (what === "extras") showExtra(entry.words);
    else if (what === "rulings") mark(document.getElementById("rulings"));
    else outline(document.getElementById(what === "settings" ? "list" : what));
    done.push(step);
    undone = [];
  }

  // ── Undo and redo ─────────────────────────────────────────────────────────────────────────────────────────────

  // Waiting steps are reverted visibly; for saved ones the button names the step.
  function takeBack() {
    const steps = lastStep();
    if (!steps.length) return sayStep("undo");
    for (const { back } of steps) for (const goBack of back.reverse()) goBack();
    undone.push(steps);
  }

  // Taps on one number are one step.
  function lastStep() {
    const steps = [];
    do {
      if (done.length) steps.push(done.pop());
    } while (done.length && steps[0].field && done.at(-1).field === steps[0].field);
    return steps;
  }

  function doAgain() {
    const steps = undone.pop();
    if (!steps && !done.length) sayStep("redo");
    if (!steps) return;
    const left = undone;
    for (const { entry } of steps.reverse()) show(entry, true);
    undone = left;
  }

  function sayStep(id) {
    const button = document.getElementById(id);
    if (!said) said = button.title;
    button.classList.add("is-waiting");
  }

  // ── When ──────────────────────────────────────────────────────────────────────────────────────────────────────

  function showAll(isNewPage) {
    for (const entry of waiting) {
      if (shown.has(entry.key)) continue;
      shown.add(entry.key);
      show(entry, isNewPage);
    }
    if (done.length) document.getElementById("undo").disabled = false;
    if (undone.length) document.getElementById("redo").disabled = false;
  }

  function showNumber() {
    const { one, many } = bar.dataset;
    bar.hidden = !waiting.length;
    const number =
      waiting.length === 1 ? one : many.replace("{count}", waiting.length.toLocaleString(document.documentElement.lang));
    bar.querySelector("span").textContent = said ? `${number} · ${said}` : number;
  }

  function forget() {
    shown = new Set();
    done = [];
    undone = [];
    said = "";
  }

  // An answer without a sheet leaves the page as it is.
  function unmark() {
    for (const { back } of done.reverse()) for (const goBack of back.reverse()) goBack();
    forget();
    for (const button of document.querySelectorAll("#undo, #redo")) {
      button.classList.remove("is-waiting");
      button.disabled = !button.title;
    }
    showAll(true);
  }

  document.addEventListener("waiting", ({ detail }) => {
    waiting = detail;
    showAll(false);
    showNumber();
  });
  document.addEventListener("htmx:after:swap", () => {
    forget();
    showAll(true);
    showNumber();
  });
  document.addEventListener("untaken", unmark);
})();
