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
  var asked = new URLSearchParams(location.pathname === "/embed" ? location.search : "");
  var theme = asked.get("theme") || kept("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  var size = kept("textSize");
  if (size === 18 || size === 20) root.dataset.size = String(size);
  root.lang = asked.get("language") || kept("language") || (/^ko/.test(navigator.language) ? "ko" : "en");
})();
