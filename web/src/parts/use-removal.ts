/**
 * Deleting a conversation with ten seconds to think again: hidden at once, in every window, and gone from the service when the
 * time is over or when the page is left. What could not be sent then (no network) is sent when there is one.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { SessionOut } from "../generated/http";
import { type Refusal, request } from "../http";
import { waitingKey } from "../session/conversation";
import { keep } from "../session/kept";
import { Shelf, WINDOW } from "../session/shelf";
import { forgetDrafts } from "../session/stopped";

export const UNDO_MS = 10_000;
/** A window that is gone has sent its own by then, or never will. */
const OTHERS_MS = 5_000;
const UNKNOWN = 404;

interface Removing {
  id: string;
  by: string;
  /** When it is to be gone; milliseconds since 1970. */
  due: number;
  /** It was the open conversation: undoing opens it again. */
  open: boolean;
}

interface Listener {
  /** `undo` is the last one's and those before it that still can be brought back; `n` of them. */
  hidden(n: number, undo: () => void): void;
  leave(id: string): void;
  open(id: string): void;
  /** The list is as the service has it now. */
  done(): void;
  failed(error: Refusal): void;
}

/** Tried again later; what has no network then waits for the next time, or the next page. */
function postponed(shelf: Shelf<Removing> | null, id: string): void {
  const one = shelf?.items.find((item) => item.id === id);
  if (one) shelf?.put({ ...one, due: Date.now() + UNDO_MS });
}

export function useRemoval(listens: Listener): { hidden: Set<string>; remove(session: SessionOut, open: boolean): void } {
  const shelf = useRef<Shelf<Removing>>(null);
  const [removing, setRemoving] = useState<Removing[]>([]);
  const [gone, setGone] = useState<string[]>([]);
  const listener = useRef(listens);
  listener.current = listens;

  const erase = useCallback(async (id: string) => {
    try {
      await request("DELETE", `/api/sessions/${encodeURIComponent(id)}`, undefined, { keepalive: true });
    } catch (error) {
      const refusal = error as Refusal;
      if (refusal.code === "offline") return postponed(shelf.current, id);
      if (refusal.status !== UNKNOWN) return void (shelf.current?.drop(id), listener.current.failed(refusal), listener.current.done());
    }
    forgetDrafts(id);
    keep(waitingKey(id), null);
    setGone((before) => [...before, id]);
    shelf.current?.drop(id);
    listener.current.done();
  }, []);
  const eraseDue = useCallback(() => {
    for (const one of shelf.current?.items ?? []) if (one.due + (one.by === WINDOW ? 0 : OTHERS_MS) <= Date.now()) void erase(one.id);
  }, [erase]);

  useEffect(() => {
    const opened = new Shelf<Removing>("removing", () => setRemoving(opened.items));
    shelf.current = opened;
    setRemoving(opened.items);
    // Whoever leaves the page has thought; what this window had begun before a reload is as good as done.
    const leave = () => opened.items.filter((one) => one.by === WINDOW).forEach((one) => void erase(one.id));
    leave();
    addEventListener("pagehide", leave);
    addEventListener("online", eraseDue);
    return () => (removeEventListener("pagehide", leave), removeEventListener("online", eraseDue), opened.end());
  }, [erase, eraseDue]);
  useEffect(() => {
    if (removing.length === 0) return;
    const next = Math.min(...removing.map((one) => one.due + (one.by === WINDOW ? 0 : OTHERS_MS)));
    // What is overdue could not be sent: it is tried again, calmly.
    const timer = setTimeout(eraseDue, next > Date.now() ? next - Date.now() : UNDO_MS);
    return () => clearTimeout(timer);
  }, [removing, eraseDue]);

  const remove = useCallback((session: SessionOut, open: boolean) => {
    const id = session.session_id;
    const room = shelf.current!;
    room.put({ id, by: WINDOW, due: Date.now() + UNDO_MS, open });
    const undoable = () => room.items.filter((one) => one.by === WINDOW && one.due > Date.now());
    if (open) listener.current.leave(id);
    listener.current.hidden(undoable().length, () => {
      const back = undoable();
      room.drop(...back.map((one) => one.id));
      listener.current.done();
      const opened = back.findLast((one) => one.open);
      if (opened) listener.current.open(opened.id);
    });
  }, []);
  const hidden = useMemo(() => new Set([...removing.map((one) => one.id), ...gone]), [removing, gone]);
  return { hidden, remove };
}
