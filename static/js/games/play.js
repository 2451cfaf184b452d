// The play screen: a tap shows at once, waits in IndexedDB, and is sent in order when there is a connection. The site
// decides; the page asks it every few seconds while it is visible.
(() => {
  "use strict";
  const POLL = 3_000; // ms between two requests during play
  const IDLE_POLL = 15_000; // and after a minute without a tap
  const IDLE_AFTER = 60_000;
  const TIMEOUT = 10_000;
  const FOCUSED = ":is(button,a,summary,input,select)";
  const HEADER_ROOM = 8_000; // letters of its list of shown parts: the maximum of a header
  const LINES_AT_MOST = 20; // of one request, as on the site
  const BUSY = [429, 503]; // statuses after which the site will accept the same lines later
  const LAST_TURN = 99;
  const ON_OFF = ["mark", "called"]; // kinds of events
  const GONE = ".s-lost, .s-out, .s-exploded"; // boxes of dead men and wrecks
  const table = () => document.getElementById("table");
  const net = document.querySelector("[data-net]");
  const notice = document.getElementById("refused");
  const words = { ...notice.dataset, ...net?.dataset };
  const page = location.pathname;
  const store = window.playStore; // play_store.js

  // ── What waits ────────────────────────────────────────────────────────────────────────────────────────────────

  let isUnstored = false; // nothing can be stored: each tap is sent at once, or not at all

  const waiting = () => store.waiting().catch(() => ((isUnstored = true), []));

  // ── A tap ─────────────────────────────────────────────────────────────────────────────────────────────────────

  let queue = Promise.resolve(); // of requests to the site: one after another
  const enqueue = (act) => (queue = queue.then(act, act));

  function onSubmit(event) {
    const { target: form, submitter } = event;
    if (!table().contains(form)) return;
    lastTap = Date.now();
    if (!form.matches("[data-say]") && !isAway) return; // a separate page
    event.preventDefault();
    if (!form.matches("[data-say]")) notify(words.needs);
    else if (isUnstored || submitter.name === "roll") enqueue(() => postNow(form, submitter));
    else say(form, submitter);
  }

  function say(form, button) {
    const said = JSON.parse(button.value);
    for (const { name, value } of form.querySelectorAll("[data-of-event]")) said[name] = value.trim();
    const side = form.elements.side.value;
    const tap = { words: wordsOf(button, said), back: stateBefore(button, said), shows: said };
    const kept = store.keep(side, said, Number(table().dataset.last), tap);
    showTapped(button);
    show({ side, shows: said });
    kept.then(
      (entry) => {
        if (said.kind === "undone") show(entry);
        enqueue(send);
      },
      () => {
        table().dataset.last = 0; // its state is not confirmed
        enqueue(() => postNow(form, button, said));
      },
    );
  }

  // The label of a button, after the man's number on paper or the due item; and whether it is pressed.
  function wordsOf(button, { on }) {
    const number = button.closest(".tick")?.querySelector(".tick-no")?.textContent ?? "";
    const due = button.matches("[data-turn]") ? undefined : button.closest(".due")?.querySelector(".label");
    const about = due ? `${due.textContent}:` : number;
    const said = `${about} ${button.textContent}`.replace(/\s+/g, " ").trim();
    return on === false ? `${said} (${words.off})` : said;
  }

  // The state before a tap, which "Undo" shows.
  function stateBefore(button, said) {
    const isPressed = button.getAttribute("aria-pressed") === "true";
    if (ON_OFF.includes(said.kind)) return { ...said, on: said.on === false };
    if (said.kind === "used") return { ...said, times: said.times + (isPressed ? 1 : -1) };
    if (said.kind === "scored") return { ...said, times: Number(button.parentElement.querySelector(".add-times").textContent) };
    if (said.kind === "turn") return { ...said, turn: said.turn - 1 };
    return undefined;
  }

  // Shown at once, until the site's answer arrives.
  function showTapped(button) {
    button.classList.add("is-waiting");
    button.closest(".due:not(.away)")?.setAttribute("hidden", "");
    markTouched(button);
  }

  // A tapped button differs from the site's state.
  function markTouched(element) {
    for (let part = element.closest("[data-part]"); part; part = part.parentElement.closest("[data-part]")) delete part.dataset.part;
    element.closest(".tick")?.classList.add("is-waiting");
  }

  // All buttons for the same thing change: the same tap undoes, the next one counts on.
  function show({ side, shows }) {
    if (!shows) return;
    if (shows.kind === "turn") return showTurn(shows.turn);
    for (const button of table().querySelectorAll("[name=event]")) {
      const said = JSON.parse(button.value);
      const isAlike = ["kind", "piece", "state", "squad", "extra", "row"].every((name) => said[name] === shows[name]);
      if (isAlike && button.form.elements.side.value === side) showOn(button, said, shows);
    }
  }

  function showOn(button, said, { kind, on, times }) {
    if (ON_OFF.includes(kind) && button.hasAttribute("aria-pressed")) {
      press(button, on !== false, { ...said, on: on === false });
      if (button.matches(GONE)) disableOthers(button, on !== false);
    }
    if (kind === "used") {
      const isTicked = Array.from(button.parentElement.querySelectorAll(".tick-box")).indexOf(button) < times;
      press(button, isTicked, { ...said, times: isTicked ? times - 1 : times + 1 });
    }
    if (kind === "scored") count(button, said, times);
  }

  // A dead man or a wreck has no other boxes to tick.
  function disableOthers(button, isOut) {
    for (const other of button.closest(".tick").querySelectorAll("[aria-pressed=false]")) other.disabled = isOut && other !== button;
  }

  function press(button, isPressed, next) {
    button.setAttribute("aria-pressed", String(isPressed));
    button.value = JSON.stringify(next);
    markTouched(button);
  }

  function count(button, said, times) {
    const row = button.closest(".add-row");
    const isMore = button === row.querySelector("button:last-child");
    row.querySelector(".add-times").textContent = times;
    button.disabled = isMore ? times >= Number(row.dataset.most) : !times;
    button.value = JSON.stringify({ ...said, times: isMore ? times + 1 : Math.max(0, times - 1) });
    markTouched(button);
  }

  function showTurn(turn) {
    const next = Math.min(turn + 1, LAST_TURN);
    for (const number of table().querySelectorAll(".turn b")) number.textContent = turn;
    for (const active of table().querySelectorAll(".turn-line .badge")) active.remove();
    for (const due of table().querySelectorAll(".due:not(.away)")) due.hidden = true;
    for (const button of table().querySelectorAll("[data-turn]")) {
      button.value = JSON.stringify({ kind: "turn", turn: next });
      button.querySelector("b").textContent = next;
    }
  }

  const showAll = async () => (await waiting()).forEach(show);

  // ── Sending ───────────────────────────────────────────────────────────────────────────────────────────────────

  let isGone = false; // the link no longer works: waiting taps stay, and are counted
  let portion = LINES_AT_MOST; // lines sent at once

  // If two tabs are open, one sends after the other.
  const send = () => (navigator.locks ? navigator.locks.request(`play ${page}`, sendAll) : sendAll());

  async function sendAll() {
    await showStatus(isAway);
    for (;;) {
      const all = await waiting();
      if (!all.length) return true;
      if (isGone) return gone(all);
      if (!(await sent(all.slice(0, portion)))) return false;
    }
  }

  async function sent(kept) {
    const lines = kept.map(({ line }) => line);
    const body = JSON.stringify({ phone: lines[0].phone, lines });
    const response = await postTo(table().dataset.write, body, { "Content-Type": "application/json" });
    if (response?.status === 404) return gone(kept);
    if (response && (response.ok || [409, 422].includes(response.status))) return settle(kept, await response.json());
    if (response?.status === 413 && lines.length > 1) return sendLess(await response.json().catch(() => ({})), lines.length);
    if (response?.status === 403) await fetchTable(0); // which also brings a new CSRF token
    await showStatus(true, BUSY.includes(response?.status));
    return false;
  }

  // The site refuses too many lines at once, and answers its maximum.
  function sendLess({ most }, tooMany) {
    portion = Math.max(1, Math.min(most ?? Math.floor(tooMany / 2), tooMany - 1));
    return true;
  }

  // The site's answer; undefined: no connection.
  const postTo = (address, body, headers) =>
    fetch(address, { method: "POST", body, headers: { ...partHeaders(), ...headers, "X-CSRFToken": token() }, signal: AbortSignal.timeout(TIMEOUT) }).catch(() => undefined);

  // Accepted and finally refused lines no longer wait. Of several lines the site names the refused one.
  async function settle(kept, said) {
    if (said.wanted) return store.renumber(kept[0].number, said.wanted);
    portion = LINES_AT_MOST;
    const done = said.number ? kept.filter(({ number }) => number === said.number) : kept;
    await store.remove(done);
    if (said.refused) notify(`${said.refused} ${listOf(done)}`);
    await showStatus();
    await (said.table ? swap(said.table) : fetchTable(0));
    return true;
  }

  function gone(kept) {
    isGone = true;
    net.remove(); // nothing is saved here any more
    notify(kept.length ? `${words.gone} ${listOf(kept)}` : words.gone);
    return false;
  }

  // Actions that cannot be stored follow earlier taps: dice, which only the site rolls, and unstorable taps.
  async function postNow(form, button, tap) {
    const body = new FormData(form);
    body.append(button.name, tap ? JSON.stringify(tap) : button.value);
    const unsent = button.name === "roll" ? words.roll : `${words.plain} ${listOf([{ words: wordsOf(button, {}) }])}`;
    const response = (await send()) && (await postTo(button.getAttribute("formaction") ?? form.action, body, {}));
    await showStatus(!response);
    const said = response && [200, 422].includes(response.status) ? await response.json() : { refused: unsent };
    if (said.refused) notify(said.refused);
    if (said.table) await swap(said.table);
  }

  // ── What the player is told ───────────────────────────────────────────────────────────────────────────────────

  let isAway = false;

  const listOf = (kept) => `${words.lost} ${kept.map(({ words: tap }) => `“${tap}”`).join(", ")}.`;
  const token = () => document.querySelector("[name=csrfmiddlewaretoken]").value;

  // It stays until it is closed: nothing is lost silently.
  function notify(sentence) {
    const said = notice.querySelector(".grow");
    if (!notice.hidden && said.textContent.includes(sentence)) return;
    const line = document.createElement("span");
    line.textContent = sentence;
    said.append(line);
    notice.hidden = false;
  }

  function close() {
    notice.hidden = true;
    notice.querySelector(".grow").replaceChildren();
  }

  async function showStatus(isWithoutLine = false, isBusy = false) {
    const all = await waiting();
    isAway = isWithoutLine;
    net.classList.toggle("is-on", !all.length && !isAway);
    net.querySelector("span").textContent = isBusy ? words.busy : all.length ? words.waiting.replace("0", all.length) : isAway ? words.away : words.saved;
    document.getElementById("hand").classList.toggle("is-away", isAway && all.length > 0);
    const undo = document.querySelector("[data-undo]");
    if (!undo) return;
    undo.dataset.undo ||= undo.textContent;
    undo.textContent = store.lastSaid(all)?.words ?? undo.dataset.undo;
  }

  // ── What is new ───────────────────────────────────────────────────────────────────────────────────────────────

  let lastTap = Date.now();

  // Parts that the page shows unchanged are not sent again.
  const shown = () => Array.from(table().querySelectorAll("[data-part]"), ({ dataset }) => dataset.part).join(" ");
  const partHeaders = () => ({ "HX-Request": "true", "X-Held": shown().slice(0, HEADER_ROOM) });

  async function fetchTable(since = Number(table().dataset.last)) {
    try {
      const response = await fetch(`${table().dataset.since}${since}/`, { headers: partHeaders(), signal: AbortSignal.timeout(TIMEOUT) });
      if (response.status === 404) return gone([]);
      if (response.status === 200) await swap(await response.text());
      await showStatus(!response.ok);
    } catch {
      await showStatus(true);
    }
  }

  // The zones stay in place: the one in the address is open. So do opened parts, and the focus.
  async function swap(text) {
    const { activeElement: focused } = document;
    const held = focused?.closest?.("li[id], section[id]")?.id;
    const place = held && Array.from(document.getElementById(held).querySelectorAll(FOCUSED)).indexOf(focused);
    const open = Array.from(table().querySelectorAll("details[open]"), (details) => details.closest("[id]").id);
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
    for (const part of fresh.querySelectorAll("[data-same]")) part.replaceWith(document.getElementById(part.id));
    for (const zone of fresh.querySelectorAll("section[id]")) document.getElementById(zone.id)?.replaceChildren(...zone.childNodes);
    Object.assign(table().dataset, fresh.dataset);
    for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = fresh.dataset.token;
    for (const name of document.querySelectorAll("[data-called]")) name.textContent = fresh.dataset[name.dataset.called];
    for (const id of open) document.getElementById(id)?.querySelector("details")?.setAttribute("open", "");
    if (held) document.getElementById(held)?.querySelectorAll(FOCUSED)[place]?.focus({ preventScroll: true });
    await remember();
    await showAll();
  }

  // The table survives a reload without a connection: the page itself is then as it was first opened.
  async function remember() {
    const { outerHTML: text, dataset } = table();
    await store.remember({ table: text, shown: Number(dataset.last) }).catch(() => {}); // it is then shown anyway
  }

  async function begin() {
    await waiting();
    if (isUnstored) return notify(words.plain);
    const own = await store.phone();
    if (own.shown > Number(table().dataset.last)) await swap(own.table);
    else await remember();
    await showAll();
    await send();
  }

  const sync = async () => (isGone ? undefined : (await waiting()).length ? send() : fetchTable());

  async function poll() {
    if (!document.hidden) await enqueue(sync).catch(() => {});
    setTimeout(poll, Date.now() - lastTap > IDLE_AFTER ? IDLE_POLL : POLL);
  }

  // ── The screen stays awake while one plays, and who comes back to it sees what is new ─────────────────────────

  const keepAwake = () => !document.hidden && navigator.wakeLock?.request("screen").catch(() => {});

  notice.querySelector("button").addEventListener("click", close);
  if (!net) {
    waiting().then((all) => all.length && notify(listOf(all))); // the game no longer exists
    return;
  }
  document.addEventListener("submit", onSubmit);
  document.addEventListener("visibilitychange", () => {
    keepAwake();
    if (!document.hidden) enqueue(sync);
  });
  addEventListener("online", () => enqueue(sync));
  keepAwake();
  enqueue(begin);
  setTimeout(poll, POLL);
})();
