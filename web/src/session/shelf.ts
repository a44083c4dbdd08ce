/**
 * A short list that every window of this browser shares and that outlives them: questions not sent yet, choices not taken yet.
 *
 * Each change reads the list again before it writes, so no window overwrites what another put there. A browser that keeps nothing
 * has the list in this window alone.
 */
import { keep, kept } from "./kept";

export class Shelf<T extends { id: string }> {
  private own: T[];
  private works = true;

  constructor(private readonly key: string, private readonly changed: () => void = () => undefined) {
    this.own = this.read();
    addEventListener("storage", this.heard);
  }

  get items(): T[] {
    return this.own;
  }

  /** At the end, or in the place of the one with this id. */
  put(item: T): void {
    const items = this.read();
    const at = items.findIndex((one) => one.id === item.id);
    this.write(at < 0 ? [...items, item] : items.with(at, item));
  }

  drop(...ids: string[]): void {
    const items = this.read();
    const left = items.filter((one) => !ids.includes(one.id));
    if (left.length < items.length) this.write(left);
  }

  end(): void {
    removeEventListener("storage", this.heard);
  }

  private write(items: T[]): void {
    this.own = items;
    this.works = keep(this.key, items.length > 0 ? items : null);
    this.changed();
  }

  private read(): T[] {
    if (!this.works) return this.own;
    const found: unknown = kept<unknown>(this.key, []);
    return Array.isArray(found) ? found.filter((one): one is T => typeof (one as { id?: unknown } | null)?.id === "string") : [];
  }

  private readonly heard = (event: StorageEvent): void => {
    if (event.key !== null && event.key !== `suffice.${this.key}`) return;
    this.own = this.read();
    this.changed();
  };
}

/** This window's name, the same over a reload. */
export const WINDOW = nameOfWindow();

function nameOfWindow(): string {
  try {
    const found = sessionStorage.getItem("suffice.window") ?? crypto.randomUUID?.() ?? String(Math.random());
    sessionStorage.setItem("suffice.window", found);
    return found;
  } catch {
    return String(Math.random());
  }
}
