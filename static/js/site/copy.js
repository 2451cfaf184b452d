// The export page: choices show at once, and a button copies.
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-auto]")) {
    button.hidden = true;
    button.form.addEventListener("change", () => button.form.requestSubmit());
  }

  // Plain http has no clipboard API: the old way copies the selection instead.
  async function copy(area) {
    area.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(area.value);
    else document.execCommand("copy");
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    const words = button.querySelector("span");
    const before = words.textContent;
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      await copy(document.getElementById(button.dataset.copy));
      words.textContent = button.dataset.copied;
      setTimeout(() => (words.textContent = before), 2000);
    });
  }
})();
