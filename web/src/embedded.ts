/**
 * The page in somebody else's page (`/embed`, see public/static/embed.js). It has no list and no cookie; who is reading the host page's server
 * says by a short-lived token that comes by message. Only the window around is listened to, and the browser lets only allowed pages be that
 * (`frame-ancestors`, SUFFICE_EMBED_ORIGINS).
 */
export const embedded = globalThis.location?.pathname === "/embed";
const asked = new URLSearchParams(embedded ? location.search : "");

/** What the script's attributes say. */
export const embeddedPack = asked.get("pack") ?? "";
export const embeddedLanguage = asked.get("language");
export const embeddedTheme = asked.get("theme");

let token = "";
let listeners: (() => void)[] = [];
let wanted = false;
let spoken = false;

/** The token to send with what is asked; "" where there is none. */
export const embeddedToken = (): string => token;

function say(message: { type: string; session?: string }): void {
  // To whoever is around: nothing of it is a secret, and which pages those may be the service decides.
  if (embedded && parent !== window) parent.postMessage(message, "*");
}

/** Which conversation is open: the host page's tab keeps it, so that its next page goes on with it. */
export const tellSession = (session: string | null): void => say({ type: "suffice:session", session: session ?? "" });
export const closeEmbedded = (): void => say({ type: "suffice:close" });

/** Waits until the host page has said who is reading; null: a page of its own, or nothing was said in time. */
export function hostSpoke(): Promise<void> {
  if (parent === window || spoken) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(done, 10_000);
    listeners.push(() => (clearTimeout(timer), done()));
  });
}

/** A newer token than the one that was refused, which another request may have brought meanwhile; false when the host page gives none. */
export async function renewed(refused: string): Promise<boolean> {
  if (!embedded || parent === window) return false;
  if (!wanted && token !== refused) return token !== "";
  if (!wanted) {
    wanted = true;
    spoken = false;
    say({ type: "suffice:token-wanted" });
  }
  await hostSpoke();
  wanted = false;
  return token !== "" && token !== refused;
}

if (embedded) {
  addEventListener("message", (event: MessageEvent<{ type?: string; token?: string } | null>) => {
    if (event.source !== parent || parent === window) return;
    if (event.data?.type === "suffice:shown") document.getElementById("composer")?.focus();
    if (event.data?.type !== "suffice:token") return;
    token = String(event.data.token ?? "");
    spoken = true;
    const waiting = listeners;
    listeners = [];
    for (const one of waiting) one();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open], [role=menu], [data-card], .panel, .pop")) closeEmbedded();
  });
  say({ type: "suffice:ready" });
}
