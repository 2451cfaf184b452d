// The service worker. Whatever can be asked of the site is asked of it: a page comes from here only when the network
// fails. Then a list that was opened is shown as it was last known, to be read; any other page says that there is no
// connection. Files whose name has their hash never change, and are taken from here at once.
"use strict";
const BUILD = "{{ build }}";
const STATIC = "{% load static %}{% get_static_prefix %}";
const FALLBACK = "{% url 'offline' %}";

// Of this build, the same for everyone: static files, and the fallback page.
const PROGRAM = `program-${BUILD}`;
// Of one visitor, and gone when another token comes: copies of lists, PDFs of them, and whose they are.
const LISTS = "lists";
const PRINTS = "prints";
const PLAYS = "plays"; // games at the table, as they were last opened
const OWNER = "owner";
const MOST = { [LISTS]: 50, [PRINTS]: 10, [PLAYS]: 5 }; // the newest stay
const PATIENCE = 30_000; // ms for a copy

const LIST = /^\/lists\/[0-9a-f-]{36}\/$/;
const PRINT = /^\/lists\/[0-9a-f-]{36}\/print\/[\w-]+\.pdf$/;
const PLAY = /^\/play\/[\w-]+\/$/;
const PLAYING = /\/play(_store)?\.[0-9a-f]{12}\.(js|css)$/;
const HASHED = /\.[0-9a-f]{12}(?=\.\w+$)/;

const isStatic = ({ pathname }) => pathname.startsWith(STATIC) && HASHED.test(pathname);
const unhashed = (url) => new URL(url).pathname.replace(HASHED, "");

// ── Coming and going ────────────────────────────────────────────────────────────────────────────────────────────────

// It need not wait until the pages of an older build are closed: it serves none, and those hold only hashed names.
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepFallback());
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith("program-") && name !== PROGRAM);
  await Promise.all(old.map(keepPlaying));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

// A game that is on was opened with the build before, and may be opened again where there is no line: the files of the play
// screen stay, as no other page of the new build brings them.
async function keepPlaying(name) {
  const [before, now, games] = await Promise.all([name, PROGRAM, PLAYS].map((cache) => caches.open(cache)));
  const pages = await Promise.all((await games.keys()).map(async (game) => (await games.match(game)).text()));
  const isPlayed = ({ url }) => PLAYING.test(url) && pages.some((page) => page.includes(new URL(url).pathname));
  const files = (await before.keys()).filter(isPlayed);
  await Promise.all(files.map(async (file) => now.put(file, await before.match(file))));
}

async function keepFallback() {
  const cache = await caches.open(PROGRAM);
  const response = await fetch(FALLBACK, { cache: "no-store" });
  if (response.ok) await cache.put(FALLBACK, response);
  else throw new TypeError(FALLBACK);
}

// ── Answering ───────────────────────────────────────────────────────────────────────────────────────────────────────

// What is not answered here goes its way as if there were no worker: every change, and what htmx fetches.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (isStatic(url)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

async function page(event, url) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    const isKept = PRINT.test(url.pathname) || PLAY.test(url.pathname);
    event.waitUntil(seen(url, isKept ? response.clone() : response));
    return response;
  } catch (error) {
    return (await copyOf(url)) ?? (await caches.match(FALLBACK, { cacheName: PROGRAM })) ?? Promise.reject(error);
  }
}

function copyOf(url) {
  if (LIST.test(url.pathname)) return caches.match(url.pathname, { cacheName: LISTS });
  if (PRINT.test(url.pathname)) return caches.match(url.href, { cacheName: PRINTS });
  if (PLAY.test(url.pathname)) return caches.match(url.pathname, { cacheName: PLAYS });
  return undefined;
}

async function file(request) {
  const cache = await caches.open(PROGRAM);
  const known = await cache.match(request);
  if (known) return known;
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    // The copy of a list may be older than this build, and ask for a file by a name that is gone.
    const today = (await cache.keys()).find(({ url }) => unhashed(url) === unhashed(request.url));
    if (today) return cache.match(today);
    throw error;
  }
}

// ── Keeping ─────────────────────────────────────────────────────────────────────────────────────────────────────────

