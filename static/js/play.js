// The play screen: a tap holds at once, waits in IndexedDB, and goes out in its order when there is a line. What holds
// is always what the site says; the page asks it every few seconds while somebody looks.
(() => {
  "use strict";
  const NEAR = 3_000; // ms between two questions while somebody plays
  const FAR = 15_000; // and after a minute without a tap
  const REST = 60_000;
  const PATIENCE = 10_000;
  const FOCUSED = ":is(button,a,summary,input,select)";
  const HELD = 8_000; // letters of what it says that it shows: a header has room for no more
  const LINES = 90; // of one request, which has room for them whatever they say
  const table = () => document.getElementById("table");
  const net = document.querySelector("[data-net]");
  const words = net.dataset;

  // ── What waits ────────────────────────────────────────────────────────────────────────────────────────────────

  const opened = new Promise((resolve, reject) => {
    const request = indexedDB.open("squadra-play", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("lines", { keyPath: ["page", "side", "number"] });
      request.result.createObjectStore("phones", { keyPath: "page" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  async function store(name, mode, act) {
    const database = await opened;
    return new Promise((resolve, reject) => {
      const turn = database.transaction(name, mode);
      const request = act(turn.objectStore(name));
      turn.oncomplete = () => resolve(request.result);
      turn.onerror = turn.onabort = () => reject(turn.error);
    });
  }

  const page = location.pathname;

  // A phone has a name of its own in each game, and counts its lines of each side.
  async function phone() {
    const known = await store("phones", "readonly", (phones) => phones.get(page));
    if (known) return known;
    const made = { page, name: crypto.randomUUID().slice(0, 8), last: { a: 0, b: 0 } };
    await store("phones", "readwrite", (phones) => phones.put(made));
    return made;
  }

  const waiting = async () => {
    const all = await store("lines", "readonly", (lines) => lines.getAll());
    return all.filter((line) => line.page === page);
  };

  const nameOf = ({ name }, side) => `${name}-${side}`;

  // ── A tap ─────────────────────────────────────────────────────────────────────────────────────────────────────

  let turns = Promise.resolve(); // one after the other: numbers have no holes
  const inTurn = (act) => (turns = turns.then(act, act));

  function tapped(event) {
    const form = event.target.closest("form[data-say]");
    const said = event.submitter?.value;
    if (!form || !said || event.submitter.name !== "event") return; // dice are rolled by the site alone
    event.preventDefault();
    lastTap = Date.now();
    refused("");
    show(event.submitter);
    const { value: side } = form.elements.side;
    const typed = Object.fromEntries(Array.from(form.querySelectorAll("[data-of-event]"), ({ name, value }) => [name, value.trim()]));
    inTurn(() => keep(side, { ...JSON.parse(said), ...typed }).then(send));
  }

  // Shown at once: the box that was tapped, until the site's own answer is here; so its row is not what the site said.
  function show(button) {
    for (let part = button.closest("[data-part]"); part; part = part.closest("[data-part]")) delete part.dataset.part;
    const pressed = button.getAttribute("aria-pressed");
    if (pressed !== null) button.setAttribute("aria-pressed", String(pressed !== "true"));
    button.classList.add("is-waiting");
    button.closest(".tick")?.classList.add("is-waiting");
  }

  async function keep(side, said) {
    const own = await phone();
    own.last[side] += 1;
    const line = { side, phone: nameOf(own, side), number: own.last[side], seen: Number(table().dataset.last), event: said };
    await store("lines", "readwrite", (lines) => lines.put({ page, side, number: line.number, line }));
    await store("phones", "readwrite", (phones) => phones.put(own));
    await tell();
  }

  // ── Sending ───────────────────────────────────────────────────────────────────────────────────────────────────

  async function send() {
    for (const side of ["a", "b"]) {
      for (;;) {
        const lines = (await waitingOf(side)).slice(0, LINES);
        if (!lines.length) break;
        if (!(await sent(side, lines))) return;
      }
    }
  }

  const waitingOf = async (side) => (await waiting()).filter((kept) => kept.side === side).map(({ line }) => line);

  async function sent(side, lines) {
    const { write } = table().dataset;
    const body = JSON.stringify({ side, phone: lines[0].phone, lines });
    const headers = { ...asking(), "Content-Type": "application/json", "X-CSRFToken": token() };
    try {
      const response = await fetch(write, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) });
      if (response.ok || [404, 409, 422].includes(response.status)) return await settled(side, lines, response);
    } catch {
      // no line: what waits goes out later
    }
    await tell(true);
    return false;
  }

  // What the site took, or will never take, waits no more. Of several lines it names the one that it refuses.
  async function settled(side, lines, response) {
    const said = response.status === 404 ? { refused: words.gone } : await response.json();
    if (said.wanted) return renumbered(side, lines, said.wanted);
    for (const { number } of said.number ? [said] : lines) await store("lines", "readwrite", (kept) => kept.delete([page, side, number]));
    await tell();
    if (said.refused) refused(said.refused);
    await (said.table ? swap(said.table) : ask(0));
    return true;
  }

  // After a line that was refused the others follow without a hole.
  async function renumbered(side, lines, wanted) {
    if (lines[0].number === wanted) return false;
    const own = await phone();
    let next = wanted;
    for (const line of await waitingOf(side)) {
      if (line.number < wanted) continue;
      await store("lines", "readwrite", (kept) => kept.delete([page, side, line.number]));
      const number = next;
      await store("lines", "readwrite", (kept) => kept.put({ page, side, number, line: { ...line, number } }));
      next += 1;
    }
    own.last[side] = next - 1;
    await store("phones", "readwrite", (phones) => phones.put(own));
    return true;
  }

  function refused(said) {
    const line = document.getElementById("refused");
    line.hidden = !said;
    line.querySelector(".grow").textContent = said;
  }

  const token = () => document.querySelector("[name=csrfmiddlewaretoken]").value;

  async function tell(isAway = false) {
    const { length } = await waiting();
    net.classList.toggle("is-on", !length && !isAway);
    net.querySelector("span").textContent = length ? words.waiting.replace("0", length) : isAway ? words.away : words.saved;
  }

  // ── What is new ───────────────────────────────────────────────────────────────────────────────────────────────

  let lastTap = Date.now();

  // What the page shows as the site said it is not sent again.
  const shown = () => Array.from(table().querySelectorAll("[data-part]"), ({ dataset }) => dataset.part).join(" ");
  const asking = () => ({ "HX-Request": "true", "X-Held": shown().slice(0, HELD) });

  async function ask(since = Number(table().dataset.last)) {
    try {
      const address = `${table().dataset.since}${since}/`;
      const response = await fetch(address, { headers: asking(), signal: AbortSignal.timeout(PATIENCE) });
      if (response.status === 200) swap(await response.text());
      if (response.ok) await tell();
      if (response.status === 404) refused(words.gone);
    } catch {
      await tell(true);
    }
  }

  // The zones stay where they are: the one that the address names is open. So is what was opened in them, and who holds
  // the focus keeps it.
  function swap(text) {
    const { activeElement: focused } = document;
    const held = focused?.closest?.("li[id], section[id]")?.id;
    const place = held && Array.from(document.getElementById(held).querySelectorAll(FOCUSED)).indexOf(focused);
    const open = Array.from(table().querySelectorAll("details[open]"), (details) => details.closest("[id]").id);
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
    for (const part of fresh.querySelectorAll("[data-same]")) part.replaceWith(document.getElementById(part.id));
    for (const zone of fresh.querySelectorAll("section[id]")) document.getElementById(zone.id)?.replaceChildren(...zone.childNodes);
    Object.assign(table().dataset, fresh.dataset);
    for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = fresh.dataset.token;
    document.querySelector("[data-enemy]").textContent = fresh.dataset.against;
    for (const id of open) document.getElementById(id)?.querySelector("details")?.setAttribute("open", "");
    if (held) document.getElementById(held)?.querySelectorAll(FOCUSED)[place]?.focus({ preventScroll: true });
  }

  async function again() {
    if (!document.hidden) await inTurn(async () => ((await waiting()).length ? send() : ask()));
    setTimeout(again, Date.now() - lastTap > REST ? FAR : NEAR);
  }

  // ── The screen stays awake while one plays ────────────────────────────────────────────────────────────────────

  const wake = () => !document.hidden && navigator.wakeLock?.request("screen").catch(() => {});

  document.addEventListener("submit", tapped);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", () => inTurn(send));
  wake();
  inTurn(send);
  setTimeout(again, NEAR);
})();
