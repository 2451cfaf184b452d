// What has just left the page is told with a way back, and what undo took back: for 8 s, and as long as somebody is at it.
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

  // What undo and redo did has its way back beside them.
  function show(words, isStep) {
    const toast = document.getElementById("toast").content.cloneNode(true);
    toast.querySelector("p").textContent = words;
    if (isStep) toast.querySelector("button").remove();
    place.replaceChildren(toast);
    leaveLater();
  }

  for (const kind of ["pointerenter", "focusin"]) place.addEventListener(kind, stay);
  for (const kind of ["pointerleave", "focusout"]) place.addEventListener(kind, leaveLater);

  // Another change takes it away, that of another tab too: undo would no longer bring back what it names.
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST" && ctx.sourceElement.id !== "latest") return;
    const { toast } = document.getElementById("sheet").dataset;
    if (toast) show(toast, /\/(undo|redo|save)\/$/.test(ctx.request.action));
    else place.replaceChildren();
  });
  leaveLater();
})();
