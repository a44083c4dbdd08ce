/** One open conversation: the line, the state made from its frames, and the questions that wait to be sent. */
import type { ClientMessage, ErrorFrame, UserMessage } from "../generated/protocol";
import { request } from "../http";
import type { MessageList } from "../generated/http";
import { Line, type LineStatus, SIGNED_OUT } from "./line";
import { reduce } from "./reducer";
import { Shelf } from "./shelf";
import { emptySession, type Frame, type SessionState, type Turn } from "./state";
import { keep } from "./kept";
import { keptDrafts, keepDraft, withDrafts } from "./stopped";
import { PAGE, wholeTranscript, withTranscript } from "./transcript";

/** How a question is to be read, where not as any other. */
export type How = Partial<Pick<UserMessage, "use_memories" | "alone" | "without">>;

/** A question that no run has begun for, as this browser keeps it. Its id is the message's: sent twice, it is run once (protocol.md). */
export interface Waiting {
  id: string;
  content: string;
  /** Milliseconds since 1970, this machine's clock. */
  at: number;
  how?: How;
}

export interface Unsent {
  messageId: string;
  content: string;
  /** It went out on the line that is open now. */
  sent: boolean;
  how?: How | undefined;
}

/** An answer to a prompt that the service has not confirmed yet. */
interface Choice {
  /** The prompt's. */
  id: string;
  value: string;
  message: ClientMessage;
}

/** Where questions of a conversation wait; "" is the one that does not exist yet. */
export const waitingKey = (sessionId: string): string => `unsent.${sessionId}`;

export interface View {
  session: SessionState;
  status: LineStatus;
  /** The close code of a line that was refused; 0 otherwise. */
  refusedWith: number;
  /** Milliseconds since 1970, since when the line is lost; null while it is open. */
  lostAt: number | null;
  /** Server clock minus this machine's, milliseconds. */
  clockOffset: number;
  unsent: Unsent[];
  /** Answers to prompts on their way: prompt id -> value. */
  answering: Record<string, string>;
  /** Prompts this window answered itself. */
  mine: string[];
  busyUntil: number | null;
  error: ErrorFrame | null;
  pack: string;
  /** The first frames after opening were taken in. */
  loaded: boolean;
}

/**
 * While a conversation is read anew, what came is shown this often at most: every frame of it drawn would be work for nothing, and a
 * middle that is gone a moment later is nothing to read. Over a very slow line it is better than an empty page.
 */
const SHOWN_MS = 4_000;

export class Conversation {
  private view: View;
  /** The view as it was shown last. */
  private shown: View;
  private showing = 0;
  private readonly listeners = new Set<() => void>();
  private readonly line: Line;
  private waiting: ClientMessage[] = [];
  private readonly questions: Shelf<Waiting>;
  private readonly choices: Shelf<Choice>;
  /** Ids of questions and prompts that went out on the line that is open now. */
  private readonly gone = new Set<string>();
  private loading = false;
  private drafts: Record<string, string>;
  private target = 0;
  private pause = 0;

