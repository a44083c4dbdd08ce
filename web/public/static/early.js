// Before the first paint: the chosen theme, language and text size, so that nothing changes under the eyes.
(function () {
  var root = document.documentElement;
  function kept(name) {
    try {
      return JSON.parse(localStorage.getItem("suffice." + name));
    } catch (error) {
      return null;
    }
  }
  var theme = kept("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  var size = kept("textSize");
  if (size === 18 || size === 20) root.dataset.size = String(size);
  root.lang = kept("language") || (/^ko/.test(navigator.language) ? "ko" : "en");
})();
