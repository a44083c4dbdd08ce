/** Under an answer: which memories it used; one click answers without them, or erases one. */
import { useEffect, useState } from "react";
import type { MemoryList, MemoryOut } from "../generated/http";
import { memoryWords } from "../panels/memory-words";
import { request } from "../http";
import { useWords } from "../words";
import { Icon } from "./icons";

let held: Promise<MemoryList> | null = null;

/** Read once for all answers; again after something of it was changed. */
function list(): Promise<MemoryList> {
  held ??= request<MemoryList>("GET", "/api/me/memories").catch((error: unknown) => {
    held = null;
    throw error;
  });
  return held;
}

export function forgetHeld(): void {
  held = null;
}

interface Props {
  ids: string[];
  /** Asks the same without memories; undefined while something runs. */
  without: (() => void) | undefined;
  show(): void;
  say(text: string): void;
}

export function MemoriesUsed({ ids, without, show, say }: Props) {
  const words = useWords();
  const own = memoryWords(words.language);
  const [known, setKnown] = useState<MemoryOut[]>([]);
  const key = ids.join(" ");
  useEffect(() => {
    let here = true;
    const take = (found: MemoryList) => here && setKnown(found.memories.filter((one) => ids.includes(one.memory_id)));
    list().then((found) => {
      // One that was kept since the list was read.
      if (ids.some((id) => found.memories.every((one) => one.memory_id !== id))) forgetHeld();
      return list();
    }).then(take, () => undefined);
    return () => void (here = false);
  }, [key]);
  const erase = (one: MemoryOut) =>
    void request("DELETE", `/api/me/memories/${encodeURIComponent(one.memory_id)}`).then(
      () => (forgetHeld(), setKnown((before) => before.filter((each) => each !== one)), say(own.erased)),
      () => say(own.notDone),
    );
  if (known.length === 0) return null;
  return (
    <div className="memories-used">
      <span className="dim">{own.used}</span>
      <ul>
        {known.map((one) => (
          <li key={one.memory_id}>
            <button type="button" className="name" title={own.show} onClick={show}>{one.text}</button>
            <button type="button" className="square" aria-label={`${own.forget}: ${one.text}`} title={own.forget} onClick={() => erase(one)}><Icon name="close" small /></button>
          </li>
        ))}
      </ul>
      {without && <button type="button" className="link" onClick={without}>{own.without}</button>}
    </div>
  );
}
