// The data of the play screen in IndexedDB: waiting taps, and a phone's knowledge of each game.
window.playStore = (() => {
  "use strict";
  const page = location.pathname;

  const database = new Promise((resolve, reject) => {
    const request = indexedDB.open("squadra-play", 2);
    request.onupgradeneeded = () => {
      for (const name of Array.from(request.result.objectStoreNames)) request.result.deleteObjectStore(name);
      request.result.createObjectStore("lines", { keyPath: ["page", "number"] });
      request.result.createObjectStore("phones", { keyPath: "page" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });

  const resultOf = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  // Run `act` with both stores, all or nothing: one transaction after another, in any tab.
  async function inTransaction(mode, act) {
    const transaction = (await database).transaction(["lines", "phones"], mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([act(transaction.objectStore("lines"), transaction.objectStore("phones")), done]);
    return result;
  }

  // A phone's knowledge of a game: its name, the number of its last line on either side, how much of the log it has
  // seen, and the last table from the site.
  async function phone(phones) {
    const made = { page, name: crypto.randomUUID().slice(0, 8), last: 0 };
    return { seen: 0, shown: -1, table: "", ...((await resultOf(phones.get(page))) ?? made) };
  }

  const ofPage = async (lines) => (await resultOf(lines.getAll())).filter((kept) => kept.page === page);

  // The last waiting tap that was not undone.
  function lastSaid(all) {
    const takenBack = new Set(all.map(({ line: { event } }) => `${event.phone} ${event.number}`));
    return all
      .filter(({ line }) => line.event.kind !== "undone" && !takenBack.has(`${line.phone} ${line.number}`))
      .at(-1);
  }

  // Numbering and storing a line are one transaction: two tabs never use the same number. "Undo" is for waiting lines,
  // if any.
  const keep = (side, said, seen, tap) =>
    inTransaction("readwrite", async (lines, phones) => {
      const own = await phone(phones);
      const before = said.kind === "undone" && lastSaid(await ofPage(lines));
      const event = before ? { kind: "undone", phone: before.line.phone, number: before.number } : said;
      const whose = before ? before.side : side;
      const number = (own.last += 1);
      own.seen = Math.max(own.seen ?? 0, seen);
      const line = { side: whose, phone: own.name, number, seen: own.seen, event };
      const kept = { page, side: whose, number, line, ...tap };
      if (before) kept.shows = before.back;
      lines.put(kept);
      phones.put(own);
      return kept;
    });

  // After a refused line the others are renumbered without a gap, and none undoes the missing one.
  const renumber = (first, wanted) =>
    inTransaction("readwrite", async (lines, phones) => {
      const own = await phone(phones);
      const all = (await ofPage(lines)).filter((kept) => kept.number >= wanted);
      if (all[0]?.number === wanted) return first !== wanted; // another tab was faster
      const isOwn = ({ kind, phone: name, number }) => kind === "undone" && name === own.name && number >= wanted;
      const left = all.filter(({ line: { event } }) => !isOwn(event) || all.some(({ number }) => number === event.number));
      const numbers = new Map(left.map(({ number }, place) => [number, wanted + place]));
      all.forEach(({ number }) => lines.delete([page, number]));
      for (const kept of left) {
        const number = numbers.get(kept.number);
        const event = isOwn(kept.line.event) ? { ...kept.line.event, number: numbers.get(kept.line.event.number) } : kept.line.event;
        lines.put({ ...kept, number, line: { ...kept.line, number, event } });
      }
      own.last = wanted + left.length - 1;
      phones.put(own);
      return true;
    });

  return {
    keep,
    lastSaid,
    renumber,
    // These reject if nothing can be stored.
    waiting: () => inTransaction("readonly", ofPage),
    phone: () => inTransaction("readonly", (_lines, phones) => phone(phones)),
    remember: (known) => inTransaction("readwrite", async (_lines, phones) => phones.put({ ...(await phone(phones)), ...known })),
    remove: (kept) => inTransaction("readwrite", async (lines) => kept.forEach(({ number }) => lines.delete([page, number]))),
  };
})();
