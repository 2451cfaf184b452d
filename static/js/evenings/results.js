// The results of a round save themselves once both fields of a row are filled and the focus leaves them.
(() => {
  "use strict";

  function isChanged(field) {
    return field.value.trim() !== field.defaultValue;
  }

  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    const form = target.closest("form[data-result]");
    if (!form || form.contains(relatedTarget)) return;
    const fields = [...form.querySelectorAll(".r-in")];
    if (fields.every((field) => field.value.trim()) && fields.some(isChanged)) form.requestSubmit();
  });
})();
