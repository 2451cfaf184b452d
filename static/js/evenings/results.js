// − and + beside the fields of a result. The desk saves a row once both fields are filled and the focus leaves them.
(() => {
  "use strict";
  const MOST = 9999;

  function isChanged(field) {
    return field.value.trim() !== field.defaultValue;
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".step-by > [data-by]");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    field.value = Math.min(MOST, Math.max(0, (Number(field.value) || 0) + Number(button.dataset.by)));
  });

  // Not every browser moves the focus to a pressed button, or away from it when the page is pressed beside it.
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest(".step-by > [data-by]");
    if (button) {
      event.preventDefault();
      button.focus();
    } else if (!event.target.closest("form[data-result]")) {
      document.activeElement.closest("form[data-result]") && document.activeElement.blur();
    }
  });

  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    const form = target.closest("form[data-result]");
    if (!form || form.contains(relatedTarget)) return;
    const fields = [...form.querySelectorAll(".r-in")];
    if (fields.every((field) => field.value.trim()) && fields.some(isChanged)) form.requestSubmit();
  });
})();
