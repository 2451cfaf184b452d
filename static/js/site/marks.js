// One box that selects every list of the page; without JavaScript there is none.
(() => {
  "use strict";
  const all = document.getElementById("mark-all");
  const boxes = [...document.querySelectorAll(".entry-mark input")];

  function show() {
    const marked = boxes.filter((box) => box.checked).length;
    all.checked = marked === boxes.length;
    all.indeterminate = marked > 0 && marked < boxes.length;
  }

  all.closest("label").hidden = false;
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
  });
  for (const box of boxes) box.addEventListener("change", show);
  show(); // browsers restore the selection when they return to the page
})();
