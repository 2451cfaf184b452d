// The reader's own time zone: a new club begins with it, and a time of a club in the same zone does not name it.
(() => {
  "use strict";
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!own) return;
  for (const field of document.querySelectorAll("[data-own-zone]")) field.value = own;
  const hide = () => {
    for (const zone of document.querySelectorAll("[data-zone]")) zone.hidden = zone.dataset.zone === own;
  };
  hide();
  document.addEventListener("htmx:after:swap", hide);
})();
