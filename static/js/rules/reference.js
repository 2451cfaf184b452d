// Highlights all uses of the paragraph in the address; its anchor alone leads to the first.
(() => {
  "use strict";

  function mark() {
    for (const entry of document.querySelectorAll(".is-cited")) entry.classList.remove("is-cited");
    if (!location.hash.startsWith("#p-")) return;
    for (const citation of document.querySelectorAll("a.cite")) {
      if (citation.hash === location.hash) {
        citation.closest("tbody, .part-head, .rulelist > div").classList.add("is-cited");
      }
    }
  }

  mark();
  addEventListener("hashchange", mark);
})();
