/* Generated from docs/openapi.json by `npm run types`; do not edit. */
/* eslint-disable */

/**
 * The closed set of error codes of the HTTP and WebSocket protocols and of the command line.
 */
export type ErrorCode = ("wrong_setting" | "wrong_pack" | "unknown_pack" | "unknown_source" | "broken_document" | "nothing_to_ingest" | "database_unreachable" | "database_unfit" | "database_version" | "embedded_database" | "backup_unreadable" | "unsafe_host" | "unauthenticated" | "sign_in_ended" | "sign_in_unavailable" | "forbidden_origin" | "forbidden" | "unknown_session" | "unknown_run" | "unknown_message" | "unknown_prompt" | "unknown_document" | "unknown_evidence" | "unknown_key" | "name_taken" | "unknown_address" | "malformed_frame" | "oversized_frame" | "unknown_frame" | "invalid_input" | "message_id_reused" | "late_answer" | "already_decided" | "invalid_answer" | "run_in_progress" | "busy" | "over_limit" | "turn_timeout" | "run_cancelled" | "run_gave_up" | "going_down" | "fenced" | "model_failed" | "source_failed" | "service_unreachable" | "port_taken" | "unknown_evaluation" | "data_missing" | "internal")
/**
 * What somebody may do: ask; tune and audit; manage keys and erase others.
 */
export type Role = ("person" | "operator" | "admin")

export interface Bodies {
ChatRequest: ChatRequest
Check: Check
ChunkOut: ChunkOut
CitationOut: CitationOut
ClarificationOption: ClarificationOption
ClarificationOut: ClarificationOut
ColumnOut: ColumnOut
DataTypeOut: DataTypeOut
DocumentOut: DocumentOut
ErrorCode: ErrorCode
EvidenceOut: EvidenceOut
ExampleOut: ExampleOut
FeedbackRequest: FeedbackRequest
FinalMessage: FinalMessage
Health: Health
HistoryLine: HistoryLine
HoldingOut: HoldingOut
IngestOut: IngestOut
ItemOut: ItemOut
Judge1Out: Judge1Out
Judge2Out: Judge2Out
LedgerOut: LedgerOut
MessageList: MessageList
MessageOut: MessageOut
PackList: PackList
PackOut: PackOut
PassageOut: PassageOut
Person: Person
Problem: Problem
Readiness: Readiness
Reuse: Reuse
Role: Role
SessionList: SessionList
SessionOut: SessionOut
SessionRequest: SessionRequest
SettingsBody: SettingsBody
SignInBody: SignInBody
SourceOut: SourceOut
Timings: Timings
TitleRequest: TitleRequest
TraceOut: TraceOut
TypeReuse: TypeReuse
UsageOut: UsageOut
Verification: Verification
Ways: Ways
}
/**
 * One question. With `history` it is stateless: nothing of it is kept once it is answered.
 */
export interface ChatRequest {
content: string
session_id: (string | null)
message_id: (string | null)
pack: (string | null)
/**
 * @maxItems 50
 */
history: HistoryLine[]
reuse: (("always" | "never") | null)
}
/**
 * One line of a conversation the client keeps itself.
 */
export interface HistoryLine {
role: ("user" | "assistant")
content: string
}
/**
 * One thing the service stands on.
 */
export interface Check {
ok: boolean
message: (string | null)
}
/**
 * One passage, with its place in its document.
 */
export interface ChunkOut {
chunk_id: string
document_id: string
pack: string
source: string
title: string
text: string
uri: string
start: number
end: number
as_of: (string | null)
example: boolean
}
/**
 * One `[n]` of the answer.
 */
export interface CitationOut {
marker: number
chunk_id: string
source: string
title: string
quote: string
uri: string
fetched_at: string
example: boolean
evidence_id: string
fields: {
[k: string]: string | number | boolean | null
}
}
/**
 * One choice of a clarification; `query` can be asked as it stands.
 */
export interface ClarificationOption {
id: string
label: string
query: string
entity_id: (string | null)
source_section: (string | null)
}
/**
 * A question back to the person.
 */
export interface ClarificationOut {
message: string
reason: string
original_query: string
options: ClarificationOption[]
}
/**
 * One column of a source's rows: what it is called where a citation's `fields` are shown.
 */
export interface ColumnOut {
name: string
label: {
[k: string]: string
}
unit: (string | null)
choices: {
[k: string]: {
[k: string]: string
}
}
}
/**
 * One kind of evidence of a pack.
 */
export interface DataTypeOut {
name: string
label: {
[k: string]: string
}
warn_after_s: (number | null)
stale_after_s: (number | null)
}
/**
 * A document in reading order.
 */
export interface DocumentOut {
document_id: string
pack: string
source: string
uri: string
as_of: (string | null)
example: boolean
passages: PassageOut[]
}
/**
 * One passage of a document.
 */
export interface PassageOut {
chunk_id: string
title: string
text: string
}
/**
 * A record's items as they were when they were found.
 */
export interface EvidenceOut {
evidence_id: string
data_type: string
query: string
fetched_at: string
complete: boolean
items: ItemOut[]
}
/**
 * One passage or row of a record.
 */
export interface ItemOut {
item_id: string
source: string
title: string
text: string
uri: string
fields: {
[k: string]: string | number | boolean | null
}
example: boolean
derived: boolean
}
/**
 * A question to start with.
 */
export interface ExampleOut {
text: string
language: string
}
/**
 * What a person thinks of an answer.
 */
