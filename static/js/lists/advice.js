// Advice beside the squads: fixes in the checks, then what can be added. It follows each edit by its own request, and
// its rows stay where they are for the next tap. Without JavaScript a link opens it as a page.
(() => {
  "use strict";
  const PATIENCE = 15_000; // ms for an answer
  const PAUSE = 250; // ms after an edit: of several quick ones only the last is followed
  const AGAIN = 10_000; // ms until the next try, if the site cannot be reached
  const isPhone = matchMedia("(max-width: 799px)");
  const advice = () => document.getElementById("advice");
  const away = () => document.getElementById("advice-away");
  const isSeen = () => !isPhone.matches || Boolean(document.querySelector(".zone-report:target"));
  let query = ""; // what was asked for: more fixes, all additions of a kind
  let asked = 0;
  let next; // the timer of the next request
  const taken = new Map(); // how often each addition was added here

  // ── Requests ──────────────────────────────────────────────────────────────────────────────────────────────────

  // Unstyled content would jump when its styles arrive.
  function styled(answer) {
    const styles = answer.querySelector("link");
    styles.remove();
    if (document.head.querySelector(`link[href="${styles.getAttribute("href")}"]`)) return undefined;
    return new Promise((resolve) => {
      styles.addEventListener("load", resolve);
      styles.addEventListener("error", resolve);
      document.head.append(styles);
    });
  }

  function follow(pause = 0) {
    clearTimeout(next);
    asked += 1;
    next = setTimeout(ask, pause);
  }

  async function ask() {
    const question = asked;
    const isLate = () => question !== asked;
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const address = `${location.pathname}advice/${query}`;
      const response = await fetch(address, { headers: { "HX-Request": "true" }, signal });
      if (!response.ok) throw new Error(response.statusText);
      const answer = document.createRange().createContextualFragment(await response.text());
      await styled(answer);
      if (isLate()) return; // the list has changed meanwhile
      away().hidden = true;
      renew(answer.getElementById("advice"));
    } catch {
      if (isLate()) return;
      sayAway();
      next = setTimeout(ask, AGAIN);
    }
  }

  // Suggestions for a list that is not saved yet would be refused.
  function sayAway() {
    away().hidden = false;
    for (const row of document.querySelectorAll("#advice .add")) row.setAttribute("aria-disabled", "true");
  }

  // ── The answer ────────────────────────────────────────────────────────────────────────────────────────────────

  function renew(fresh) {
    const old = advice();
    const focused = old.contains(document.activeElement) && document.activeElement;
    const top = focused && focused.getBoundingClientRect().top;
    const [fits, freshFits] = [old, fresh].map((part) => part.querySelector("#fits"));
    if (fits && freshFits) {
      renewFits(fits, freshFits);
      while (old.firstChild !== fits) old.firstChild.remove();
      while (fresh.firstChild !== freshFits) fits.before(fresh.firstChild);
    } else {
      old.replaceWith(fresh);
    }
    advice().removeAttribute("aria-busy");
    markTaken();
    if (!focused) return;
    if (focused.isConnected) stayAt(focused, top);
    else advice().focus({ preventScroll: true });
  }

  // What was tapped stays under the finger, as far as its zone can scroll.
  function stayAt(element, top) {
    const zone = isPhone.matches ? document.getElementById("report") : document.querySelector(".report-scroll");
    zone.scrollTop += element.getBoundingClientRect().top - top;
  }

  function renewFits(fits, fresh) {
    fits.dataset.left = fresh.dataset.left;
    fits.querySelector(".fits-text").replaceWith(fresh.querySelector(".fits-text"));
    keepRows(fits.querySelector(".adds"), fresh.querySelector(".adds"));
    const groups = fits.querySelector(".add-groups");
    for (const group of Array.from(groups.children)) {
      const same = fresh.querySelector(`[data-kind="${group.dataset.kind}"]`);
      if (!same) group.remove();
      else renewGroup(group, same);
    }
    groups.append(...fresh.querySelector(".add-groups").children);
  }

  function renewGroup(group, fresh) {
    group.querySelector(".num").replaceWith(fresh.querySelector(".num"));
    keepRows(group.querySelector(".adds"), fresh.querySelector(".adds"));
    group.querySelector(".btns")?.remove();
    const more = fresh.querySelector(".btns");
    if (more) group.append(more);
    if (fresh.open) group.open = true;
    fresh.remove();
  }

  // A row keeps its place. What cannot be added any more stays, dashed; what is new comes last. The first rows get no
  // new ones until none of them fits.
  function keepRows(list, fresh) {
    const isFirst = list.dataset.adds === "first";
    const rows = new Map(Array.from(fresh.children, (row) => [row.firstElementChild.value, row]));
    let fitting = 0;
    for (const { firstElementChild: button } of list.children) {
      const row = rows.get(button.value);
      rows.delete(button.value);
      if (row) {
        fitting += 1;
        button.replaceChildren(...row.firstElementChild.childNodes);
        button.removeAttribute("aria-disabled");
      } else {
        dash(button);
      }
    }
    if (!isFirst) list.append(...rows.values());
    else if (!fitting && rows.size) list.replaceChildren(...rows.values());
  }

  function dash(button) {
    button.setAttribute("aria-disabled", "true");
    const { left, over } = document.getElementById("fits").dataset;
    const by = Number(button.querySelector(".add-points").textContent) - Number(left);
    button.querySelector(".add-gain")?.remove();
    if (left === "" || !(by > 0)) return;
    const why = Object.assign(document.createElement("span"), { className: "add-gain" });
    why.textContent = over.replace("{number}", by);
    button.querySelector(".add-name").after(why);
  }

  function markTaken() {
    for (const button of document.querySelectorAll("#fits .add")) {
      const number = taken.get(button.value);
      button.classList.toggle("is-added", Boolean(number));
      button.querySelector(".add-done")?.remove();
      if (!number) continue;
      const mark = Object.assign(document.createElement("span"), { className: "add-done", textContent: `×${number}` });
      button.append(mark);
    }
  }

  // ── When ──────────────────────────────────────────────────────────────────────────────────────────────────────

  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("#advice .add");
      if (button?.getAttribute("aria-disabled")) event.preventDefault();
    },
    true,
  );

  // A refused addition has no toast.
  function countTaken({ request }) {
    if (!request.action.endsWith("/advice/take/")) taken.clear();
    else if (document.getElementById("sheet").dataset.toast) {
      const key = request.body.get("take");
      taken.set(key, (taken.get(key) ?? 0) + 1);
    }
    markTaken();
  }

  // The checks of an answer without advice replace those with it, where nobody sees the advice.
  function showPlain({ text }) {
    const plain = new DOMParser().parseFromString(text, "text/html").getElementById("advice");
    if (plain) advice().replaceWith(plain);
  }

  const isEmpty = () => !document.querySelector("#report .badge");

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    countTaken(ctx);
    if (isSeen() && !isEmpty()) {
      advice().setAttribute("aria-busy", "true"); // its fixes are for the list as it was
      return follow(PAUSE);
    }
    clearTimeout(next);
    asked += 1;
    showPlain(ctx);
  });

  function start() {
    if (isSeen() && !isEmpty() && !advice().matches(".advice")) follow();
  }
  addEventListener("hashchange", start);
  addEventListener("online", () => isSeen() && !isEmpty() && follow());
  addEventListener("offline", sayAway);
  isPhone.addEventListener("change", start);
  start();

  // On a phone the checks are shown while the address names them: the link back goes without them.
  document.addEventListener("click", (event) => {
    if (!event.target.closest('#advice a[href="#back"]')) return;
    event.preventDefault();
    const back = document.getElementById("back");
    back.scrollIntoView();
    back.focus({ preventScroll: true });
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-advice]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    query = new URL(link.href).search;
    follow();
  });
})();
