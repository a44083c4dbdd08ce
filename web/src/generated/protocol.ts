/* Generated from docs/events.schema.json by `npm run types`; do not edit. */
/* eslint-disable */

export type ClientMessage = (Authenticate | UserMessage | ConfirmationResponse | ClarificationResponse | FormResponse | PromptExtend | ReuseOverride | Cancel | Ping)
/**
 * The closed set of error codes of the HTTP and WebSocket protocols and of the command line.
 */
export type ErrorCode = ("wrong_setting" | "wrong_pack" | "unknown_pack" | "unknown_source" | "broken_document" | "nothing_to_ingest" | "database_unreachable" | "database_takes_no_writes" | "data_dir_takes_no_writes" | "database_unfit" | "database_version" | "embedded_database" | "backup_unreadable" | "unsafe_host" | "unauthenticated" | "sign_in_ended" | "sign_in_unavailable" | "forbidden_origin" | "forbidden" | "unknown_session" | "unknown_run" | "unknown_message" | "unknown_memory" | "unknown_prompt" | "unknown_document" | "unknown_entity" | "unknown_draft" | "unknown_evidence" | "unknown_share" | "unknown_key" | "endpoint_refused" | "key_needed" | "key_in_clear" | "settings_key_unusable" | "unknown_experiment" | "overlapping_experiment" | "threshold_refused" | "experiment_changed" | "name_taken" | "unknown_address" | "malformed_frame" | "oversized_frame" | "unknown_frame" | "invalid_input" | "message_id_reused" | "late_answer" | "already_decided" | "invalid_answer" | "run_in_progress" | "busy" | "over_limit" | "turn_timeout" | "run_cancelled" | "run_gave_up" | "run_stalled" | "going_down" | "fenced" | "model_failed" | "source_failed" | "service_unreachable" | "port_taken" | "unknown_evaluation" | "data_missing" | "internal")
export type ServerMessage = (RunQueuedFrame | RunStartedFrame | RunRestartedFrame | PlanReadyFrame | DataReuseDecisionFrame | UserConfirmationRequiredFrame | ClarificationRequiredFrame | FormRequiredFrame | PromptResolvedFrame | PromptExtendedFrame | TeamStartedFrame | TeamProgressFrame | TeamCompletedFrame | AnswerRetryFrame | AnswerFrame | RunCompletedFrame | RunFailedFrame | RunCancelledFrame | SessionReady | AnswerDelta | ErrorFrame | BusyFrame | Pong | Gap)

export interface Frames {
AnalysisOut: AnalysisOut
AnswerDelta: AnswerDelta
AnswerFrame: AnswerFrame
AnswerRetryFrame: AnswerRetryFrame
Authenticate: Authenticate
BusyFrame: BusyFrame
Cancel: Cancel
ChartOut: ChartOut
ChartSeries: ChartSeries
CitationOut: CitationOut
ClarificationOption: ClarificationOption
ClarificationOut: ClarificationOut
ClarificationRequiredFrame: ClarificationRequiredFrame
ClarificationResponse: ClarificationResponse
ClientMessage: ClientMessage
ConditionOut: ConditionOut
ConfirmationContext: ConfirmationContext
ConfirmationResponse: ConfirmationResponse
DataReuseDecisionFrame: DataReuseDecisionFrame
DocumentMadeOut: DocumentMadeOut
ErrorCode: ErrorCode
ErrorFrame: ErrorFrame
FinalMessage: FinalMessage
FormOut: FormOut
FormRequiredFrame: FormRequiredFrame
FormResponse: FormResponse
Gap: Gap
GraphNodeOut: GraphNodeOut
GraphOut: GraphOut
GraphSearchOut: GraphSearchOut
GraphSectionOut: GraphSectionOut
InHandOut: InHandOut
Judge1Out: Judge1Out
Judge2Out: Judge2Out
KnownValueOut: KnownValueOut
MarkOut: MarkOut
NamedOut: NamedOut
Ping: Ping
PlanReadyFrame: PlanReadyFrame
Pong: Pong
PromptExtend: PromptExtend
PromptExtendedFrame: PromptExtendedFrame
PromptOptionOut: PromptOptionOut
PromptResolvedFrame: PromptResolvedFrame
RequestOut: RequestOut
RequestedType: RequestedType
Reuse: Reuse
ReuseOverride: ReuseOverride
RunCancelledFrame: RunCancelledFrame
RunCompletedFrame: RunCompletedFrame
RunFailedFrame: RunFailedFrame
RunQueuedFrame: RunQueuedFrame
RunRestartedFrame: RunRestartedFrame
RunStartedFrame: RunStartedFrame
ServerMessage: ServerMessage
SessionReady: SessionReady
TableResult: TableResult
TeamCompletedFrame: TeamCompletedFrame
TeamProgressFrame: TeamProgressFrame
TeamStartedFrame: TeamStartedFrame
Timings: Timings
TypeReuse: TypeReuse
UsageOut: UsageOut
UserConfirmationRequiredFrame: UserConfirmationRequiredFrame
UserMessage: UserMessage
Verification: Verification
}
/**
 * What was calculated: the operations with their inputs, the result, the working line by line.
 */
