/** What is asked of the service and kept until the next answer. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type Refusal, request } from "../http";

export interface Asked<T> {
  data: T | null;
  error: Refusal | null;
  /** What is shown belongs to another path; that of this one is on its way. */
  loading: boolean;
  at: number;
  again(): void;
}

/** Asks when the path changes and at every beat; keeps what was shown until the next answer. */
export function useAsked<T>(path: string | null, beat: unknown): Asked<T> {
  const [state, setState] = useState<{ path: string | null; data: T | null; error: Refusal | null; at: number }>({ path: null, data: null, error: null, at: 0 });
  const [round, setRound] = useState(0);
  const newest = useRef(0);
  useEffect(() => {
    if (path === null) return;
    const mine = ++newest.current;
    request<T>("GET", path).then(
      (data) => mine === newest.current && setState({ path, data, error: null, at: Date.now() }),
      (error: Refusal) => mine === newest.current && setState((before) => ({ ...before, path: before.path === path ? path : before.path, error })),
    );
  }, [path, beat, round]);
  const again = useCallback(() => setRound((one) => one + 1), []);
  return { data: state.data, error: state.error, loading: path !== null && state.path !== path && state.error === null, at: state.at, again };
}
