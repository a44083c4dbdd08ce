// A chat on somebody else's page: <script src="https://ANSWERS/embed.js" data-pack="real_estate" async></script>
// One button in a shadow root, and behind it the service's own page in a frame. Nothing else of the page is touched; what the two
// say to each other is checked for where it comes from on both sides (docs/clients.md).
(function () {
  "use strict";
  var script = document.currentScript;
  if (!script || window.sufficeEmbedded) return;
  window.sufficeEmbedded = true;
  var told = script.dataset;
  var home = new URL(script.src, location.href).origin;
  var ko = (told.language || document.documentElement.lang || navigator.language).slice(0, 2) === "ko";
  var words = ko
    ? { open: "질문하기", close: "닫기", name: "질문과 답", none: "이 사이트에서는 대화를 열 수 없습니다. 잠시 뒤에 다시 열어 보세요." }
    : { open: "Ask a question", close: "Close", name: "Questions and answers", none: "The chat cannot be opened on this site. Try again a little later." };
  var KEPT = "suffice.embed.session";
  var PATIENCE_MS = 15000;
  var STYLE =
    ":host{all:initial;color-scheme:" + ({ light: "light", dark: "dark" }[told.theme] || "light dark") + "}" +
    "*{box-sizing:border-box}" +
    "button.bubble{position:fixed;z-index:2147483000;" + (told.side === "left" ? "left" : "right") + ":20px;bottom:20px;width:56px;height:56px;padding:0;border:0;border-radius:50%;cursor:pointer;" +
    "display:grid;place-items:center;background:light-dark(#1f2124,#f0f1f2);color:light-dark(#fff,#141518);box-shadow:0 2px 6px rgb(0 0 0/.12),0 12px 32px -8px rgb(0 0 0/.35)}" +
    "button:focus-visible{outline:3px solid light-dark(#2b55c4,#93b1ff);outline-offset:3px}" +
    "svg{width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}" +
    ".panel{position:fixed;z-index:2147483000;" + (told.side === "left" ? "left" : "right") + ":20px;bottom:88px;width:min(408px,calc(100vw - 40px));height:min(680px,calc(100dvh - 112px));" +
    "border:1px solid light-dark(#d6d6cf,#3a3d44);border-radius:18px;overflow:hidden;background:light-dark(#fbfbf9,#101113);box-shadow:0 2px 6px rgb(0 0 0/.08),0 20px 48px -12px rgb(0 0 0/.4)}" +
    ".panel[hidden]{display:none}" +
    "iframe{display:block;width:100%;height:100%;border:0;background:none}" +
    "p{margin:0;padding:28px 24px;font:400 14px/22px system-ui,sans-serif;color:light-dark(#1a1b1e,#ecedef)}" +
    "@media (prefers-reduced-motion:no-preference){.panel{animation:rise .22s cubic-bezier(.2,.7,.2,1)}@keyframes rise{from{opacity:0;transform:translateY(8px)}}}" +
    "@media (max-width:640px){.panel{inset:0;width:100%;height:100dvh;border:0;border-radius:0}.open button.bubble{display:none}}";

  var host = document.createElement("div");
  var room = host.attachShadow({ mode: "open" });
  var sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  room.adoptedStyleSheets = [sheet];
  var around = room.appendChild(document.createElement("div"));
  var panel = around.appendChild(document.createElement("div"));
  panel.className = "panel";
  panel.id = "panel";
  panel.hidden = true;
  panel.setAttribute("role", "dialog");
  panel.setAttribute("aria-label", told.title || words.name);
  var bubble = around.appendChild(document.createElement("button"));
  bubble.className = "bubble";
  bubble.type = "button";
  bubble.setAttribute("aria-controls", "panel");
  bubble.appendChild(drawn("M4 5.5h16v11h-9l-4.5 3.5v-3.5H4zM8 9.5h8M8 12.5h5"));
  var frame = null;
  var ready = false;
  var patience = 0;

  function drawn(path) {
    var space = "http://www.w3.org/2000/svg";
    var svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    svg.appendChild(document.createElementNS(space, "path")).setAttribute("d", path);
    return svg;
  }

  function kept() {
    try {
      return sessionStorage.getItem(KEPT) || "";
    } catch (error) {
      return "";
    }
  }

  function keep(session) {
    try {
      if (session) sessionStorage.setItem(KEPT, session);
      else sessionStorage.removeItem(KEPT);
    } catch (error) {
      // A browser that keeps nothing begins a new conversation on the next page.
    }
  }

  function load() {
    var asked = new URLSearchParams();
    if (told.pack) asked.set("pack", told.pack);
    asked.set("language", ko ? "ko" : "en");
    if (told.theme === "light" || told.theme === "dark") asked.set("theme", told.theme);
    frame = document.createElement("iframe");
    frame.title = told.title || words.name;
    frame.allow = "clipboard-write";
    frame.referrerPolicy = "origin";
    // Where the browser knows it: no cookie and nothing kept of the service's own page reaches this one.
    frame.credentialless = true;
    frame.setAttribute("credentialless", "");
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads");
    frame.src = home + "/embed?" + asked + (kept() ? "#s=" + encodeURIComponent(kept()) : "");
    panel.replaceChildren(frame);
    patience = setTimeout(failed, PATIENCE_MS);
  }

  function failed() {
    if (ready) return;
    var sentence = document.createElement("p");
    sentence.setAttribute("role", "alert");
    sentence.textContent = words.none;
    panel.replaceChildren(sentence);
    frame = null;
  }

  function show(open) {
    panel.hidden = !open;
    around.className = open ? "open" : "";
    bubble.setAttribute("aria-expanded", String(open));
    bubble.setAttribute("aria-label", open ? words.close : words.open);
    if (!open) return bubble.focus({ preventScroll: true });
    if (frame === null) load();
    else {
      frame.focus({ preventScroll: true });
      say({ type: "suffice:shown" });
    }
  }

  function say(message) {
    if (frame && frame.contentWindow) frame.contentWindow.postMessage(message, home);
  }

  /** The page's own server says who is reading: a short-lived token, fetched when it is needed and again when it ended. */
  function sendToken() {
    if (told.token) return say({ type: "suffice:token", token: told.token });
    if (!told.tokenUrl) return say({ type: "suffice:token", token: "" });
    fetch(told.tokenUrl, { credentials: "same-origin", headers: { Accept: "application/json" }, cache: "no-store" })
      .then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.json();
      })
      .then(
        function (body) {
          say({ type: "suffice:token", token: String(body.token || "") });
        },
        function () {
          say({ type: "suffice:token", token: "" });
        },
      );
  }

  addEventListener("message", function (event) {
    if (event.origin !== home || frame === null || event.source !== frame.contentWindow || !event.data) return;
    if (event.data.type === "suffice:ready") {
      ready = true;
      clearTimeout(patience);
      sendToken();
      if (!panel.hidden) frame.focus({ preventScroll: true });
    } else if (event.data.type === "suffice:token-wanted") sendToken();
    else if (event.data.type === "suffice:close") show(false);
    else if (event.data.type === "suffice:session") keep(String(event.data.session || ""));
  });
  bubble.addEventListener("click", function () {
    show(panel.hidden);
  });
  around.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && !panel.hidden) show(false);
  });
  bubble.setAttribute("aria-expanded", "false");
  bubble.setAttribute("aria-label", words.open);
  (document.body || document.documentElement).appendChild(host);
})();
