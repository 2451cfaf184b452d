// The reader's time zone: the default for a new club, offered in the account; names of equal zones are hidden.
(() => {
  "use strict";
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!own) return;
  for (const field of document.querySelectorAll("[data-own-zone]")) field.value = own;
  const field = document.getElementById("time-zone");
  for (const offer of document.querySelectorAll("[data-offer-zone]")) {
    offer.querySelector("span").textContent = own.replaceAll("_", " ");
    offer.hidden = field.value === own;
    offer.addEventListener("click", () => {
      field.value = own;
      offer.hidden = true;
    });
  }
  const hide = () => {
    for (const zone of document.querySelectorAll("[data-zone]")) zone.hidden = zone.dataset.zone === own;
  };
  hide();
  document.addEventListener("htmx:after:swap", hide);
})();