export interface AnalysisOut {
operations: {
[k: string]: unknown
}[]
value: (string | null)
unit: (string | null)
table: (TableResult | null)
chart: (ChartOut | null)
working: string[]
watch: string[]
missing: string[]
refused: (string | null)
}
/**
 * What was computed, as rows.
 */
export interface TableResult {
columns: string[]
rows: string[][]
}
/**
 * What the page may draw.
 */
export interface ChartOut {
kind: ("line" | "bars")
title: string
unit: string
labels: string[]
series: ChartSeries[]
}
/**
 * One line, or one set of bars.
 */
export interface ChartSeries {
label: string
values: number[]
}
/**
 * The next piece of the answer; `offset` counts UTF-16 code units from the answer's start.
 */
export interface AnswerDelta {
type: "answer_delta"
session_id: string
ts: string
run_id: string
offset: number
text: string
}
/**
 * The final message, as a frame.
 */
export interface AnswerFrame {
message_id: string
answer_id: string
content: string
citations: CitationOut[]
analysis: (AnalysisOut | null)
graph: (GraphOut | null)
documents: DocumentMadeOut[]
clarification: (ClarificationOut | null)
form: (FormOut | null)
route: string
intent: string
standalone_question: (string | null)
teams: string[]
reuse: Reuse
requests: RequestOut[]
notices: string[]
marks: MarkOut[]
confidence: number
verification: Verification
engine: ("model" | "rules")
timings_ms: Timings
usage: UsageOut
memories_used: string[]
suggestions: string[]
data_as_of: {
[k: string]: string
}
session_id: string
run_id: string
seq: number
ts: string
type: ("answer" | "clarify" | "form")
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
web: boolean
as_of: (string | null)
evidence_id: string
fields: {
[k: string]: string | number | boolean | null
}
}
/**
 * What an answer over a knowledge graph carries.
 */
export interface GraphOut {
sources: GraphNodeOut[]
search_info: GraphSearchOut
section_info: GraphSectionOut[]
}
/**
 * One node of a knowledge graph that an answer rests on (`GET /api/graph/{id}`).
 */
export interface GraphNodeOut {
entity_id: string
type: string
name: string
section: string
marker: number
}
/**
 * How what is answered was found.
 */
export interface GraphSearchOut {
stage: string
candidates: number
likeness: string
assumed: boolean
quantity: string
}
/**
 * Where a thing stands, and what its quantities are for.
 */
export interface GraphSectionOut {
entity_id: string
path: string[]
section: string
unit: string
base_quantity: string
}
/**
 * One document, in the version this answer made.
 */
export interface DocumentMadeOut {
document_id: string
title: string
version: number
formats: string[]
}
/**
 * A question back to the person.
 */
