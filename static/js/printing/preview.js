// A page of the preview that did not come is asked for again: the line broke off, or many print at this moment.
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

  // What happens to an image does not bubble.
  document.addEventListener("error", (event) => event.target.matches(PAGES) && askAgain(event.target), true);
  for (const image of document.querySelectorAll(PAGES)) {
    if (image.complete && !image.naturalWidth) askAgain(image); // it failed before this script was there
  }
})();
