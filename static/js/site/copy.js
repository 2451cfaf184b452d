// The export page: choices show at once. Buttons copy, or open the system’s share sheet where there is one.
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
    if (button.autofocus) button.focus(); // a hidden button cannot get it by itself
  }

  for (const button of navigator.share ? document.querySelectorAll("[data-share]") : []) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const url = document.getElementById(button.dataset.share).value;
      navigator.share({ title: button.dataset.name, url }).catch(() => {}); // closed without sending
    });
  }
})();
