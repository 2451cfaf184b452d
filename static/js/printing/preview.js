// A preview page that failed to load is requested again: the connection broke, or many users are printing.
(() => {
  "use strict";
  const PAGES = "img.sheet-of-paper";
  const TRIES = 5;
  const PAUSE = 2000; // ms, longer each time

  function askAgain(image) {
    const tries = Number(image.dataset.tries ?? 0) + 1;
    if (tries > TRIES) return;
    image.dataset.tries = tries;
    setTimeout(() => (image.src = image.src), PAUSE * tries);
  }

  // Events of images do not bubble.
  document.addEventListener("error", (event) => event.target.matches(PAGES) && askAgain(event.target), true);
  for (const image of document.querySelectorAll(PAGES)) {
    if (image.complete && !image.naturalWidth) askAgain(image); // it failed before this script was loaded
  }
})();
