// What every page does so that it can be read without a connection, and so that no page is of two builds.
// The service worker does the keeping (templates/offline/worker.js); where there is none nothing is kept.
(() => {
  "use strict";
  const { build, worker } = document.currentScript.dataset;
  const workers = navigator.serviceWorker; // browsers have it over https and on this machine alone
  const QUIET = 2_000; // ms after an edit until its copy is made: one for a row of taps

  // ── What is kept ──────────────────────────────────────────────────────────────────────────────────────────────

  async function tell(message) {
    (await workers.ready).active.postMessage(message);
  }

  const keepList = (list = location.pathname) => tell({ list });

  // Lists that were just deleted are asked for once more: they are not there, and so are not kept.
  function keepPage() {
    const query = new URLSearchParams(location.search);
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    tell({ build, files, list: location.pathname });
    if (query.get("did") === "delete") query.getAll("list").forEach((id) => keepList(`/lists/${id}/`));
  }

  let waiting;
  function keepSoon() {
    clearTimeout(waiting);
    waiting = setTimeout(keepNow, QUIET);
  }

  function keepNow() {
    if (!waiting) return;
    clearTimeout(waiting);
    waiting = undefined;
    keepList();
  }

  // Nothing of the one who leaves stays: not even where the line is down and the site does not hear of it.
  function leave(event) {
    if (!event.target.matches('[action$="/logout/"], [action$="/accounts/delete/"]')) return;
    clearTimeout(waiting);
    sessionStorage.clear();
    if (workers) tell({ leaving: true });
  }

  // The first visit waits with its keeping until the new worker takes the page over, and so does one to a new build.
  // A page that was on its way when the worker took over all others was not among them: it says so.
  function register() {
    workers.addEventListener("controllerchange", keepPage);
    if (workers.controller) keepPage();
    else tell({ missed: true });
    workers.register(worker, { updateViaCache: "none" }).catch(() => {});
  }

  if (workers) {
    addEventListener("load", register);
    document.addEventListener("htmx:after:swap", keepSoon);
    document.addEventListener("visibilitychange", keepNow);
  }
  document.addEventListener("submit", leave);

  // ── A new build ───────────────────────────────────────────────────────────────────────────────────────────────

  // A sheet of another build would not fit the page, its scripts and its style. What is being typed is finished first.
  document.addEventListener("htmx:before:swap", (event) => {
    const other = event.detail.ctx.response.headers.get("X-Build");
    if (!other || other === build) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const field = document.activeElement;
    const isTyping = field.matches(":is(input, textarea)") && field.value !== field.defaultValue;
    if (isTyping) field.addEventListener("blur", reload, { once: true });
    else reload();
  });

  // Not while a change is on its way, or the page that comes may be older than it: the answer to it leads here, too.
  function reload() {
    setTimeout(() => {
      if (!isWaiting()) location.reload();
    });
  }

  function isWaiting() {
    try {
      return (sessionStorage.getItem("waiting") ?? "[]") !== "[]";
    } catch {
      return false; // storage is switched off
    }
  }

  // ── The pages that are shown without a connection ─────────────────────────────────────────────────────────────

  const language = { en: "en-GB" }[document.documentElement.lang] ?? document.documentElement.lang;

  function showTime(time, date) {
    time.dateTime = date.toISOString();
    time.textContent = date.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  }

  // What is called so: a list by its name, a PDF by that of its file.
  function nameOf({ headers }) {
    const [, file] = /filename\*?=(?:utf-8'')?"?([^";]+)/i.exec(headers.get("Content-Disposition") ?? "") ?? [];
    return decodeURIComponent(headers.get("X-List") ?? file);
  }

  async function entry(cache, { url }, { content }) {
    const response = await cache.match(url);
    const item = content.cloneNode(true);
    item.querySelector("a").href = url;
    item.querySelector("a").textContent = nameOf(response);
    showTime(item.querySelector("time"), new Date(response.headers.get("Date")));
    return item;
  }

  // All lists, or the PDFs of this one; the newest first.
  async function showKept(section) {
    const { kept } = section.dataset;
    const cache = await caches.open(kept);
    const all = (await cache.keys()).reverse();
    const here = all.filter(({ url }) => kept === "lists" || new URL(url).pathname.startsWith(location.pathname));
    const template = section.querySelector("template");
    const entries = await Promise.all(here.map((request) => entry(cache, request, template)));
    section.querySelector("ul").append(...entries);
    section.hidden = !entries.length;
    each("[data-kept-none]", (words) => (words.hidden = entries.length > 0));
  }

  const each = (selector, show) => document.querySelectorAll(selector).forEach(show);
  each("[data-print]", (button) => button.addEventListener("click", () => print()));
  each("[data-kept-waiting]", (notice) => (notice.hidden = !isWaiting()));
  each(".kept time", (time) => showTime(time, new Date(time.dateTime)));
  if (workers) each("[data-kept]", showKept);
})();
