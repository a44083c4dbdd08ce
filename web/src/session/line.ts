/**
 * The line to the service: one WebSocket that comes back by itself, each time with the last event that was taken in.
 *
 *     closed --open--> connecting --session_ready--> open --lost--> waiting --pause--> connecting
 *
 * Pauses grow to 8 s and are cut short when the browser says that the network is back or the page is looked at again.
 */
import { embedded, embeddedToken, renewed } from "../embedded";
import type { ClientMessage } from "../generated/protocol";
import type { Frame } from "./state";

export type LineStatus = "connecting" | "open" | "lost" | "refused";

export interface LineListener {
  lastSeq(): number;
  frame(frame: Frame): void;
  status(status: LineStatus, code: number): void;
}

const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000];
const SILENCE_MS = 25_000;
const PATIENCE_MS = 10_000;
/** Close codes no coming back helps against: not signed in, without the role, no such session, abuse. */
export const SIGNED_OUT = 4401;
export const MISSING_ROLE = 4403;
export const CUT_OFF = 1008;
const FINAL_CODES = new Set([SIGNED_OUT, MISSING_ROLE, 4404, CUT_OFF]);

export class Line {
  private socket: WebSocket | null = null;
  private failures = 0;
  private timer = 0;
  private heard = 0;
  private pulse = 0;
  private ended = false;
  /** A newer token was asked for since the line was open last: a second refusal is one. */
  private renewing = false;
  /** The token this line was opened with. */
  private shown = "";

  constructor(private readonly sessionId: string, private readonly listener: LineListener) {
    addEventListener("online", this.hurry);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** False when the line is not open: the frame was not sent. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close(1000);
    this.socket = null;
  }

  private connect(): void {
    if (this.ended) return;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/ws/chat/${encodeURIComponent(this.sessionId)}?last_seq=${this.listener.lastSeq()}${embedded ? "&sign_in=frame" : ""}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`, ["suffice.v1"]);
    this.socket = socket;
    this.heard = Date.now();
    this.listener.status("connecting", 0);
    socket.onopen = () => {
      const token = embeddedToken();
      this.shown = token;
      if (token !== "") socket.send(JSON.stringify({ type: "authenticate", token }));
    };
    socket.onmessage = (event: MessageEvent<string>) => this.hear(socket, JSON.parse(event.data) as Frame);
    socket.onclose = (event) => this.closed(socket, event.code);
    this.pulse = window.setInterval(() => this.listen(socket), 5_000);
  }

  private hear(socket: WebSocket, frame: Frame): void {
    if (socket !== this.socket) return;
    this.heard = Date.now();
    if (frame.type === "session_ready") {
      this.failures = 0;
      this.renewing = false;
      this.listener.status("open", 0);
    }
    this.listener.frame(frame);
  }

  /** A network that went away without a word is noticed by asking. */
  private listen(socket: WebSocket): void {
    const silence = Date.now() - this.heard;
    if (silence > SILENCE_MS + PATIENCE_MS) this.abandon(socket);
    else if (silence > SILENCE_MS) this.send({ type: "ping" });
  }

  private abandon(socket: WebSocket): void {
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    this.closed(socket, 1006);
  }

  private closed(socket: WebSocket, code: number): void {
    if (socket !== this.socket || this.ended) return;
    this.socket = null;
    clearInterval(this.pulse);
    if (code === SIGNED_OUT && embedded && !this.renewing) {
      this.renewing = true;
      void renewed(this.shown).then((newer) => (newer ? this.connect() : this.listener.status("refused", code)));
      return;
    }
    if (FINAL_CODES.has(code)) {
      this.listener.status("refused", code);
      return;
    }
    this.listener.status("lost", code);
    const pause = PAUSES_MS[Math.min(this.failures, PAUSES_MS.length - 1)]!;
    this.failures += 1;
    // Many pages of one restarted service shall not come back in the same moment.
    this.timer = window.setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
  }

  private readonly hurry = (): void => {
    if (this.socket === null && !document.hidden && navigator.onLine) this.connect();
  };

  private readonly drop = (): void => {
    if (this.socket !== null) this.abandon(this.socket);
  };
}
