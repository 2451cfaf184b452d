// Notes what a page's visitor would feel, for bench/browser.py to read: shifts of the layout, long tasks.
window.felt = { shifts: [], tasks: [] };
const note = (type, list, value) =>
  new PerformanceObserver((seen) => list.push(...seen.getEntries().map(value))).observe({ type, buffered: true });
note("layout-shift", window.felt.shifts, ({ value }) => value);
note("longtask", window.felt.tasks, ({ duration }) => duration);
