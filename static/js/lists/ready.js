// The ready-made squads appear in the palette on demand, and again after one is saved. Without JavaScript the link
// opens their page.
(() => {
  "use strict";
  const place = () => document.getElementById("ready");
  const squads = () => place()?.querySelector(".ready-squads");

  async function fill(address) {
    const response = await fetch(address).catch(() => undefined);
    if (!response?.ok) return document.dispatchEvent(new CustomEvent("trouble", { detail: "offline" }));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const found = page.querySelector(".ready-squads");
    found.open = squads()?.open ?? true;
    place().replaceChildren(found);
  }

  async function open(event) {
    const link = event.target.closest("#ready > a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    await fill(`${link.pathname}?panel`);
    squads()?.querySelector("summary").focus();
  }

  document.addEventListener("click", open);
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.request.action.endsWith("/save/") && squads()) fill(`${location.pathname}ready/?panel`);
  });
})();
