/** What stays in this browser: drafts, questions not sent yet, choices of looks. A browser that keeps nothing is fine. */

/** False when this browser keeps nothing. */
export function keep(key: string, value: unknown): boolean {
  try {
    if (value === null || value === "") localStorage.removeItem(`suffice.${key}`);
    else localStorage.setItem(`suffice.${key}`, JSON.stringify(value));
    return true;
  } catch {
    // Private windows and full disks: the page works, it only forgets.
    return false;
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

const WRITTEN = ["suffice.unsent.", "suffice.draft.", "suffice.stopped.", "suffice.chosen.", "suffice.removing"];

/** What a person wrote goes with them, for whoever uses this browser next; choices of looks stay. */
export function forgetWritten(): void {
  for (const store of [() => localStorage, () => sessionStorage]) {
    try {
      for (const key of Object.keys(store())) if (WRITTEN.some((start) => key.startsWith(start))) store().removeItem(key);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
}