export interface FeedbackRequest {
rating: (-1 | 0 | 1)
reason: string
kind: ("thumbs" | "correction")
}
/**
 * The answer: what `POST /api/chat` and `suffice ask --json` give.
 */
export interface FinalMessage {
message_id: string
answer_id: string
content: string
citations: CitationOut[]
clarification: (ClarificationOut | null)
route: string
intent: string
standalone_question: (string | null)
teams: string[]
reuse: Reuse
notices: string[]
confidence: number
verification: Verification
engine: ("model" | "rules")
timings_ms: Timings
usage: UsageOut
session_id: string
run_id: string
type: ("answer" | "clarify")
}
/**
 * How the turn's data was come by.
 */
export interface Reuse {
decision: ("reuse" | "partial" | "search")
variant: string
data_types: {
[k: string]: TypeReuse
}
judge1: (Judge1Out | null)
judge2: {
[k: string]: Judge2Out
}
person: (string | null)
badge: (string | null)
undo_available: boolean
}
/**
 * What was decided for one data type.
 */
export interface TypeReuse {
decision: ("reused" | "searched" | "failed")
evidence_id: (string | null)
fetched_at: (string | null)
age_s: (number | null)
source_changed: (boolean | null)
}
/**
 * Judge 1, shares as 0..1.
 */
export interface Judge1Out {
by: ("model" | "rules")
is_sufficient: boolean
confidence: number
data_source: string
missing_data_types: string[]
reasoning: string
}
/**
 * Judge 2's verdict for one data type.
 */
export interface Judge2Out {
verdict: ("sufficient" | "uncertain" | "insufficient")
confidence: number
issues: string[]
}
/**
 * What the checks of the answer found (None: not measured).
 */
export interface Verification {
numeric_preservation: (number | null)
hallucination: (string | null)
grade: (string | null)
recovery_round: number
fallback: (string | null)
}
/**
 * Milliseconds. Waiting for the person is not in `total`.
 */
export interface Timings {
total: number
plan: number
search: number
answer: number
}
/**
 * What the turn cost.
 */
export interface UsageOut {
model_calls: number
prompt_tokens: number
completion_tokens: number
search_calls: number
cost: number
}
/**
 * The process is there.
 */
export interface Health {
service: "suffice"
status: "ok"
}
/**
 * One record of what a conversation has in hand.
 */
export interface HoldingOut {
evidence_id: string
run_id: string
data_type: string
sources: string[]
query: string
slots: {
[k: string]: string[]
}
items: number
fetched_at: string
usable: ("ready" | "ask" | "search")
source_changed: boolean
warn_at: (string | null)
stale_at: (string | null)
}
/**
 * What an upload changed.
 */
export interface IngestOut {
sources: {
[k: string]: {
[k: string]: number
}
}
remarks: string[]
}
/**
 * What a conversation has in hand.
 */
export interface LedgerOut {
now: string
records: HoldingOut[]
}
/**
 * Oldest first.
 */
export interface MessageList {
messages: MessageOut[]
}
/**
 * One line of the transcript.
 */
export interface MessageOut {
message_id: string
run_id: string
role: ("user" | "assistant")
content: string
answer: ({
[k: string]: unknown
} | null)
created_at: string
}
/**
 * The default pack first.
 */
export interface PackList {
packs: PackOut[]
}
/**
 * One domain.
 */
export interface PackOut {
name: string
version: string
title: {
[k: string]: string
}
languages: string[]
default: boolean
examples: ExampleOut[]
sources: SourceOut[]
data_types: DataTypeOut[]
intents: {
[k: string]: {
[k: string]: string
}
}
time_zone: string
}
/**
 * One source of a pack.
 */
export interface SourceOut {
name: string
label: {
[k: string]: string
}
kind: string
documents: number
parts: number
columns: ColumnOut[]
}
/**
 * Who is asking.
 */
export interface Person {
tenant_id: string
owner_id: string
roles: Role[]
}
/**
 * RFC 9457 problem document: the body of every error answer.
 */
export interface Problem {
type: string
title: string
status: number
detail: string
instance: string
code: ErrorCode
retryable: boolean
field: (string | null)
retry_after_s: (number | null)
}
/**
 * May traffic come here?
 */
export interface Readiness {
ready: boolean
checks: {
[k: string]: Check
}
}
/**
 * Newest first.
 */
export interface SessionList {
sessions: SessionOut[]
}
/**
 * One conversation.
 */
export interface SessionOut {
session_id: string
pack: string
variant: string
title: string
last_seq: number
state: ("idle" | "working" | "waiting")
created_at: string
updated_at: string
}
/**
 * A new conversation.
 */
export interface SessionRequest {
pack: (string | null)
}
/**
 * What a person set for themselves.
 */
export interface SettingsBody {
confirm_timeout_s: (number | null)
language: (("ko" | "en") | null)
ask: boolean
}
/**
 * A key or token.
 */
export interface SignInBody {
token: string
}
/**
 * A conversation's new title.
 */
export interface TitleRequest {
title: string
}
/**
 * One run of one's own, from its first event to its decision.
 */
export interface TraceOut {
run_id: string
session_id: string
message_id: string
status: string
attempt: number
question: string
events: {
[k: string]: unknown
}[]
decision: ({
[k: string]: unknown
} | null)
}
/**
 * How one may sign in here.
 */
export interface Ways {
required: boolean
provider: boolean
}
