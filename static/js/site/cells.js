// Tables of cells. In a draft each cell is sent by itself when it is left, and waits in this browser until the site has
// it; a form with `data-grid` is sent as a whole.
(() => {
  "use strict";
  const page = document.querySelector("[data-rules], [data-grid]");
  const { rules } = page.dataset; // none: the form is sent as a whole
  const KEPT = `own/${rules}/`; // in the browser's storage, one item for each edit: tabs of one draft share them
  const TYPING = `typing/${rules}`; // what is being typed
  const TYPED = 400; // ms after the last key until what is typed is kept
  const NOT_NOW = [429, 502, 503, 504];
  const phone = matchMedia("(max-width: 799px)");
  let isSending = false;
  let isWaiting = false;
  let count = 0;
  let typing; // the timer

  // ── The queue ─────────────────────────────────────────────────────────────────────────────────────────────────

  // Where storage is switched off or full, edits wait as long as the page is open.
  const memory = new Map();

  function storage() {
    try {
      return localStorage;
    } catch {
      return undefined;
    }
  }

  function put(name, entry) {
    const text = JSON.stringify(entry);
    try {
      localStorage.setItem(name, text);
    } catch {
      memory.set(name, text);
    }
  }

  function drop(name) {
    memory.delete(name);
    storage()?.removeItem(name);
  }

  function kept() {
    const items = [...Object.entries(storage() ?? {}), ...memory].filter(([name]) => name.startsWith(KEPT));
    return items.sort().map(([name, text]) => ({ name, ...JSON.parse(text) }));
  }

  // Times put the edits in order; a counter those of one millisecond.
  function keep(action, fields) {
    const name = `${KEPT}${Date.now()}-${String(count++).padStart(4, "0")}`;
    put(name, { action, key: line.newKey(), fields });
    clearTimeout(typing);
    drop(TYPING);
    mark();
    send();
  }

  async function send() {
    if (isSending) return;
    isSending = true;
    for (let entry; (entry = kept()[0]); ) {
      const response = await post(entry);
      isWaiting = !response || NOT_NOW.includes(response.status);
      if (isWaiting) {
        wait();
        await line.back();
        continue;
      }
      if (response?.status === 403 || response?.redirected) {
        say("out");
        break;
      }
      drop(entry.name);
      if (response?.ok) receive(await response.text());
      else location.reload(); // the page shows a draft that is no longer there, or an older game
      mark();
    }
    isSending = false;
  }

  function wait() {
    isWaiting = true;
    mark();
  }

  async function post({ action, key, fields }, isFresh = false) {
    const also = new Set(Array.from(document.querySelectorAll("[data-cells] [name=also]"), ({ value }) => value));
    const more = Array.from(also, (value) => ["also", value]);
    const body = new URLSearchParams([...fields, ...more, ["key", key], ["at", page.dataset.at]]);
    const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const request = { method: "POST", headers: { "HX-Request": "true", "X-CSRFToken": token }, body };
    const response = await line.answerTo(action, request, wait);
    if (response?.status !== 403 || isFresh || !(await line.freshToken("#own"))) return response;
    return post({ action, key, fields }, true);
  }

  // ── What waits, and what is said of it ────────────────────────────────────────────────────────────────────────

  const boxes = (name) => Array.from(document.getElementsByName(name)).filter((box) => box.matches(":is(input, select)"));

  // Cells that wait keep what was typed, also where an answer or a new page has brought older values.
  function mark() {
    const waiting = kept();
    page.dataset.kept = waiting.length;
    for (const cell of page.querySelectorAll(".is-waiting")) cell.classList.remove("is-waiting");
    for (const { fields } of waiting) {
      for (const [name, value] of fields) {
        for (const box of boxes(name)) {
          if (box.type === "checkbox" || box.type === "radio") continue;
          if (document.activeElement !== box) box.value = value;
          if (isWaiting) box.closest("td")?.classList.add("is-waiting");
        }
      }
    }
    const bar = document.getElementById("kept");
    bar.classList.toggle("is-waiting", isWaiting && waiting.length > 0);
    if (!isWaiting || !waiting.length) return;
    const { one, many } = bar.dataset;
    bar.textContent = waiting.length === 1 ? one : many.replace("{count}", waiting.length);
  }

  function say(what) {
    const bar = document.getElementById("kept");
    bar.textContent = bar.dataset[what];
    bar.classList.add("is-waiting");
  }

  // ── Answers ───────────────────────────────────────────────────────────────────────────────────────────────────

  function receive(text) {
    const answer = new DOMParser().parseFromString(text, "text/html").getElementById("answer");
    if (!answer) return;
    page.dataset.at = answer.dataset.at;
    for (const row of answer.querySelectorAll(":scope > table > tbody")) showRow(row);
    for (const id of ["own-title", "own-tools", "own-tabs", "own-dock", "differing"]) {
      swap(document.getElementById(id), answer.querySelector(`[id="${id}"]`));
    }
    for (const id of ["proof", "opens", "own-notes"]) {
      document.getElementById(id)?.replaceChildren(...answer.querySelector(`[id="${id}"]`).childNodes);
    }
    for (const section of answer.querySelectorAll(":scope > section")) showSection(section);
    for (const number of page.querySelectorAll("h2 > .num")) {
      number.textContent = number.closest("section").querySelectorAll("tbody.row:not(.new-row)").length;
    }
    mark();
    const { focus } = answer.dataset;
    if (focus) (document.getElementById(focus) ?? firstBox(document.getElementById(focus.replace(/-[^-]*$/, ""))))?.focus();
  }

  function swap(old, fresh) {
    if (!old || !fresh || old.outerHTML === fresh.outerHTML) return;
    const at = Array.from(old.querySelectorAll(":is(a, button, summary)")).indexOf(document.activeElement);
    old.replaceWith(fresh);
    fresh.querySelectorAll(":is(a, button, summary)")[at]?.focus();
  }

  // The cell that has the focus stays: on a phone the keyboard would close.
  function showRow(fresh) {
    const old = document.getElementById(fresh.id);
    if (!old) {
      const section = document.getElementById(fresh.id.split("-")[0]);
      section?.querySelector(".new-row")?.before(fresh);
      return;
    }
    const focused = document.activeElement.closest("td");
    if (!focused || !old.contains(focused) || !old.rows[0].contains(focused)) return old.replaceWith(fresh);
    const cells = Array.from(fresh.rows[0].cells);
    Array.from(old.rows[0].cells).forEach((cell, index) => {
      if (cell !== focused) cell.replaceWith(cells[index]);
      else {
        cell.className = cells[index].className;
        const [box, value] = [cell.querySelector(":is(input, select)"), cells[index].querySelector(":is(input, select)")];
        if (box && value) {
          if (box.value === box.defaultValue) box.value = value.value;
          box.defaultValue = value.value;
          box.setAttribute("aria-label", value.getAttribute("aria-label"));
        }
      }
    });
    old.className = fresh.className;
    for (const says of Array.from(old.rows).slice(1)) says.remove();
    old.append(...Array.from(fresh.rows).slice(1));
  }

  function showSection(fresh) {
    const old = document.getElementById(fresh.id);
    const open = Array.from(old?.querySelectorAll("details[open][id]") ?? [], ({ id }) => id);
    for (const menu of fresh.querySelectorAll("details[id]")) menu.open = open.includes(menu.id);
    const { id, value } = old?.contains(document.activeElement) ? document.activeElement : {};
    old?.replaceWith(fresh);
    const again = id && document.getElementById(id);
    if (!again) return;
    if (value !== undefined && again.matches("input")) again.value = value;
    again.focus();
  }

  // ── Cells ─────────────────────────────────────────────────────────────────────────────────────────────────────

  const isCell = (box) => box.matches?.(':is([data-cells], [data-grid]) [name*="/"]:is(input, select)');
  const rowOf = (box) => box.closest("tbody.row");
  const firstBox = (row) => row?.querySelector('input[name*="/"], select');

  // What is typed in the row at the foot makes it a row, with an empty one below it.
  function becomeRow(row) {
    if (!row?.matches(".new-row")) return;
    const next = row.cloneNode(true);
    for (const box of next.querySelectorAll(":is(input, select)")) box.value = "";
    const id = BigInt(`0x${line.newKey()}`).toString(36).slice(-6);
    const table = row.closest("section").id;
    for (const box of row.querySelectorAll("[name]")) {
      if (!box.name.includes("/+")) continue;
      box.name = box.name.replace(/\/\+\d*\//, `/${id}/`);
      box.id = box.name.replaceAll("/", "-").replaceAll(".", "_");
      box.placeholder = "";
    }
    const isFree = firstBox(row).name.includes(`/${id}/`);
    row.classList.remove("new-row");
    if (!isFree) return;
    row.id = `${table}-${id}`;
    row.after(next);
  }

  function leave(box) {
    if (box.type === "radio" || box.type === "checkbox") {
      const chosen = Array.from(document.getElementsByName(box.name)).filter((one) => one.checked);
      return keep(actionOf(box), [[box.name, ""], ...chosen.map(({ value }) => [box.name, value])]);
    }
    becomeRow(rowOf(box));
    keep(actionOf(box), [[box.name, box.value]]);
  }

  const actionOf = (box) => box.closest("form").getAttribute("action");

  document.addEventListener("change", ({ target }) => {
    if (rules && isCell(target)) leave(target);
  });

  document.addEventListener("input", ({ target }) => {
    if (!rules || !isCell(target) || target.type !== "text") return;
    becomeRow(rowOf(target));
    clearTimeout(typing);
    const entry = { action: actionOf(target), fields: [[target.name, target.value]] };
    typing = setTimeout(() => put(TYPING, entry), TYPED);
  });

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (form.matches("[data-turn]")) {
      event.preventDefault();
      keep(form.getAttribute("action"), []);
    } else if (form.matches("[data-cells]")) {
      event.preventDefault();
      const menu = submitter?.closest("details[open]");
      if (menu) menu.open = false;
      if (!submitter?.name) return;
      const chosen = form.closest("#own-notes") ? [...new FormData(form)].filter(([name]) => name.includes("/")) : []; // another's value may be several rows
      keep(submitter.getAttribute("formaction") ?? form.getAttribute("action"), [...chosen, [submitter.name, submitter.value]]);
    }
  });

  // ── Keys ──────────────────────────────────────────────────────────────────────────────────────────────────────

  const rowsOf = (row) => Array.from(row.closest("table").querySelectorAll("tbody.row"));
  const cellsOf = (row) => Array.from(row.querySelectorAll(':scope > tr:first-child :is(input, select, a.pickcell)'));

  function enter(cell) {
    cell?.focus();
    cell?.select?.();
    return Boolean(cell);
  }

  function move(box, by, column = cellsOf(rowOf(box)).indexOf(box)) {
    const rows = rowsOf(rowOf(box));
    enter(cellsOf(rows[rows.indexOf(rowOf(box)) + by] ?? rowOf(box))[column]);
  }

  function beside(box, by) {
    const cells = cellsOf(rowOf(box));
    return enter(cells[cells.indexOf(box) + by]);
  }

  // Below the last row is the new one: its name comes first.
  function down(box) {
    const row = rowOf(box);
    const isName = box.closest(".name");
    const second = cellsOf(row)[1];
    if (isName && box.value && second && (phone.matches || !(second.value || second.placeholder))) return second.focus();
    const rows = rowsOf(row);
    const next = rows[rows.indexOf(row) + 1];
    move(box, 1, next?.matches(".new-row") ? 0 : undefined);
  }

  document.addEventListener("keydown", (event) => {
    const { target: box, key } = event;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && rules && page.contains(box)) {
      const isRedo = key === "y" || (key === "Z" && event.shiftKey);
      if (!isRedo && key !== "z") return;
      if (isCell(box) && box.value !== box.defaultValue) return; // the browser's own, of what is being typed
      event.preventDefault();
      return document.querySelector(`#${isRedo ? "redo" : "undo"} button:enabled`)?.click();
    }
    if (!isCell(box) || !rowOf(box) || box.type === "checkbox" || box.type === "radio" || event.altKey || event.shiftKey) return;
    const isText = box.matches("input");
    const acts = {
      Enter: () => down(box),
      Escape: () => isText && ((box.value = box.defaultValue), drop(TYPING)),
      ArrowDown: () => isText && (move(box, 1), true),
      ArrowUp: () => isText && (move(box, -1), true),
      ArrowRight: () => isText && box.selectionStart === box.value.length && beside(box, 1),
      ArrowLeft: () => isText && box.selectionEnd === 0 && beside(box, -1),
    };
    if (!(key in acts)) return;
    if (acts[key]() !== false) event.preventDefault();
  });

  // ── Several cells at once ─────────────────────────────────────────────────────────────────────────────────────

  document.addEventListener("paste", (event) => {
    const box = event.target;
    const text = event.clipboardData?.getData("text/plain").replace(/\r\n?/g, "\n").replace(/\n$/, "") ?? "";
    if (!isCell(box) || !rowOf(box) || !/[\t\n]/.test(text)) return;
    event.preventDefault();
    const column = cellsOf(rowOf(box)).indexOf(box);
    const fields = [];
    let row = rowOf(box);
    for (const line of text.split("\n")) {
      if (!row) break;
      becomeRow(row);
      line.split("\t").forEach((value, index) => fill(cellsOf(row)[column + index], value.trim(), fields));
      row = row.nextElementSibling?.matches(".row") ? row.nextElementSibling : null;
    }
    if (!fields.length) return;
    if (rules) keep(actionOf(box), fields);
    else box.dispatchEvent(new Event("input", { bubbles: true }));
  });

  function fill(box, value, fields) {
    if (!box || box.matches("a")) return;
    const option = Array.from(box.options ?? []).find((one) => one.text.trim().toLowerCase() === value.toLowerCase());
    if (box.options && !option) return;
    box.value = option ? option.value : value;
    fields.push([box.name, box.value]);
  }

  // ── On a phone: another row without closing the keyboard ──────────────────────────────────────────────────────

  const bar = document.getElementById("and-another");

  function showBar() {
    const box = document.activeElement;
    const isTyping = phone.matches && isCell(box) && box.matches("input") && box.closest("table");
    if (!bar) return;
    bar.hidden = !isTyping;
    document.body.classList.toggle("is-typing", Boolean(isTyping));
    if (!isTyping) return;
    const boxes = cellsOf(rowOf(box)).filter((one) => one.value).slice(0, 2);
    bar.querySelector("p").textContent = boxes.map(({ value }) => value).join(", ");
    place();
  }

  function place() {
    const view = visualViewport;
    if (bar && view) bar.style.setProperty("bottom", `${Math.max(0, innerHeight - view.height - view.offsetTop)}px`);
  }

  for (const kind of ["focusin", "focusout", "input"]) document.addEventListener(kind, () => setTimeout(showBar));
  visualViewport?.addEventListener("resize", place);
  visualViewport?.addEventListener("scroll", place);
  bar?.addEventListener("pointerdown", (event) => event.preventDefault());
  bar?.addEventListener("click", ({ target }) => {
    const box = document.activeElement;
    if (target.closest("[data-done]")) return box.blur();
    if (!target.closest("[data-another]") || !isCell(box)) return;
    const rows = rowsOf(rowOf(box));
    if (box.value !== box.defaultValue) becomeRow(rowOf(box));
    const last = rowOf(box).closest("table").querySelector(".new-row") ?? rows.at(-1);
    cellsOf(last)[0].focus();
    last.scrollIntoView({ block: "center" });
  });

  // ── A page begins ─────────────────────────────────────────────────────────────────────────────────────────────

  if (!rules) return;
  const left = JSON.parse(storage()?.getItem(TYPING) ?? null);
  if (left) keep(left.action, left.fields);
  isWaiting = kept().length > 0;
  mark();
  send();
})();
