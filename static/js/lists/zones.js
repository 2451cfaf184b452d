// On a phone the palette and the checks are sheets over the squads: their focus, and the way back.
(() => {
  "use strict";
  const isPhone = matchMedia("(max-width: 799px)");
  const openZone = () => document.querySelector(".zone-palette:is(:target, :has(:target)), .zone-report:target");
  let openedBy;

  function closeZone() {
    location.hash = "squads";
  }

  function markTab() {
    const here = `#${openZone()?.id ?? "squads"}`;
    for (const tab of document.querySelectorAll(".dock a")) {
      if (tab.getAttribute("href") === here) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }
  document.addEventListener("htmx:after:swap", markTab);
  markTab();

  addEventListener("hashchange", () => {
    const zone = isPhone.matches && openZone();
    markTab();
    if (zone) {
      zone.focus({ preventScroll: true });
    } else if (openedBy) {
      document.querySelector(`.dock [href="${openedBy}"]`)?.focus({ preventScroll: true });
      openedBy = undefined;
    }
  });
  document.addEventListener("click", (event) => {
    const tab = event.target.closest(".dock a[href^='#']");
    if (!tab) return;
    openedBy = tab.getAttribute("href");
    if (!tab.matches(".meter") || openZone()?.id !== "report") return;
    event.preventDefault(); // the meter closes the sheet that it opened
    closeZone();
  });
  document.addEventListener("keydown", (event) => {
    const zone = isPhone.matches && openZone();
    if (!zone) return;
    if (event.key === "Escape") closeZone();
    if (event.key === "Tab") keepInside(event, zone);
  });

  function keepInside(event, zone) {
    const stops = Array.from(zone.querySelectorAll("a[href], button:not([disabled]), select, summary"));
    const inSight = stops.filter((stop) => stop.checkVisibility());
    const [first, last] = [inSight.at(0), inSight.at(-1)];
    if (event.shiftKey && (event.target === first || event.target === zone)) {
      event.preventDefault();
      last.focus();
    } else if (!event.shiftKey && event.target === last) {
      event.preventDefault();
      first.focus();
    }
  }
})();
