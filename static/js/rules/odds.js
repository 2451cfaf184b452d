// The odds pages, made pleasant: the distance follows the thumb, a tick takes its rival's, a button copies the address.
(() => {
  "use strict";
  const form = () => document.getElementById("odds");

  // Of many questions the one that is open may lie beyond the edge of a phone, also when that is turned.
  function showTab() {
    const here = document.querySelector(".odds-tabs [aria-current]");
    const tabs = here?.parentElement;
    if (tabs) tabs.scrollLeft += here.getBoundingClientRect().left - tabs.getBoundingClientRect().left - tabs.clientWidth / 3;
  }
  document.addEventListener("DOMContentLoaded", showTab);
  addEventListener("resize", showTab);

  // An answer to what was asked before must not take back what was touched since: its own answer follows.
  let isWaiting = false;
  document.addEventListener("htmx:config:request", () => (isWaiting = false));
  document.addEventListener("htmx:before:swap", (event) => isWaiting && event.preventDefault());

  document.addEventListener(
    "input",
    (event) => {
      const { target } = event;
      // A list that is chosen leads to its men: it is no question of this form.
      if (target.matches("[data-leads]")) return event.stopPropagation();
      if (target.form !== form()) return;
      isWaiting = true;
      if (target.matches(".reach-input")) form().querySelector(".cm").textContent = `${target.value} cm`;
      if (target.checked && target.dataset.group) clearRivals(target);
    },
    true, // before the form is sent
  );

  function clearRivals(box) {
    for (const other of form().querySelectorAll(`[data-group="${box.dataset.group}"]`)) {
      if (other !== box) other.checked = false;
    }
  }

  // Taps in a row are counted on from what the ruler says now, not from the last answer.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-by]");
    if (!button) return;
    event.preventDefault();
    const ruler = form().querySelector(".reach-input");
    ruler.value = Number(ruler.value) + Number(button.dataset.by);
    ruler.dispatchEvent(new Event("input", { bubbles: true }));
  });

  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-leads]") && target.value) target.form.requestSubmit();
  });

  // Over plain http there is no clipboard to write to: then the old way copies what is selected.
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copy-address]");
    if (!button) return;
    const address = document.getElementById("addr");
    address.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(address.value);
    else document.execCommand("copy");
    const words = button.querySelector("span");
    const before = words.textContent;
    words.textContent = button.dataset.copied;
    setTimeout(() => (words.textContent = before), 2000);
  });
})();
