// The eye in a field of a password: what is typed is shown until it is pressed again, or the form is sent.
(() => {
  "use strict";
  for (const eye of document.querySelectorAll("[data-eye]")) {
    const field = document.getElementById(eye.dataset.eye);

    function show(shown) {
      field.type = shown ? "text" : "password";
      eye.setAttribute("aria-pressed", String(shown));
    }

    // Some browsers send what they check elsewhere.
    field.spellcheck = false;
    field.autocapitalize = "none";
    eye.hidden = false;
    eye.addEventListener("click", () => show(field.type === "password"));
    // Browsers keep what is sent as text among the words that they offer next time.
    field.form.addEventListener("submit", () => show(false));
  }
})();
