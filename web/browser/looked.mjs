// What is looked at wherever a screen or a card stands: words cut off, parts too wide, and whether what has the focus shows it.
// `cut` and `tooWide` run in the page; `unfocused` asks the browser to draw each control as if the keyboard had brought one to it.

/** The smallest usual phone, a tablet held upright, a large desk. A story's own window (1440 px) comes beside them. */
export const SIZES = [["phone", 375, 812], ["tablet", 834, 1112], ["desk", 1600, 1000]];

/** Words that cannot be read whole: cut by a part that neither scrolls nor says "…", out of their button, out of the window. */
export function cut() {
  const cutting = /^(hidden|clip)$/;
  const scrolling = /^(auto|scroll)$/;
  const found = new Set();
  const range = document.createRange();
  const outOf = (rect, box, way) => (way === "x" ? rect.right > box.right + 1.5 || rect.left < box.left - 1.5 : rect.bottom > box.bottom + 3 || rect.top < box.top - 3);
  const lost = (rect, from) => {
    const free = { x: false, y: false };
    for (let part = from; part !== null && part !== document.body; part = part.parentElement) {
      const style = getComputedStyle(part);
      const box = part.getBoundingClientRect();
      if (box.width <= 1.5 || style.clipPath.startsWith("inset(50%")) return null; // for screen readers alone
      for (const [way, rule] of [["x", style.overflowX], ["y", style.overflowY]]) {
        if (free[way] || style.display === "inline" || style.display === "contents") continue;
        if (scrolling.test(rule)) free[way] = true;
        else if (cutting.test(rule) && outOf(rect, box, way) && style.textOverflow !== "ellipsis" && style.webkitLineClamp === "none") return part;
        else if (cutting.test(rule) && outOf(rect, box, way)) free[way] = true; // said by "…"
      }
      if (!free.x && part.matches("button, .button, .chip, .pick, .switch > *, td, th, label") && outOf(rect, box, "x")) return part;
      if (style.position === "fixed") break;
    }
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    return (!free.x && outOf(rect, window, "x")) || (!free.y && outOf(rect, window, "y")) ? document.body : null;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (node.data.trim() === "" || holder.closest(".unseen, .skip, script, style, noscript, option") !== null) continue;
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const by = lost(rect, holder);
      if (by !== null) found.add(`"${node.data.trim().slice(0, 40)}" by ${by.tagName.toLowerCase()}.${String(by.className?.baseVal ?? by.className)}`);
    }
  }
  return [...found].slice(0, 6);
}

/** Parts that are scrolled sideways although nothing says that they may be: a table's own frame, code and what is typed may. */
export function tooWide() {
  const over = document.documentElement.scrollWidth - innerWidth;
  const found = over > 0 ? [`the page: ${over} px`] : [];
  for (const part of document.querySelectorAll("body *")) {
    const wider = part.scrollWidth - part.clientWidth;
    if (wider <= 1 || part.clientWidth === 0 || part.matches("input, textarea, select, pre, svg *, [tabindex='0'], .unseen")) continue;
    if (/^(auto|scroll)$/.test(getComputedStyle(part).overflowX)) found.push(`${part.tagName.toLowerCase()}.${part.className}: ${wider} px`);
  }
  return found;
}

/** How far the whole page could be scrolled although only its parts may be: what had the focus down there took the page with it. */
export function adrift() {
  return document.querySelector(".shell") === null ? 0 : Math.max(0, document.scrollingElement.scrollHeight - innerHeight - 1);
}

const CONTROLS = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex='0']";

/** How a control is drawn, and what stands around it: what changes is what is seen of the focus. */
function drawn(selector, at) {
  const one = document.querySelectorAll(selector)[at];
  if (one === undefined || !one.checkVisibility({ visibilityProperty: true })) return null;
  const around = [one, ...[...one.parentElement.children].filter((next) => next.tagName === "LABEL" || one.classList.contains("unseen"))];
  for (let up = one.parentElement, n = 0; up !== null && n < 3; up = up.parentElement, n += 1) around.push(up);
  const look = (part) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
    return [outlineStyle === "none" ? "" : [outlineStyle, outlineWidth, outlineColor], boxShadow, borderColor, backgroundColor].join();
  };
  // Where the keyboard is already, there is nothing to compare with.
  const held = one.matches(":focus-visible");
  return { held, name: `${one.tagName.toLowerCase()}.${one.className} "${(one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 24)}"`, look: around.map(look).join("|") };
}

/** Whether a control that really gets the focus is drawn otherwise than without; afterwards the focus is where it was. */
function reached(selector, at, look) {
  const before = document.activeElement;
  before?.blur();
  const without = look(selector, at).look;
  document.querySelectorAll(selector)[at].focus({ preventScroll: true });
  const seen = look(selector, at).look !== without;
  before?.focus({ preventScroll: true });
  return seen;
}

/**
 * Controls on which nothing shows that the keyboard is there. The browser draws them so without moving the focus: menus stay open.
 * A page's first forty are looked at, or those of what lies over it.
 */
export async function unfocused(page, frame = page.mainFrame()) {
  const within = await frame.evaluate(() => ["dialog[open]", ".menu", ".rail.overlay", ".panel", ".drawer"].find((over) => document.querySelector(over)) ?? "body");
  const selector = CONTROLS.split(", ").map((one) => `${within} ${one}`).join(", ");
  const line = await page.context().newCDPSession(frame === page.mainFrame() ? page : frame);
  const [silent, found] = [[], []];
  try {
    await line.send("DOM.enable");
    await line.send("CSS.enable");
    const { root } = await line.send("DOM.getDocument", { depth: 0 });
    const { nodeIds } = await line.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
    for (const [at, nodeId] of nodeIds.slice(0, 40).entries()) {
      const before = await frame.evaluate(`(${drawn})(${JSON.stringify(selector)}, ${at})`);
      if (before === null || before.held) continue;
      await line.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["focus", "focus-visible", "focus-within"] });
      const after = await frame.evaluate(`(${drawn})(${JSON.stringify(selector)}, ${at})`);
      await line.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: [] });
      if (after !== null && after.look === before.look) silent.push([at, after]);
    }
    // A frame around a field shows it for the field, which the browser only knows when the focus is really there.
    for (const [at, after] of silent) if (!(await frame.evaluate(`(${reached})(${JSON.stringify(selector)}, ${at}, ${drawn})`))) found.push(after.name);
  } finally {
    await line.detach();
  }
  return found;
}
