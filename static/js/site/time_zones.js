// The reader's time zone: it is the default for a new club, and the names of equal zones are not shown.
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
