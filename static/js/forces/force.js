// The editor of a force: says in place that a change was not sent, and that what was typed is still there.
(() => {
  "use strict";
  const lost = document.getElementById("lost");
  document.addEventListener("htmx:error", () => (lost.hidden = false));
  document.addEventListener("htmx:after:swap", () => (lost.hidden = true));
})();
