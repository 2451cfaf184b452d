// A removed item is reported with an undo button, and an undone change with redo: for 8 s, and while in use.
(() => {
  "use strict";
  const LIFE = 8_000; // ms
  const place = document.getElementById("toasts");
  let leaving;

  function stay() {
    clearTimeout(leaving);
  }

  function leaveLater() {
    stay();
    leaving = setTimeout(leave, LIFE);
  }

  function leave() {
    if (!place.matches(":hover, :focus-within")) place.replaceChildren();
  }

  // After undo and redo, the reverse button is beside the message.
  function show(words, isStep) {
    const toast = document.getElementById("toast").content.cloneNode(true);
    toast.querySelector("p").textContent = words;
    if (isStep) toast.querySelector("button").remove();
    place.replaceChildren(toast);
    leaveLater();
  }

  for (const kind of ["pointerenter", "focusin"]) place.addEventListener(kind, stay);
  for (const kind of ["pointerleave", "focusout"]) place.addEventListener(kind, leaveLater);

  // Another change removes it, also one in another tab: undo would no longer restore what it names.
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST" && ctx.sourceElement.id !== "latest") return;
    const { toast } = document.getElementById("sheet").dataset;
    if (toast) show(toast, /\/(undo|redo|save)\/$/.test(ctx.request.action));
    else place.replaceChildren();
  });
  leaveLater();
})();