export interface ClarificationOut {
message: string
reason: string
original_query: string
options: ClarificationOption[]
more: ClarificationOption[]
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
 * What is lacking. The next request brings it: `form_response {form_id, values}` with `query` as its content.
 */
export interface FormOut {
form_id: string
message: string
schema: {
[k: string]: unknown
}
known: KnownValueOut[]
query: string
}
/**
 * What a form need not ask.
 */
export interface KnownValueOut {
name: string
label: string
value: string
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
as_of: (string | null)
unasked: boolean
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
 * One question of the message, and what became of it.
 */
export interface RequestOut {
question: string
standalone: string
reading: ("alone" | "follows")
conditions: ConditionOut[]
other_readings: string[]
entities: NamedOut[]
data_types: {
[k: string]: RequestedType
}
answered: boolean
reason: string
}
/**
 * A condition taken over from the conversation: it was not named in the question.
 */
export interface ConditionOut {
slot: string
label: string
values: string[]
}
/**
 * One thing that a question names.
 */
export interface NamedOut {
id: string
type: string
name: string
}
/**
 * The same for one question of the message.
 */
export interface RequestedType {
decision: ("reused" | "searched" | "failed")
evidence_id: (string | null)
fetched_at: (string | null)
age_s: (number | null)
source_changed: (boolean | null)
as_of: (string | null)
unasked: boolean
evidence_ids: string[]
}
/**
 * A stretch of `content` that the evidence does not bear out; it is shown, and said to be doubtful.
 */
export interface MarkOut {
start: number
end: number
why: ("figure" | "contradicted" | "name" | "citation" | "unsupported" | "advice" | "general")
}
/**
 * What the checks of the answer found (None: not measured).
 */
export interface Verification {
numeric_preservation: (number | null)
claims: (number | null)
compared: (string | null)
bound_figures: (number | null)
computed_figures: (number | null)
marked: (number | null)
left_out: (number | null)
mended_citations: (number | null)
hallucination: (string | null)
looked_up: (number | null)
grade: (string | null)
retry_count: number
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
export interface AnswerRetryFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "answer_retry"
reason: string
code: string
figures: string
}
/**
 * First frame of a client that cannot set headers.
 */
export interface Authenticate {
type: "authenticate"
token: string
}
export interface BusyFrame {
type: "busy"
session_id: string
ts: string
retry_after_s: number
}
/**
 * Stop a run.
 */
export interface Cancel {
type: "cancel"
run_id: string
}
export interface ClarificationRequiredFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "clarification_required"
clarification_id: string
message: string
reason: string
original_query: string
options: ClarificationOption[]
more: ClarificationOption[]
expires_at: (string | null)
expires_in_ms: (number | null)
}
/**
 * The person's answer to `clarification_required`: an option, or free text.
 */
export interface ClarificationResponse {
type: "clarification_response"
clarification_id: string
option_id: (string | null)
text: (string | null)
}
/**
 * A question. The same message_id is never run twice.
 */
export interface UserMessage {
type: "user_message"
message_id: string
content: string
use_memories: boolean
alone: boolean
/**
 * @maxItems 32
 */
without: string[]
}
/**
 * The person's answer to `user_confirmation_required`.
 */
export interface ConfirmationResponse {
type: "confirmation_response"
confirmation_id: string
value: string
}
/**
 * The person's answer to `form_required`.
 */
export interface FormResponse {
type: "form_response"
form_id: string
values: {
[k: string]: unknown
}
}
/**
 * Keep waiting: the open question's deadline moves on by its own length.
 */
export interface PromptExtend {
type: "prompt_extend"
id: string
}
/**
 * Under an answer: search again although it reused, or use the earlier results although it searched.
 */
export interface ReuseOverride {
type: "reuse_override"
message_id: string
action: ("search_again" | "use_previous")
}
/**
 * Answered by `pong`.
 */
export interface Ping {
type: "ping"
}
/**
 * What the person needs to choose.
 */
export interface ConfirmationContext {
previous_data_summary: string
data_age: number
uncertainty_reason: string
measured_saving_s: number
in_hand: InHandOut[]
}
/**
 * One kind of data in hand, for clients that word it in their person's language.
 */
export interface InHandOut {
data_type: string
items: number
age_s: (number | null)
query: string
issues: string[]
as_of: (string | null)
}
export interface DataReuseDecisionFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "data_reuse_decision"
decision: ("reuse" | "partial" | "search")
variant: string
data_types: {
[k: string]: TypeReuse
}
judge1: (Judge1Out | null)
judge2: {
[k: string]: Judge2Out
}
reasons: string[]
}
/**
 * Something in a client frame was wrong; the connection stays open unless the code says otherwise.
 */
