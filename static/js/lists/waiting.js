// Changes made without a connection, or while the site cannot save, wait in order, and survive a reload: nothing is
// lost, and their keys prevent duplicates. They are stored in the tab and disappear with it.
(() => {
  "use strict";
  const KEPT = "waiting";
  const NOT_NOW = [502, 503, 504]; // the database is locked or away, or the site is starting
  const OUT = [403, 404]; // signed out, or signed in as another user
  let isWaiting = false;
  let isSlow = false;
  let isOut = false;
  let kept = [];

  function store() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(kept));
    } catch {
      // Storage is switched off or full: changes wait as long as the page is open.
    }
  }

  function keep({ action, body, submitter }) {
    body.set("key", line.newKey());
    const words = submitter ? wordsOf(submitter) : "";
    kept.push({ action, key: body.get("key"), body: new URLSearchParams(body).toString(), words });
    store();
    if (isWaiting || isSlow) showWaiting();
  }

  // The name of an added item is beside its button, before its note; otherwise it is the button's.
  function wordsOf(button) {
    const extra = button.closest(".extra")?.querySelector(".extra-name");
    const preset = button.closest(".preset, .preset-line")?.querySelector(".preset-name")?.firstChild;
    return (extra ?? preset ?? button).textContent.trim();
  }

  function forget(key) {
    kept = kept.filter((waiting) => waiting.key !== key);
    store();
  }

  // Page scripts show the waiting changes.
  function showWaiting() {
    const waiting = isWaiting || isSlow ? kept : [];
    document.dispatchEvent(new CustomEvent("waiting", { detail: waiting }));
  }

  // Without a connection a form waits, and those after it wait behind it. It is sent again as it was.
  async function sendUntilHeard(address, request) {
    const isPost = request.method === "POST";
    for (let hasFresh = !isPost; ; ) {
      const response = await answerTo(address, request);
      if (!hasFresh && response?.status === 403) {
        hasFresh = true;
        if (await takeFreshToken(request)) continue;
      }
      isWaiting = !response || NOT_NOW.includes(response.status);
      if (!isWaiting) {
        if (isPost) settle(response, request.body.get("key"));
        showWaiting();
        await noPress();
        return response;
      }
      tell(response ? "busy" : "offline");
      showWaiting();
      await line.back();
    }
  }

  // Changes made while signed out are kept, and sent once the user has access to the list again.
  function settle({ ok, status }, key) {
    if (OUT.includes(status)) return (isOut = true);
    forget(key);
    if (!ok || !isOut) return;
    isOut = false;
    setTimeout(sendKept);
  }

  async function takeFreshToken({ headers, body }) {
    const token = await line.freshToken("#do");
    if (!token) return false;
    headers["X-CSRFToken"] = token;
    body.set("csrfmiddlewaretoken", token);
    return true;
  }

  // A press belongs to its element: an answer that replaced it before the finger is lifted would lose it. A long press
  // and a drag are no taps, and a finger that leaves the window sends no end: none delays an answer longer than a tap.
  const TAP = 1_000; // ms
  const CLICK = 100; // ms after which a lifted finger clicks, if at all
  const presses = new Map(); // by pointer: the timer that ends it
  let ended = [];

  function endIn(pointer, time) {
    clearTimeout(presses.get(pointer));
    presses.set(pointer, setTimeout(end, time, pointer));
  }

  function end(pointer) {
    clearTimeout(presses.get(pointer));
    presses.delete(pointer);
    if (presses.size === 0) for (const resolve of ended.splice(0)) resolve();
  }

  function noPress() {
    return new Promise((resolve) => (presses.size === 0 ? resolve() : ended.push(resolve)));
  }

  const AT_A_PRESS = {
    pointerdown: ({ pointerId }) => endIn(pointerId, TAP),
    pointerup: ({ pointerId }) => presses.has(pointerId) && endIn(pointerId, CLICK),
    pointercancel: ({ pointerId }) => end(pointerId),
    click: ({ pointerId }) => end(pointerId),
  };
  for (const [kind, act] of Object.entries(AT_A_PRESS)) {
    document.addEventListener(kind, act, { capture: true, passive: true });
  }
  addEventListener("blur", () => [...presses.keys()].forEach(end));

  async function answerTo(address, request) {
    const response = await line.answerTo(address, request, becomeSlow);
    isSlow = false;
    return response;
  }

  function becomeSlow() {
    isSlow = true;
    showWaiting();
  }

  async function sendKept() {
    try {
      kept = JSON.parse(sessionStorage.getItem(KEPT)) ?? [];
    } catch {
      return;
    }
    let isTaken = kept.length > 0;
    for (const { action, key, body } of [...kept]) {
      const headers = { "HX-Request": "true" };
      const request = { method: "POST", headers, body: new URLSearchParams(body) };
      const response = await sendUntilHeard(action, request);
      forget(key);
      if (!response.ok) showRefusal(await response.text());
      isTaken &&= response.ok;
    }
    if (isTaken) location.reload();
  }

  // The refusing sheet gives the reason, and keeps the typed text.
  function showRefusal(text) {
    const sheet = new DOMParser().parseFromString(text, "text/html").getElementById("sheet");
    if (!sheet) return tell("refused");
    document.getElementById("sheet").replaceWith(sheet);
    htmx.process(sheet);
  }

  function tell(trouble) {
    document.dispatchEvent(new CustomEvent("trouble", { detail: trouble }));
  }

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.request.method === "POST") keep(ctx.request);
    ctx.request.timeout = 0;
    ctx.fetch = sendUntilHeard;
  });
  addEventListener("beforeunload", (event) => {
    if (isWaiting) event.preventDefault();
  });
  sendKept();
})();
