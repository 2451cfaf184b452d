// The prices and rulings of a club are sent as a whole: until then this browser keeps what is typed.
(() => {
  "use strict";
  const form = document.querySelector("[data-grid]");
  const name = `typed/${form.getAttribute("action")}`;

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(name)) ?? {};
    } catch {
      return {}; // storage is switched off
    }
  }

  function keep(typed) {
    try {
      if (Object.keys(typed).length) localStorage.setItem(name, JSON.stringify(typed));
      else localStorage.removeItem(name);
    } catch {
      // Storage is switched off or full: the page alone has it.
    }
  }

  for (const [field, value] of location.search ? [] : Object.entries(kept())) {
    const box = form.elements[field];
    if (!box || box.value === value) continue;
    box.value = value;
    box.closest?.("td")?.classList.add("is-waiting");
  }
  form.addEventListener("input", () => {
    const boxes = Array.from(form.querySelectorAll(":is(.cells, .ruling) input"));
    const changed = boxes.filter((box) =>
      box.type === "radio" ? box.checked && !box.defaultChecked : box.value !== box.defaultValue,
    );
    const { after } = form.elements; // the version that they were typed over
    keep(Object.fromEntries((changed.length ? [...changed, after] : []).map((box) => [box.name, box.value])));
  });
  form.addEventListener("submit", () => keep({}));
})();
