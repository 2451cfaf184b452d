// Requests to a site that can be out of reach, for the scripts that keep edits until they have arrived.
(() => {
  "use strict";
  const PATIENCE = 30_000; // ms for an answer
  const PAUSE = 5_000; // ms until the next try, if the browser does not notice the connection
  const SLOW = 2_000; // ms after which an answer is no longer expected soon

  // Two real taps have two keys: the hidden one is for plain forms, which get a new page with every answer.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // The answer to a request, undefined without a connection.
  async function answerTo(address, request, becomeSlow) {
    const slow = setTimeout(becomeSlow, SLOW);
    try {
      return await fetch(address, { ...request, signal: AbortSignal.timeout(PATIENCE) });
    } catch {
      return undefined;
    } finally {
      clearTimeout(slow);
    }
  }

  // After signing in again in another tab, the token has changed: a part of the page that needs a user has the new one.
  async function freshToken(part) {
    const page = await answerTo(location.pathname, { cache: "no-store" }, () => {});
    const fresh = new DOMParser().parseFromString((await page?.text()) ?? "", "text/html");
    const token = fresh.querySelector(`${part} [name=csrfmiddlewaretoken]`)?.value;
    if (!token) return undefined;
    for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = token;
    document.body.setAttribute("hx-headers:inherited", JSON.stringify({ "X-CSRFToken": token }));
    return token;
  }

  function back() {
    return new Promise((resolve) => {
      addEventListener("online", resolve, { once: true });
      setTimeout(resolve, PAUSE);
    });
  }

  window.line = { newKey, answerTo, freshToken, back };
})();
