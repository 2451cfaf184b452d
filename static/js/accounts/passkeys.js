// Passkeys: what the page offers is shown where the browser can do it. django-allauth's script does the asking.
(() => {
  "use strict";
  const part = document.querySelector("[data-passkey]");
  if (!part) return;
  const button = part.querySelector("#passkey");
  const failed = part.querySelector("[data-passkey-failed]");

  // A passkey is bound to the site's name: at a bare number there is none.
  const named = !/^[\d.]+$|^\[/.test(location.hostname);
  if (!named || !webauthnJSON.supported()) {
    const none = document.querySelector("[data-passkey-none]"); // nothing is said at a sign-in
    if (none) none.hidden = false;
    return;
  }
  part.hidden = false;

  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    // The device says so when it has a passkey for this account already.
    const twice = event.detail.exception.name === "InvalidStateError";
    failed.textContent = twice ? failed.dataset.twice : failed.dataset.failed;
    failed.hidden = false;
  });
  // Only the script sends the form, with what the device answers.
  button.addEventListener("click", (event) => {
    event.preventDefault();
    failed.hidden = true;
  });
  allauth.webauthn.forms[part.dataset.passkey]({
    ids: {
      add: "passkey", authenticate: "passkey", login: "passkey",
      credential: "id_credential", passwordless: "id_passwordless", data: "js_data",
    },
  });
})();
