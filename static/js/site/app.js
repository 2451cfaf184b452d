// For every page: the dark mode switch, and menus that close. The builder's own behaviour is in builder.js.
(() => {
  "use strict";
  const root = document.documentElement;
  const systemNight = matchMedia("(prefers-color-scheme: dark)");

  function isNight() {
    return root.dataset.theme ? root.dataset.theme === "dark" : systemNight.matches;
  }

  function showTheme() {
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.setAttribute("aria-pressed", String(isNight()));
    }
  }

  function switchTheme() {
    root.dataset.theme = isNight() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // Storage is switched off: the choice lasts as long as this page.
    }
    showTheme();
  }

  function closeMenus(except) {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu !== except) menu.open = false;
    }
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-toggle]")) switchTheme();
    closeMenus(event.target.closest("details.menu"));
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = event.target.closest("details.menu[open]");
    closeMenus();
    menu?.querySelector("summary").focus();
  });

  // Tab out of a menu closes it. A tap outside has no focus to give: the click handles that.
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    const menu = target.closest("details.menu[open]");
    if (menu && relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
  });

  // The browser opens the abbreviations; the tapped one is highlighted.
  document.addEventListener("click", ({ target }) => {
    const asked = target.closest("[popovertarget=abbr]")?.firstChild.textContent.trim();
    for (const { textContent, parentElement } of document.querySelectorAll("#abbr dt")) {
      const isAsked = textContent === asked || asked?.split(/[\s(),]+/).includes(textContent);
      if (asked) parentElement.classList.toggle("is-asked", isAsked);
    }
  });

  function showAsked({ target }) {
    if (target.id === "abbr") target.querySelector(".is-asked")?.scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("toggle", showAsked, true);

  systemNight.addEventListener("change", showTheme);
  showTheme();
})();
