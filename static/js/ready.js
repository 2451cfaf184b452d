// The ready squads stand in the palette as soon as they are asked for, and anew when one was kept.
(() => {
  "use strict";
  const section = () => document.getElementById("ready");
  let isFetched = false;

  // Without an answer the link to their page stays.
  async function fill() {
    if (isFetched || !section().open) return;
    const place = section().querySelector("summary + *"); // the link to their page, which has them without script
    const response = await fetch(`${section().querySelector("a").pathname}?panel`).catch(() => undefined);
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    place.replaceWith(page.querySelector(".ready-squads"));
    isFetched = true;
  }

  document.addEventListener("toggle", ({ target }) => target === section() && fill(), true);
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (!ctx.request.action.endsWith("/save/")) return;
    isFetched = false;
    if (section()) fill();
  });
})();
