// A tab that comes back into view checks whether its list was changed elsewhere, and shows the current one.
(() => {
  "use strict";
  const latest = document.getElementById("latest");
  const field = (name) => document.querySelector(`#do [name=${name}]`)?.value ?? "";
  const tag = () => `"${field("was")}"`;
  let isAsking = false;

  async function ask() {
    if (document.hidden || isAsking) return;
    isAsking = true;
    const isOther = await isChanged().catch(() => false); // no connection: the next change reports it
    isAsking = false;
    if (isOther) show();
  }

  // An edit may have been answered meanwhile: its sheet is then the newest.
  async function isChanged() {
    const { status, headers } = await fetch(latest.dataset.present, { headers: { "If-None-Match": tag() } });
    return status === 204 && headers.get("ETag") !== tag();
  }

  // Text being typed is sent, and its answer shows the rest; refused text waits for a correction.
  function show() {
    const { activeElement: control } = document;
    if (document.querySelector("#sheet :is(.field-error, #notice)")) return;
    if (control.matches("#sheet :is(input, textarea)") && control.value !== control.defaultValue) {
      control.dispatchEvent(new Event("change", { bubbles: true }));
    } else {
      const state = new URLSearchParams({ edit: field("edit"), squad: field("squad") });
      htmx.ajax("GET", `${location.pathname}?${state}`, { source: latest });
    }
  }

  document.addEventListener("visibilitychange", ask);
  addEventListener("focus", ask); // two windows side by side are both in view
})();
