// Before the first paint: the theme chosen on this device, otherwise the system's.
document.documentElement.dataset.script = "";
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme applies.
}
