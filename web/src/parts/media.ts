/** What the browser says of itself: its width, its network. */
import { useSyncExternalStore } from "react";

export function useMedia(query: string): boolean {
  const watch = (changed: () => void) => {
    const list = matchMedia(query);
    list.addEventListener("change", changed);
    return () => list.removeEventListener("change", changed);
  };
  return useSyncExternalStore(watch, () => matchMedia(query).matches);
}

function network(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => (removeEventListener("online", changed), removeEventListener("offline", changed));
}

export function useOnline(): boolean {
  return useSyncExternalStore(network, () => navigator.onLine);
}
