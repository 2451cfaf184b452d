// Fixes and additions are loaded on demand and put into the checks. Without JavaScript the link opens a page.
(() => {
  "use strict";
  const PATIENCE = 15_000; // ms for an answer

  // Unstyled content would jump when its styles arrive.
  function styled(answer) {
    const styles = answer.querySelector("link");
    if (document.head.querySelector(`link[href="${styles.getAttribute("href")}"]`)) return undefined;
    return new Promise((resolve) => {
      styles.addEventListener("load", resolve);
      styles.addEventListener("error", resolve);
      document.head.append(styles);
    });
  }

  async function show(link) {
    link.setAttribute("aria-busy", "true");
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const response = await fetch(link.href, { headers: { "HX-Request": "true" }, signal });
      if (!response.ok) throw new Error(response.statusText);
      const answer = document.createRange().createContextualFragment(await response.text());
      await styled(answer);
      if (!link.isConnected) return; // the list has changed meanwhile
      document.getElementById("advice").replaceWith(answer);
      document.getElementById("advice").focus({ preventScroll: true });
    } catch {
      location.assign(link.href);
    }
  }

  // On a phone the checks are shown while the address names them: the link back goes without them.
  document.addEventListener("click", (event) => {
    if (!event.target.closest('#advice a[href="#back"]')) return;
    event.preventDefault();
    const back = document.getElementById("back");
    back.scrollIntoView();
    back.focus({ preventScroll: true });
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-advice]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link);
  });
})();
