/** The HTTP side. Every refusal is a `Refusal` with the service's own sentence. */
import { embedded, embeddedToken, renewed } from "./embedded";

export class Refusal extends Error {
  constructor(readonly status: number, readonly code: string, message: string, readonly field: string | null = null) {
    super(message);
  }
}

/** Another site cannot send the second one: a cookie alone changes nothing (docs/sign-in.md). */
const HEADERS = { Accept: "application/json", "X-Suffice-Page": "1" };

/** In somebody else's page the cookie of this one says nothing: who is reading, that page's server says. */
const CREDENTIALS: RequestCredentials = embedded ? "omit" : "same-origin";

function withToken(init: RequestInit, token: string): RequestInit {
  return token === "" ? init : { ...init, headers: { ...(init.headers as Record<string, string>), Authorization: `Bearer ${token}` } };
}

/** How often somebody has signed in: what a request from before then is refused says nothing of now. */
let visits = 0;

export async function request<T>(method: string, path: string, body?: unknown, more: Pick<RequestInit, "keepalive"> = {}): Promise<T> {
  const init: RequestInit = { method, credentials: CREDENTIALS, headers: HEADERS, ...more };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...HEADERS, "Content-Type": "application/json" };
  }
  return answered<T>(path, init);
}

/** A file as the body itself. */
export function sendFile<T>(path: string, file: Blob): Promise<T> {
  return answered<T>(path, { method: "POST", credentials: CREDENTIALS, headers: { ...HEADERS, "Content-Type": "application/octet-stream" }, body: file });
}

async function answered<T>(path: string, init: RequestInit, again = false): Promise<T> {
  const visit = visits;
  const token = embeddedToken();
  let response: Response;
  try {
    response = await fetch(path, withToken(init, token));
  } catch {
    throw new Refusal(0, "offline", "offline");
  }
  if (response.ok && path === "/api/sign-in") visits += 1;
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const problem = (await response.json().catch(() => ({}))) as { code?: string; detail?: string; field?: string | null };
  if (response.status === 401 && embedded && !again && (await renewed(token))) return answered<T>(path, init, true);
  if (response.status === 401 && visit === visits) dispatchEvent(new Event("suffice:signed-out"));
  throw new Refusal(response.status, problem.code ?? "internal", problem.detail ?? `HTTP ${response.status}`, problem.field ?? null);
}
