// The reader's time zone: the default for a new club; names of equal zones are hidden.
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