// One after the other: between asking whose the copies are and adding one, nobody else may come.
let turn = Promise.resolve();

function inTurn(act) {
  turn = turn.then(act, act);
  return turn;
}

const owner = async () => (await caches.match("/", { cacheName: OWNER }))?.text();

// Lists of nobody are the examples, which stay for the next visitor. Games always go: their addresses are secrets.
async function belongTo(token) {
  const before = await owner();
  if (before === token) return;
  await Promise.all([PLAYS, ...(before === "nobody" ? [] : [LISTS, PRINTS])].map((name) => caches.delete(name)));
  if (before) await new Promise(forgetPlaying);
  await (await caches.open(OWNER)).put("/", new Response(token));
}

// What the play screen keeps (static/js/games/play_store.js). Deleting it would wait for pages that have it open; it is never created here.
function forgetPlaying(resolve) {
  const request = indexedDB.open("squadra-play");
  request.onupgradeneeded = () => request.transaction.abort();
  request.onerror = resolve;
  request.onsuccess = () => {
    const emptying = request.result.transaction(["lines", "phones"], "readwrite");
    emptying.oncomplete = emptying.onabort = () => resolve(request.result.close());
    ["lines", "phones"].forEach((name) => emptying.objectStore(name).clear());
  };
}

// What a page that came over the network tells: who asked, in which language, and the PDF if it is one.
async function seen(url, response) {
  const token = response.headers.get("X-Visitor");
  if (!token) return;
  await inTurn(() => belongTo(token));
  if (response.ok && PRINT.test(url.pathname)) await put(PRINTS, url.href, response, token);
  if (response.ok && PLAY.test(url.pathname)) await put(PLAYS, url.pathname, response, token);
  const language = response.headers.get("Content-Language");
  const kept = await caches.match(FALLBACK, { cacheName: PROGRAM });
  // None is kept where a newer worker has taken over meanwhile, and thrown away what this one kept.
  if (kept && kept.headers.get("Content-Language") !== language) await keepFallback();
}

// Copies are made one after the other as well: of two of one list the later is the one that stays.
let copying = Promise.resolve();

function keepNext(name, pathname, address) {
  copying = copying.then(() => keep(name, pathname, address)).catch(() => {});
  return copying;
}

// A list as it is now; a list that is no longer available is not kept. Answers for a user who has signed out meanwhile are
// thrown away.
async function keep(name, pathname, address) {
  const before = await inTurn(owner);
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
  const token = response.headers.get("X-Visitor");
  if (before === undefined) await inTurn(async () => (await owner()) ?? belongTo(token));
  if (response.ok && !response.redirected) await put(name, pathname, response, before ?? token);
  else if (response.status === 404) await (await caches.open(name)).delete(pathname);
}

function put(name, key, response, asked) {
  return inTurn(async () => {
    if ((await owner()) !== asked || response.headers.get("X-Visitor") !== asked) return;
    const cache = await caches.open(name);
    await cache.put(key, response);
    const keys = await cache.keys(); // the oldest first
    await Promise.all(keys.slice(0, -MOST[name]).map((old) => cache.delete(old)));
  });
}

async function keepFiles(urls) {
  const cache = await caches.open(PROGRAM);
  const wanted = urls.filter((url) => isStatic(new URL(url)));
  const missing = await Promise.all(wanted.map(async (url) => !(await cache.match(url)) && url));
  await Promise.all(missing.filter(Boolean).map((url) => cache.add(url)));
}

// Pages report their files (those of this build count), the list or game they show (it may have been opened before there
// was a worker), that a user signs out, and that they were not taken over.
self.addEventListener("message", (event) => {
  const { build, files, list, leaving, missed } = event.data;
  if (build === BUILD) event.waitUntil(keepFiles(files).catch(() => {}));
  if (list && LIST.test(list)) event.waitUntil(keepNext(LISTS, list, `${list}copy/`));
  if (list && PLAY.test(list)) event.waitUntil(copyOf(new URL(list, location)).then((known) => known ?? keepNext(PLAYS, list, list)));
  if (leaving) event.waitUntil(inTurn(() => belongTo("")));
  if (missed) event.waitUntil(self.clients.claim());
});