export interface ErrorFrame {
type: "error"
session_id: string
ts: string
code: ErrorCode
message: string
field: (string | null)
fields: ({
[k: string]: string
} | null)
}
/**
 * The answer: what `POST /api/chat` and `suffice ask --json` give.
 */
export interface FinalMessage {
message_id: string
answer_id: string
content: string
citations: CitationOut[]
analysis: (AnalysisOut | null)
graph: (GraphOut | null)
documents: DocumentMadeOut[]
clarification: (ClarificationOut | null)
form: (FormOut | null)
route: string
intent: string
standalone_question: (string | null)
teams: string[]
reuse: Reuse
requests: RequestOut[]
notices: string[]
marks: MarkOut[]
confidence: number
verification: Verification
engine: ("model" | "rules")
timings_ms: Timings
usage: UsageOut
memories_used: string[]
suggestions: string[]
data_as_of: {
[k: string]: string
}
session_id: string
run_id: string
type: ("answer" | "clarify" | "form")
}
export interface FormRequiredFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "form_required"
form_id: string
message: string
schema: {
[k: string]: unknown
}
known: KnownValueOut[]
query: string
expires_at: (string | null)
expires_in_ms: (number | null)
}
/**
 * The cursor is unknown or pruned: refetch the messages.
 */
export interface Gap {
type: "gap"
session_id: string
ts: string
from: number
to: number
}
export interface PlanReadyFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "plan_ready"
route: string
intent: string
confidence: number
active_teams: string[]
absent_teams: string[]
required_data_types: string[]
subtasks: string[]
standalone_question: (string | null)
conditions: ConditionOut[]
other_readings: string[]
why: string
engine: ("model" | "rules")
}
export interface Pong {
type: "pong"
session_id: string
ts: string
}
export interface PromptExtendedFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "prompt_extended"
id: string
expires_at: (string | null)
expires_in_ms: (number | null)
}
/**
 * One choice.
 */
export interface PromptOptionOut {
value: string
label: string
description: string
}
export interface PromptResolvedFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "prompt_resolved"
id: string
value: string
by: ("person" | "timeout" | "cancel" | "superseded")
}
export interface RunCancelledFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "run_cancelled"
message: string
}
export interface RunCompletedFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "run_completed"
timings_ms: Timings
usage: UsageOut
}
export interface RunFailedFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "run_failed"
code: ErrorCode
message: string
retryable: boolean
}
/**
 * The question is stored and waits. A question whose run begins at once has none.
 */
export interface RunQueuedFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "run_queued"
message_id: string
question: string
position: number
estimate_ms: (number | null)
}
export interface RunRestartedFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "run_restarted"
message_id: string
question: string
attempt: number
}
export interface RunStartedFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "run_started"
message_id: string
question: string
attempt: number
}
export interface UserConfirmationRequiredFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "user_confirmation_required"
confirmation_id: string
message: string
context: ConfirmationContext
options: PromptOptionOut[]
expires_at: (string | null)
expires_in_ms: (number | null)
}
export interface TeamStartedFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "team_started"
team: string
}
export interface TeamProgressFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "team_progress"
team: string
step: string
label: string
status: ("running" | "done" | "failed" | "skipped")
counts: {
[k: string]: number
}
elapsed_ms: number
done: (number | null)
total: (number | null)
}
export interface TeamCompletedFrame {
session_id: string
run_id: string
seq: number
ts: string
type: "team_completed"
team: string
status: ("done" | "failed" | "skipped")
counts: {
[k: string]: number
}
elapsed_ms: number
}
/**
 * First frame after the handshake: where the session stands.
 */
export interface SessionReady {
type: "session_ready"
session_id: string
ts: string
last_seq: number
active_run: (string | null)
pending_prompt: ({
[k: string]: unknown
} | null)
partial: (string | null)
pack: string
variant: string
server_now: string
}
