// For every page: offline copies, and no page with parts of two builds.
// The service worker stores the copies (templates/offline/worker.js); without it nothing is stored.
(() => {
  "use strict";
  const { build, worker } = document.currentScript.dataset;
  const workers = navigator.serviceWorker; // browsers offer it over https and on this machine only
  const ASKED_EVERY = 10_000; // ms until the site is tried again from the page shown instead of another
  const QUIET = 2_000; // ms after an edit until its copy is made: one copy for several taps

  // ── What is kept ──────────────────────────────────────────────────────────────────────────────────────────────

  async function tell(message) {
    (await workers.ready).active.postMessage(message);
  }

  const keepList = (list = location.pathname) => tell({ list });

  // Lists that were just deleted are requested once more: they are missing, and their copies are removed.
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

  // Nothing of a signed-out user stays, even if the site is unreachable.
  function leave(event) {
    if (!event.target.matches('[action$="/logout/"], [action$="/accounts/delete/"]')) return;
    clearTimeout(waiting);
    sessionStorage.clear();
    for (const name of Object.keys(localStorage)) if (/^(own|typed|typing)\//.test(name)) localStorage.removeItem(name);
    if (workers) tell({ leaving: true });
  }

  // The first visit stores copies only after the new worker has taken over, and so does the first to a new build.
  // A page that was loading when the worker took over was not included: it reports itself.
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

  // A sheet of another build would not fit the page, its scripts and its style. Typing is finished first.
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

  // Not while a change is being sent: the page could be older than it. Its answer leads here too.
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

  // Its name: a list's own, or the file name of a PDF.
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

  // Instead of another page: once the site answers again, that page is opened.
  function awaitLine({ dataset }) {
    if (location.pathname === dataset.backFrom) return;
    const ask = () => fetch(location.href, { method: "HEAD" }).then(() => location.reload(), () => {});
    addEventListener("online", ask);
    setInterval(ask, ASKED_EVERY);
  }

  const each = (selector, show) => document.querySelectorAll(selector).forEach(show);
  each("[data-print]", (button) => button.addEventListener("click", () => print()));
  each("[data-kept-waiting]", (notice) => (notice.hidden = !isWaiting()));
  each(".kept time", (time) => showTime(time, new Date(time.dateTime)));
  each("[data-back-from]", awaitLine);
  if (workers) each("[data-kept]", showKept);
})();
