/** Copying, where the browser offers its clipboard and where it does not: over plain http there is none. */

/** False when nothing could be copied. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard here (plain http), or it was refused: the older way asks nobody.
    return copiedByHand(text);
  }
}

/** A field that nobody sees is selected and copied; the focus goes back to where it was. */
function copiedByHand(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  field.setAttribute("aria-hidden", "true");
  // What stands over the page makes the rest of it inert: the field has to stand in there too.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
