// Conveniences for the odds pages: a slider for the distance, exclusive ticks, a button to copy the address.
(() => {
  "use strict";
  const form = () => document.getElementById("odds");

  // The selected tab of many questions can be off screen on a phone, also after turning it.
  function showTab() {
    const here = document.querySelector(".odds-tabs [aria-current]");
    const tabs = here?.parentElement;
    if (tabs) tabs.scrollLeft += here.getBoundingClientRect().left - tabs.getBoundingClientRect().left - tabs.clientWidth / 3;
  }
  document.addEventListener("DOMContentLoaded", showTab);
  addEventListener("resize", showTab);

  // An answer to an earlier question must not revert later input: that input's own answer follows.
  let isWaiting = false;
  document.addEventListener("htmx:config:request", () => (isWaiting = false));
  document.addEventListener("htmx:before:swap", (event) => isWaiting && event.preventDefault());

  document.addEventListener(
    "input",
    (event) => {
      const { target } = event;
      // A chosen list opens its men: it is not part of this form's question.
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

  // Quick taps count on from the ruler's present value, not from the last answer.
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

  // Plain http has no clipboard API: the old way copies the selection instead.
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
