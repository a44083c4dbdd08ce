/** What stays in this browser: drafts, questions not sent yet, choices of looks. A browser that keeps nothing is fine. */

export function keep(key: string, value: unknown): void {
  try {
    if (value === null || value === "") localStorage.removeItem(`suffice.${key}`);
    else localStorage.setItem(`suffice.${key}`, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works, it only forgets.
  }
}

export function kept<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`suffice.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

const WRITTEN = ["suffice.unsent.", "suffice.draft.", "suffice.stopped."];

/** What a person wrote goes with them, for whoever uses this browser next; choices of looks stay. */
export function forgetWritten(): void {
  try {
    for (const key of Object.keys(localStorage)) if (WRITTEN.some((start) => key.startsWith(start))) localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
