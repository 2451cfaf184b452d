// Passkeys: shown if the browser supports them. django-allauth's script does the work.
(() => {
  "use strict";
  const part = document.querySelector("[data-passkey]");
  if (!part) return;
  const button = part.querySelector("#passkey");
  const failed = part.querySelector("[data-passkey-failed]");

  // A passkey is bound to the site's name: an IP address has none.
  const named = !/^[\d.]+$|^\[/.test(location.hostname);
  if (!named || !webauthnJSON.supported()) {
    const none = document.querySelector("[data-passkey-none]"); // no message at a sign-in
    if (none) none.hidden = false;
    return;
  }
  part.hidden = false;

  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    // The device reports an existing passkey for this account.
    const twice = event.detail.exception.name === "InvalidStateError";
    failed.textContent = twice ? failed.dataset.twice : failed.dataset.failed;
    failed.hidden = false;
  });
  // Only the script submits the form, with the device's answer.
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
