// Answers about the rules are loaded and shown over the list. Without JavaScript the links and the form open pages.
(() => {
  "use strict";
  const PATIENCE = 15_000; // ms for an answer
  const dialog = document.getElementById("ask");
  const answers = dialog.querySelector(".ask-answers");
  const form = dialog.querySelector("form");
  const sorry = dialog.querySelector(".notice");
  let asked = 0; // a late answer does not replace that to a later question

  function loadStyles() {
    const { styles } = dialog.dataset;
    if (document.querySelector(`link[href="${styles}"]`)) return;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: styles }));
  }

  async function answerAt(address) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      return page.getElementById("answers");
    } catch {
      return null;
    }
  }

  async function show(address) {
    const question = ++asked;
    loadStyles();
    answers.setAttribute("aria-busy", "true");
    const answer = await answerAt(address);
    if (question !== asked) return;
    answers.removeAttribute("aria-busy");
    sorry.hidden = Boolean(answer);
    answers.replaceChildren(...(answer?.childNodes ?? []));
    answers.scrollTop = 0;
  }

  // The hits of a row's weapon unfold beneath it, or beneath the closed row; a second tap folds them up again.
  async function unfold(link) {
    const within = link.closest(".fire > div, .fig");
    const open = within.querySelector(":scope > .odds-here");
    const isOpen = link.getAttribute("aria-expanded") === "true" && open;
    for (const other of within.querySelectorAll("a[aria-expanded]")) other.setAttribute("aria-expanded", "false");
    open?.remove();
    if (isOpen) return;
    link.setAttribute("aria-expanded", "true");
    loadStyles();
    const tag = within.matches(".fig") ? "div" : "dd";
    const place = Object.assign(document.createElement(tag), { className: "odds-here" });
    place.setAttribute("aria-busy", "true");
    within.append(place);
    const answer = await answerAt(link.href);
    place.removeAttribute("aria-busy");
    if (answer) return place.replaceChildren(...answer.childNodes);
    place.replaceChildren(Object.assign(sorry.cloneNode(true), { hidden: false }));
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-ask], .gear > a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.matches('[data-ask="here"], .gear > a')) return unfold(link);
    if (!dialog.open) dialog.showModal();
    if (link.dataset.ask === "now") show(link.href).then(() => answers.focus());
    else form.elements.q.select();
  });

  form.addEventListener("submit", (event) => {
    if (event.submitter?.formMethod === "dialog") return;
    event.preventDefault();
    show(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  });

  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target.closest("a[data-adds]")) dialog.close(); // beside it, or on to a line of the builder
  });
  // The zones beneath have their own keys, and a search field would be emptied first.
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    dialog.close();
  });
})();
