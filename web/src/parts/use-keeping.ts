/** What is changed of a conversation in the list: at once on the page, and taken back where the service does not take it. */
import { useCallback } from "react";
import type { SessionOut } from "../generated/http";
import { request } from "../http";
import { useWords } from "../words";
import { keptWords } from "../words/kept";
import { inOrder, type Sessions } from "./use-sessions";

export interface Keeping {
  keepSession(one: SessionOut, how: { pinned?: boolean; archived?: boolean }): void;
  rename(sessionId: string, title: string): void;
}

/** `put`: the archived ones. */
export function useKeeping(lists: Sessions, put: Sessions, notify: (text: string) => void): Keeping {
  const words = useWords();
  const { change: changeList, reload } = lists;
  const { change: changePut, reload: readPut } = put;
  const changed = useCallback((id: string, how: Partial<SessionOut>) => {
    for (const change of [changeList, changePut]) change((now) => now.map((each) => (each.session_id === id ? { ...each, ...how } : each)).toSorted(inOrder));
    return request("PATCH", `/api/sessions/${encodeURIComponent(id)}`, how).catch((refused: unknown) => {
      notify(words.notSaved);
      reload();
      readPut();
      throw refused;
    });
  }, [changeList, changePut, reload, readPut, notify, words]);
  const keepSession = useCallback((one: SessionOut, how: { pinned?: boolean; archived?: boolean }) => {
    changed(one.session_id, how).then(() => {
      if (how.archived === undefined) return;
      notify(keptWords(words.language).archived(how.archived));
      reload();
      readPut();
    }, () => undefined);
  }, [changed, reload, readPut, notify, words]);
  const rename = useCallback((id: string, title: string) => void changed(id, { title }).catch(() => undefined), [changed]);
  return { keepSession, rename };
}

/** What the list draws from: while the archived ones are shown, the others are there too, for what is looked for. */
export function bothOf(archive: boolean, put: SessionOut[], sessions: SessionOut[]): SessionOut[] {
  if (!archive) return sessions;
  const known = new Set(put.map((one) => one.session_id));
  return [...put, ...sessions.filter((one) => !known.has(one.session_id))];
}