  constructor(readonly sessionId: string) {
    this.drafts = keptDrafts(sessionId);
    this.questions = new Shelf<Waiting>(waitingKey(sessionId), () => (this.shelved(), this.settle()));
    this.choices = new Shelf<Choice>(`chosen.${sessionId}`, () => this.shelved());
    this.view = {
      session: emptySession, status: "connecting", refusedWith: 0, lostAt: null, clockOffset: 0, ...this.onShelves(), mine: this.choices.items.map((one) => one.id),
      busyUntil: null, error: null, pack: "", loaded: false,
    };
    this.shown = this.view;
    this.line = new Line(sessionId, {
      lastSeq: () => this.view.session.lastSeq,
      frame: (frame) => this.take(frame),
      status: (status, code) => this.lineIs(status, code),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly current = (): View => this.shown;

  end(): void {
    clearTimeout(this.pause);
    clearTimeout(this.showing);
    this.questions.end();
    this.choices.end();
    this.line.end();
  }

  /** While the person is asked to pick, what they write is their answer; otherwise it waits for its turn. */
  ask(content: string, messageId: string, how?: How): void {
    const prompt = activeTurn(this.view.session)?.prompt;
    if (prompt?.frame.type === "clarification_required" && this.view.answering[prompt.id] === undefined) {
      return this.decide(prompt.id, content, { type: "clarification_response", clarification_id: prompt.id, option_id: null, text: content });
    }
    this.questions.put({ id: messageId, content, at: Date.now(), ...(how ? { how } : {}) });
  }

  discard(messageId: string): void {
    this.questions.drop(messageId);
  }

  /** An answer to an open question. Kept, over a reload too, until the service tells of it; it may have decided meanwhile. */
  decide(promptId: string, value: string, message: ClientMessage): void {
    if (this.view.answering[promptId] !== undefined) return;
    this.change({ mine: [...this.view.mine, promptId] });
    this.choices.put({ id: promptId, value, message });
    this.sendChoices();
  }

  say(message: ClientMessage): void {
    if (!this.line.send(message)) this.waiting.push(message);
  }

  dismissError(): void {
    this.change({ error: null });
  }

  private lineIs(status: LineStatus, code: number): void {
    if (code === SIGNED_OUT) dispatchEvent(new Event("suffice:signed-out"));
    const lostAt = status === "open" ? null : (this.view.lostAt ?? (status === "connecting" ? null : Date.now()));
    if (status === "lost") this.gone.clear();
    this.change({ status, refusedWith: status === "refused" ? code : 0, lostAt, ...this.onShelves() });
  }

  private take(frame: Frame): void {
    const session = this.withStopped(reduce(this.view.session, frame), frame);
    if (session !== this.view.session) this.change({ session });
    if (frame.type === "session_ready") this.greeted(frame.last_seq, Date.parse(frame.server_now), frame.pack);
    else if (frame.type === "busy") this.tooMany(frame.retry_after_s);
    else if (frame.type === "error") this.refused(frame);
    else if (frame.type === "prompt_resolved") keep(`draft.form.${frame.id}`, null);
    else if (frame.type === "run_started") this.discard(frame.message_id);
    else if (frame.type === "answer" || frame.type === "clarify" || frame.type === "form") this.discard(frame.message_id);
    if (session.mustRefetch) void this.refetch();
    this.settle();
  }

  /** What a run that was stopped or failed had written is nobody's but this browser's: the service keeps no draft of it. */
  private withStopped(session: SessionState, frame: Frame): SessionState {
    if (frame.type !== "run_cancelled" && frame.type !== "run_failed") return session;
    const written = this.view.session.turns.find((turn) => turn.runId === frame.run_id)?.draft ?? "";
    if (written !== "") this.drafts = keepDraft(this.sessionId, frame.run_id, written);
    return withDrafts(session, this.drafts);
  }

  private greeted(lastSeq: number, serverNow: number, pack: string): void {
    this.target = lastSeq;
    this.change({ clockOffset: serverNow - Date.now(), pack });
    const waiting = this.waiting;
    this.waiting = [];
    for (const message of waiting) this.say(message);
  }

  /** Once everything that had happened before is here, what waited may go out. */
  private settle(): void {
    const { session, loaded } = this.view;
    if (session.lastSeq < this.target || this.view.status !== "open") return;
    if (!loaded) this.change({ loaded: true });
    const begun = this.questions.items.filter((one) => session.turns.some((turn) => turn.messageId === one.id));
    if (begun.length > 0) return this.questions.drop(...begun.map((one) => one.id));
    this.sendChoices();
    this.sendNext();
  }

  /** Choices for the question that is open go out, once a line; those for one that is decided have nowhere to go. */
  private sendChoices(): void {
    if (this.view.status !== "open" || !this.view.loaded) return;
    const open = activeTurn(this.view.session)?.prompt?.id;
    const late = this.choices.items.filter((one) => one.id !== open);
    if (late.length > 0) this.choices.drop(...late.map((one) => one.id));
    const choice = this.choices.items.find((one) => one.id === open);
    if (choice && !this.gone.has(choice.id) && this.line.send(choice.message)) this.gone.add(choice.id);
  }

  private sendNext(): void {
    const next = this.view.unsent[0];
    if (next === undefined || next.sent || !this.view.loaded || this.view.status !== "open") return;
    // A question closes an open form; behind anything else it waits.
    const formOpen = activeTurn(this.view.session)?.prompt?.frame.type === "form_required";
    if ((isWorking(this.view.session) && !formOpen) || (this.view.busyUntil ?? 0) > Date.now()) return;
    const gone = this.line.send({ type: "user_message", message_id: next.messageId, content: next.content, use_memories: true, alone: false, without: [], ...next.how });
    if (!gone) return;
    this.gone.add(next.messageId);
    this.shelved();
  }

  private tooMany(seconds: number): void {
    for (const one of this.questions.items) this.gone.delete(one.id);
    this.change({ busyUntil: Date.now() + seconds * 1_000, ...this.onShelves() });
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => {
      this.change({ busyUntil: null });
      this.sendNext();
    }, seconds * 1_000);
  }

  private refused(frame: ErrorFrame): void {
    const decided = frame.code === "late_answer" || frame.code === "already_decided";
    const content = frame.field === "content" || frame.field === "message_id" || frame.code === "message_id_reused";
    if (content) this.questions.drop(...this.view.unsent.filter((one) => one.sent).map((one) => one.messageId));
    this.choices.drop(...this.choices.items.filter((one) => this.gone.has(one.id)).map((one) => one.id));
    this.change({ error: decided ? null : frame });
  }

  /** The whole transcript, page by page. A page that fails is asked for again when the line is back. */
  private async refetch(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    try {
      const messages = await wholeTranscript((after) => request<MessageList>("GET", this.transcriptPath(after)));
      this.change({ session: withDrafts(withTranscript(this.view.session, messages), this.drafts) });
    } catch {
      // The transcript stays marked as missing: the next frame tries again.
    } finally {
      this.loading = false;
    }
  }

  private transcriptPath(after: string | null): string {
    const cursor = after === null ? "" : `&after=${encodeURIComponent(after)}`;
    return `/api/sessions/${encodeURIComponent(this.sessionId)}/messages?limit=${PAGE}${cursor}`;
  }

  private onShelves(): Pick<View, "unsent" | "answering"> {
    const unsent = this.questions.items.map(({ id, content, how }) => ({ messageId: id, content, sent: this.gone.has(id), how }));
    return { unsent, answering: Object.fromEntries(this.choices.items.map((one) => [one.id, one.value])) };
  }

  private shelved(): void {
    this.change(this.onShelves());
  }

  private change(part: Partial<View>): void {
    this.view = { ...this.view, ...part };
    const behind = this.view.status === "open" && this.view.session.lastSeq < this.target;
    if (!behind) return this.show();
    if (this.showing === 0) this.showing = window.setTimeout(() => this.show(), SHOWN_MS);
  }

  private show(): void {
    clearTimeout(this.showing);
    this.showing = 0;
    this.shown = this.view;
    for (const listener of this.listeners) listener();
  }
}

export function activeTurn(session: SessionState): Turn | undefined {
  return session.turns.find((turn) => turn.status === "running" || turn.status === "waiting");
}

export function isWorking(session: SessionState): boolean {
  return activeTurn(session) !== undefined;
}
