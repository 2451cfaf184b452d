// The eye in a password field: it shows the typed text until it is pressed again, or the form is submitted.
(() => {
  "use strict";
  for (const eye of document.querySelectorAll("[data-eye]")) {
    const field = document.getElementById(eye.dataset.eye);

    function show(shown) {
      field.type = shown ? "text" : "password";
      eye.setAttribute("aria-pressed", String(shown));
    }

    // Some browsers send checked text to a server.
    field.spellcheck = false;
    field.autocapitalize = "none";
    eye.hidden = false;
    eye.addEventListener("click", () => show(field.type === "password"));
    // Browsers remember submitted text as suggestions.
    field.form.addEventListener("submit", () => show(false));
  }
})();
