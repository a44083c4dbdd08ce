/* Generated from docs/openapi.json by `npm run types`; do not edit. */
/* eslint-disable */

/**
 * The closed set of error codes of the HTTP and WebSocket protocols and of the command line.
 */
export type ErrorCode = ("wrong_setting" | "wrong_pack" | "unknown_pack" | "unknown_source" | "broken_document" | "nothing_to_ingest" | "database_unreachable" | "database_takes_no_writes" | "data_dir_takes_no_writes" | "database_unfit" | "database_version" | "embedded_database" | "backup_unreadable" | "unsafe_host" | "unauthenticated" | "sign_in_ended" | "sign_in_unavailable" | "forbidden_origin" | "forbidden" | "unknown_session" | "unknown_run" | "unknown_message" | "unknown_memory" | "unknown_prompt" | "unknown_document" | "unknown_entity" | "unknown_draft" | "unknown_evidence" | "unknown_share" | "unknown_key" | "endpoint_refused" | "key_needed" | "key_in_clear" | "settings_key_unusable" | "unknown_experiment" | "overlapping_experiment" | "threshold_refused" | "experiment_changed" | "name_taken" | "unknown_address" | "malformed_frame" | "oversized_frame" | "unknown_frame" | "invalid_input" | "message_id_reused" | "late_answer" | "already_decided" | "invalid_answer" | "run_in_progress" | "busy" | "over_limit" | "turn_timeout" | "run_cancelled" | "run_gave_up" | "run_stalled" | "going_down" | "fenced" | "model_failed" | "source_failed" | "service_unreachable" | "port_taken" | "unknown_evaluation" | "data_missing" | "internal")
/**
 * What somebody may do: ask; tune and audit; manage keys and erase others.
 */
export type Role = ("person" | "operator" | "admin")

export interface Bodies {
AdminOverview: AdminOverview
AgreementOut: AgreementOut
AgreementRequest: AgreementRequest
AnalysisOut: AnalysisOut
AnswerRecordOut: AnswerRecordOut
Approval: Approval
ArmBody: ArmBody
ArmOut: ArmOut
AttachmentList: AttachmentList
AttachmentOut: AttachmentOut
AuditEntry: AuditEntry
AuditOut: AuditOut
AuditPage: AuditPage
BreakdownOut: BreakdownOut
ChartOut: ChartOut
ChartSeries: ChartSeries
ChatCompletionRequest: ChatCompletionRequest
ChatRequest: ChatRequest
Check: Check
CheckOut: CheckOut
ChunkOut: ChunkOut
CitationOut: CitationOut
ClarificationOption: ClarificationOption
ClarificationOut: ClarificationOut
ColumnOut: ColumnOut
ComparisonOut: ComparisonOut
ConditionOut: ConditionOut
ContextOut: ContextOut
Conversation: Conversation
CurvePoint: CurvePoint
DashboardHealth: DashboardHealth
DataTypeOut: DataTypeOut
DecisionLineOut: DecisionLineOut
DecisionOut: DecisionOut
DecisionsPage: DecisionsPage
DemoErased: DemoErased
DifferenceOut: DifferenceOut
DocumentMadeOut: DocumentMadeOut
DocumentOut: DocumentOut
DraftOut: DraftOut
EndpointBody: EndpointBody
EndpointReportOut: EndpointReportOut
EndpointReportsOut: EndpointReportsOut
EntityNodeOut: EntityNodeOut
EntityOut: EntityOut
ErrorCode: ErrorCode
EvidenceCompared: EvidenceCompared
EvidenceLine: EvidenceLine
EvidenceOut: EvidenceOut
EvidenceSide: EvidenceSide
ExampleOut: ExampleOut
ExperimentBody: ExperimentBody
ExperimentMetrics: ExperimentMetrics
ExperimentOut: ExperimentOut
ExperimentsOut: ExperimentsOut
FailedAnswerOut: FailedAnswerOut
FailedAnswers: FailedAnswers
FeedbackRequest: FeedbackRequest
FiguresOut: FiguresOut
FinalMessage: FinalMessage
FormFilled: FormFilled
FormOut: FormOut
FoundList: FoundList
FoundOut: FoundOut
FoundPassage: FoundPassage
FoundPassages: FoundPassages
GraphNodeOut: GraphNodeOut
GraphOut: GraphOut
GraphSearchOut: GraphSearchOut
GraphSectionOut: GraphSectionOut
GroupOut: GroupOut
HTTPValidationError: HTTPValidationError
Health: Health
HistoryLine: HistoryLine
HitOut: HitOut
HoldingOut: HoldingOut
IngestOut: IngestOut
IngestReportOut: IngestReportOut
IntervalOut: IntervalOut
Item: Item
ItemOut: ItemOut
JobOut: JobOut
Judge1Out: Judge1Out
Judge2Out: Judge2Out
Judge2Sum: Judge2Sum
KeyBody: KeyBody
KeyList: KeyList
KeyMade: KeyMade
KeyOut: KeyOut
KindOut: KindOut
KnowledgeOut: KnowledgeOut
KnownSource: KnownSource
KnownValueOut: KnownValueOut
LabelBody: LabelBody
LabelOut: LabelOut
LedgerOut: LedgerOut
MarkOut: MarkOut
MarkedOut: MarkedOut
MemoryBody: MemoryBody
MemoryList: MemoryList
MemoryOut: MemoryOut
Message: Message
MessageList: MessageList
MessageOut: MessageOut
Metadata: Metadata
ModelOut: ModelOut
ModelSetting: ModelSetting
NamedOut: NamedOut
PackList: PackList
PackOut: PackOut
PackStanding: PackStanding
PassageOut: PassageOut
PenaltyOut: PenaltyOut
PeopleList: PeopleList
Person: Person
PersonBody: PersonBody
PersonOut: PersonOut
PlaceOut: PlaceOut
Problem: Problem
ProcessSetting: ProcessSetting
ProcessSettings: ProcessSettings
PromptOut: PromptOut
PromptsOut: PromptsOut
ProposalOut: ProposalOut
RateOut: RateOut
RatingList: RatingList
Readiness: Readiness
RecordOut: RecordOut
RelatedOut: RelatedOut
ReplacementBody: ReplacementBody
RequestOut: RequestOut
RequestedType: RequestedType
ResponseRequest: ResponseRequest
Reuse: Reuse
ReviewOut: ReviewOut
ReviewRequest: ReviewRequest
ReviewsOut: ReviewsOut
Role: Role
RoomOut: RoomOut
SavingOut: SavingOut
SavingsOut: SavingsOut
SessionChanges: SessionChanges
SessionList: SessionList
SessionOut: SessionOut
SessionRequest: SessionRequest
SettingBody: SettingBody
SettingOut: SettingOut
SettingsBody: SettingsBody
ShareOut: ShareOut
ShareRequest: ShareRequest
SharedExchange: SharedExchange
SharedOut: SharedOut
SharedSource: SharedSource
ShelfOut: ShelfOut
ShelvedDocument: ShelvedDocument
SignInBody: SignInBody
SignedOut: SignedOut
SourceOut: SourceOut
SourceStateOut: SourceStateOut
SourcesOut: SourcesOut
StoredEndpointOut: StoredEndpointOut
StreamOptions: StreamOptions
TableOut: TableOut
TableResult: TableResult
TableRowOut: TableRowOut
TableRowsOut: TableRowsOut
TargetOut: TargetOut
TargetsOut: TargetsOut
TenantTotals: TenantTotals
TextFormat: TextFormat
TextPart: TextPart
ThresholdBody: ThresholdBody
ThresholdCurve: ThresholdCurve
TimesOut: TimesOut
Timings: Timings
TotalsOut: TotalsOut
TraceOut: TraceOut
TriedOut: TriedOut
TriedStep: TriedStep
TriedTask: TriedTask
TruthChip: TruthChip
TruthCounts: TruthCounts
TruthOut: TruthOut
TryBody: TryBody
TryRequest: TryRequest
TypeReuse: TypeReuse
UsageOut: UsageOut
ValidationError: ValidationError
VariantOut: VariantOut
VerdictOut: VerdictOut
Verification: Verification
VersionList: VersionList
VersionOut: VersionOut
Ways: Ways
WrittenOut: WrittenOut
}
/**
 * The service as an administrator sees it.
 */
export interface AdminOverview {
tenant_id: string
now: string
totals: TenantTotals
runs: {
[k: string]: number
}
jobs: JobOut[]
checks: CheckOut[]
packs: PackStanding[]
room: RoomOut
settings: SettingOut[]
everybody: boolean
}
/**
 * The tenant's sums.
 */
export interface TenantTotals {
people: number
sessions: number
sessions_week: number
sign_ins: number
keys: number
tokens_today: number
tokens_month: number
cost_today: number
cost_month: number
}
/**
 * One kind of background work.
 */
export interface JobOut {
name: string
waiting: number
last_due: (string | null)
}
/**
 * One thing the service stands on.
 */
export interface CheckOut {
name: string
sentence: (string | null)
}
/**
 * A pack and what it holds.
 */
export interface PackStanding {
name: string
title: {
[k: string]: string
}
documents: number
passages: number
}
/**
 * What everything takes, in bytes.
 */
export interface RoomOut {
database: number
connections: number
max_connections: number
version: string
folder: number
free: number
tables: TableOut[]
}
/**
 * A table with its indexes.
 */
export interface TableOut {
name: string
size: number
rows: number
}
/**
 * A limit or a time of retention, as it holds; null: none.
 */
export interface SettingOut {
name: string
value: (number | null)
default: (number | null)
chosen: boolean
changeable: boolean
takes: string
}
/**
 * How a few labelled turns were judged.
 */
export interface AgreementOut {
of: number
asked: number
agreed: number
failed: number
calls: number
prompt_tokens: number
completion_tokens: number
}
/**
 * Which of a pack's labelled turns are asked about; without `entered` the endpoint that answers now is asked.
 */
export interface AgreementRequest {
pack: string
begin: number
entered: (TryBody | null)
}
/**
 * Another endpoint than the one that answers. The key is used for this try and kept nowhere.
 */
export interface TryBody {
base_url: string
model: string
api_key: string
reply_format: (("json_schema" | "json_object" | "text") | null)
keep_key: boolean
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
 * One answer's record.
 */
export interface AnswerRecordOut {
run_id: string
session_id: string
created_at: string
pack: string
question: string
engine: string
failure: (string | null)
answer_ms: number
record: RecordOut
}
/**
 * How one answer came about. Keys of newer versions are passed on as they are.
 */
export interface RecordOut {
path: string
question_type: string
type_confidence: number
configuration: string
model: (string | null)
contexts: ContextOut[]
drafts: DraftOut[]
times_ms: {
[k: string]: number
}
retrieval: {
[k: string]: unknown
}[]
guard_overlap: (number | null)
top_confidences: number[]
fallbacks: string[]
fallback: (string | null)
recovery_round: number
retry_count: number
answer_grade: (string | null)
workflow_status: (string | null)
numeric_preservation: (number | null)
verdict: (VerdictOut | null)
unsupported_sentences: MarkedOut[]
items: number
failure: (string | null)
unanswered_parts: string[]
confidence: number
question: string
timings_ms: {
[k: string]: number
}
usage: {
[k: string]: unknown
}
[k: string]: unknown
}
/**
 * One context an answer was written from.
 */
export interface ContextOut {
marker: number
item_id: string
title: string
score: number
characters: number
row: boolean
}
/**
 * One attempt at the answer.
 */
export interface DraftOut {
prompt: string
round: number
contexts: number[]
outcome: string
text: string
verdict: (VerdictOut | null)
}
/**
 * What was measured on a draft.
 */
export interface VerdictOut {
question_overlap: number
key_words: number
context_overlap: (number | null)
numeric_preservation: (number | null)
figures: number
unsupported_figures: string[]
unsupported_sentences: MarkedOut[]
claims: number
bound_figures: number
computed: string[]
mended_markers: number[][]
refuses: boolean
wrong_language: boolean
violations: number
reason: (string | null)
}
/**
 * A sentence the evidence does not bear out.
 */
export interface MarkedOut {
sentence: string
why: string
support: number
detail: string[]
}
/**
 * Which version is approved.
 */
export interface Approval {
version: number
}
/**
 * One arm of an experiment that is declared; thresholds as shares.
 */
export interface ArmBody {
name: string
variant: ("no_reuse" | "supervisor_only" | "hybrid" | "hybrid_confirm")
weight: number
reuse_above: (number | null)
ask_above: (number | null)
retrieval: {
[k: string]: unknown
}
answering: {
[k: string]: unknown
}
}
/**
 * One declared arm.
 */
export interface ArmOut {
name: string
variant: string
weight: number
share: number
reuse_above: (number | null)
ask_above: (number | null)
retrieval: {
[k: string]: unknown
}
answering: {
[k: string]: unknown
}
tried_since: (string | null)
stepped_back_at: (string | null)
replaced_at: (string | null)
replaces: (string | null)
}
/**
 * What is attached to a conversation.
 */
export interface AttachmentList {
attachments: AttachmentOut[]
}
/**
 * A file of a conversation.
 */
export interface AttachmentOut {
attachment_id: string
name: string
characters: number
created_at: string
}
/**
 * A row of the audit log.
 */
export interface AuditEntry {
entry_id: number
at: string
who: string
way: string
action: string
subject: string
about: string
origin: string
result: ("done" | "refused" | "failed")
code: string
detail: {
[k: string]: unknown
}
}
/**
 * What comparing with today's data found.
 */
export interface AuditOut {
status: ("due" | "done" | "failed")
kind: ("skip" | "search")
why: string
done_at: (string | null)
search_ms: number
search_calls: number
drawn: boolean
next_at: (string | null)
types: EvidenceCompared[]
}
/**
 * One data type's evidence then and now.
 */
export interface EvidenceCompared {
data_type: string
agrees: boolean
rule: string
then: (EvidenceSide | null)
now: EvidenceSide
lines: EvidenceLine[]
differing: number
equal: number
}
/**
 * One side of then and now.
 */
export interface EvidenceSide {
evidence_id: (string | null)
fetched_at: (string | null)
items: number
}
/**
 * ~ changed, + new, − gone.
 */
export interface EvidenceLine {
mark: ("~" | "+" | "−")
title: string
then: (string | null)
now: (string | null)
}
/**
 * Rows, newest first.
 */
export interface AuditPage {
entries: AuditEntry[]
next: (number | null)
actions: string[]
}
/**
 * The same figures for each value.
 */
export interface BreakdownOut {
experiment: string
by: string
groups: GroupOut[]
}
/**
 * One day, data type, intent, model, pack or arm.
 */
export interface GroupOut {
value: string
figures: FiguresOut
}
/**
 * All figures of one group of turns.
 */
export interface FiguresOut {
turns: number
totals: TotalsOut
skip_rate: RateOut
full_reuse_rate: RateOut
ask_rate: RateOut
time_out_rate: RateOut
override_rate: RateOut
known: TruthOut
by_source: {
[k: string]: TruthOut
}
enough: boolean
times_ms: TimesOut
}
/**
 * Sums over the turns.
 */
export interface TotalsOut {
turns: number
reused: number
partial: number
asked: number
asked_reused: number
asked_partial: number
timed_out: number
chose_previous: number
chose_search: number
search_again: number
use_previous: number
elapsed_ms: number
search_ms: number
model_calls: number
search_calls: number
tokens: number
cost: number
}
/**
 * `hits` of `of`; `value` is null and the interval all of [0, 1] where there was nothing. Of all turns, Wilson's
 * interval counts them as fewer where those of a conversation are alike; of known outcomes it counts them as they
 * are.
 */
export interface RateOut {
hits: number
of: number
value: (number | null)
low: number
high: number
method: ("wilson" | "clopper-pearson" | "always-valid" | "order-statistic" | "normal")
level: number
}
/**
 * How often decisions were right, by what is known. `wrong_reuse.high` is the exact one-sided upper end.
 */
export interface TruthOut {
counts: TruthCounts
accuracy: RateOut
wrong_reuse: RateOut
wrong_reuse_wilson: RateOut
missed_reuse: RateOut
}
/**
 * Known outcomes.
 */
export interface TruthCounts {
correct_skip: number
incorrect_skip: number
correct_search: number
incorrect_search: number
}
/**
 * Of a turn, waiting for the person not counted. `p95` is read from a histogram, within 4.3 % of that of these
 * turns; its interval holds this and chance. No interval is kept of `reused_mean` and `searched_mean`.
 */
export interface TimesOut {
mean: (number | null)
mean_interval: (IntervalOut | null)
p95: (number | null)
p95_interval: (IntervalOut | null)
reused_mean: (number | null)
searched_mean: (number | null)
}
/**
 * Where a figure lies, at `level`, and by which method.
 */
export interface IntervalOut {
low: number
high: number
method: ("wilson" | "clopper-pearson" | "always-valid" | "order-statistic" | "normal")
level: number
}
/**
 * One question, with the conversation before it.
 */
export interface ChatCompletionRequest {
model: string
/**
 * @minItems 1
 */
messages: [Message, ...(Message)[]]
stream: (boolean | null)
stream_options: (StreamOptions | null)
metadata: (Metadata | null)
n: (number | null)
tool_choice: (string | {
[k: string]: unknown
} | null)
response_format: ({
[k: string]: unknown
} | null)
logprobs: (boolean | null)
modalities: (string[] | null)
stop: (string | string[] | null)
}
/**
 * One line of the conversation.
 */
export interface Message {
role: ("system" | "developer" | "user" | "assistant" | "tool" | "function")
content: (string | TextPart[] | null)
}
/**
 * One part of a message.
 */
export interface TextPart {
type: string
text: (string | null)
}
/**
 * How to stream.
 */
export interface StreamOptions {
include_usage: boolean
}
/**
 * The client's own notes, and the two that we read.
 */
export interface Metadata {
session_id: (string | null)
reuse: (("always" | "never") | null)
[k: string]: unknown
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
use_memories: boolean
form_response: (FormFilled | null)
alone: boolean
/**
 * @maxItems 32
 */
without: string[]
}
/**
 * One line of a conversation the client keeps itself.
 */
export interface HistoryLine {
role: ("user" | "assistant")
content: string
}
/**
 * The values an earlier answer's form asked for.
 */
export interface FormFilled {
form_id: string
values: {
[k: string]: unknown
}
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
position: number
place: (PlaceOut | null)
}
/**
 * Where the original shows a passage.
 */
export interface PlaceOut {
page: (number | null)
page_to: (number | null)
sheet: (string | null)
row: (number | null)
row_to: (number | null)
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
more: ClarificationOption[]
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
 * Against the control; null where there are too few conversations, or turns, yet.
 */
export interface ComparisonOut {
skip_rate: (DifferenceOut | null)
time_ms: (DifferenceOut | null)
model_calls: (DifferenceOut | null)
search_calls: (DifferenceOut | null)
tokens: (DifferenceOut | null)
cost: (DifferenceOut | null)
}
/**
 * An arm minus the control. It may be called a difference only where `differs`, however often one looks.
 */
export interface DifferenceOut {
value: number
low: number
high: number
method: ("wilson" | "clopper-pearson" | "always-valid" | "order-statistic" | "normal")
level: number
differs: boolean
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
 * A conversation, by its id: our session's.
 */
export interface Conversation {
id: string
}
/**
 * One threshold.
 */
export interface CurvePoint {
threshold: number
reuse: RateOut
wrong_reuse: RateOut
}
/**
 * The panel of the state of things.
 */
export interface DashboardHealth {
now: string
model: (string | null)
model_breaker: (string | null)
model_p95_ms: (number | null)
audits_due: number
audits_done_30d: number
audits_failed_30d: number
audits_retried: number
audits_drawn_30d: number
audits_drawn_failed_30d: number
audit_search_calls_30d: number
audit_search_ms_30d: number
audit_share: number
runs: {
[k: string]: number
}
jobs_waiting: number
sources: SourceStateOut[]
}
/**
 * One source of a pack, and how old its version is.
 */
export interface SourceStateOut {
pack: string
source: string
kind: string
label: {
[k: string]: string
}
version: string
changed_at: (string | null)
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
 * One line of the table.
 */
export interface DecisionLineOut {
run_id: string
session_id: string
at: string
arm: string
variant: string
question: string
intent: string
model: string
data_types: string[]
judge1: (number | null)
judge2: {
[k: string]: number
}
vetoed: boolean
decision: ("reuse" | "partial" | "search")
asked: boolean
timed_out: boolean
person: (string | null)
truth: TruthChip
audit: (("drawn" | "asked") | null)
elapsed_ms: number
demo: boolean
}
/**
 * What is known of a decision and who says so.
 */
export interface TruthChip {
outcome: (("correct_skip" | "incorrect_skip" | "correct_search" | "incorrect_search") | null)
source: (("audit" | "person" | "label") | null)
contested: boolean
}
/**
 * One decision, down to its evidence.
 */
export interface DecisionOut {
line: DecisionLineOut
standalone: string
search_ms: number
model_calls: number
search_calls: number
tokens: number
judge1: ({
[k: string]: unknown
} | null)
judge1_reasons: {
[k: string]: string
}
judge2: Judge2Sum[]
audit: (AuditOut | null)
audit_costs_ms: number
labels: LabelOut[]
variants: {
[k: string]: string
}
thresholds: {
[k: string]: number
}
configuration: {
[k: string]: string
}
}
/**
 * Judge 2 as a sum: start, each penalty, what is left; vetoes under it.
 */
export interface Judge2Sum {
data_type: string
decision: string
verdict: (string | null)
start: (number | null)
left: number
sufficient_above: number
issues: PenaltyOut[]
evidence_id: (string | null)
fetched_at: (string | null)
age_s: (number | null)
source_changed: boolean
used: boolean
question: string
}
/**
 * One line of judge 2's sum.
 */
export interface PenaltyOut {
issue: string
label: {
[k: string]: string
}
penalty: number
veto: boolean
}
/**
 * One statement about the decision.
 */
export interface LabelOut {
source: ("audit" | "person" | "label")
by: string
outcome: ("right" | "wrong" | "unsure")
reason: string
at: string
undone: boolean
mine: boolean
}
/**
 * A page, newest first; `next` goes into `before` of the next request (null: this was the last).
 */
export interface DecisionsPage {
decisions: DecisionLineOut[]
next: (string | null)
}
/**
 * How much demo traffic was erased.
 */
export interface DemoErased {
conversations: number
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
 * A document in reading order.
 */
export interface DocumentOut {
document_id: string
pack: string
source: string
uri: string
as_of: (string | null)
example: boolean
text: string
text_start: number
passage_count: number
passages: PassageOut[]
}
/**
 * One passage of a document.
 */
export interface PassageOut {
chunk_id: string
title: string
text: string
start: number
end: number
place: (PlaceOut | null)
}
/**
 * The endpoint that answers from the next turn on. Its key is stored encrypted and never given out.
 */
export interface EndpointBody {
base_url: string
model: string
api_key: string
keep_key: boolean
reply_format: (("json_schema" | "json_object" | "text") | null)
}
/**
 * What `suffice eval endpoint` found of one endpoint with one model.
 */
export interface EndpointReportOut {
base_url: string
model: string
verdict: string
judged_at: string
in_use: boolean
figures: {
[k: string]: string
}
}
/**
 * Every report of this machine, the newest first.
 */
export interface EndpointReportsOut {
reports: EndpointReportOut[]
model: (string | null)
}
/**
 * A node with what it lies in and its relations.
 */
export interface EntityNodeOut {
pack: string
source: string
entity: EntityOut
path: EntityOut[]
relations: RelatedOut[]
relation_count: number
type_labels: {
[k: string]: {
[k: string]: string
}
}
relation_labels: {
[k: string]: {
[k: string]: string
}
}
example: boolean
}
/**
 * One node.
 */
export interface EntityOut {
entity_id: string
type: string
name: string
spec: string
unit: string
base_quantity: string
section: string
aliases: string[]
text: string
}
/**
 * One relation of a node.
 */
export interface RelatedOut {
relation: string
outgoing: boolean
quantity: (string | null)
unit: string
entity: EntityOut
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
web: boolean
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
 * An experiment to declare.
 */
export interface ExperimentBody {
name: string
pack: string
/**
 * @minItems 1
 * @maxItems 12
 */
arms: [ArmBody]|[ArmBody, ArmBody]|[ArmBody, ArmBody, ArmBody]|[ArmBody, ArmBody, ArmBody, ArmBody]|[ArmBody, ArmBody, ArmBody, ArmBody, ArmBody]|[ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody]|[ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody]|[ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody]|[ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody]|[ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody]|[ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody]|[ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody, ArmBody]
bound: number
looks: ("always" | "once")
starts_at: (string | null)
ends_at: (string | null)
}
/**
 * The panels KPIs, variants and savings.
 */
export interface ExperimentMetrics {
experiment: string
since: (string | null)
until: (string | null)
turns: number
bound: number
demo_turns: number
figures: FiguresOut
variants: VariantOut[]
savings: SavingsOut
shown_from: number
measured_from: number
conversations_from: number
}
/**
 * One arm. `total` and `skip_rate` are plain figures; the rest stands in `figures`.
 */
export interface VariantOut {
arm: string
variant: string
total: number
skip_rate: number
wrong_reuse_rate: (number | null)
weight: (number | null)
share: (number | null)
reuse_above: (number | null)
ask_above: (number | null)
usual: boolean
running: boolean
stepped_back_at: (string | null)
replaced_at: (string | null)
conversations: number
figures: FiguresOut
against_control: (ComparisonOut | null)
wrong_reuse_difference: (DifferenceOut | null)
}
/**
 * Against the control. `measured: false`: too few turns of the control, or of every other arm; waiting is estimated
 * from what the reused data cost when it was searched, and the rest is unknown.
 */
export interface SavingsOut {
measured: boolean
left_out: number
waiting_ms: SavingOut
per_reuse_ms: SavingOut
search_calls: (SavingOut | null)
model_calls: (SavingOut | null)
tokens: (SavingOut | null)
cost: (SavingOut | null)
priced: boolean
}
/**
 * What was saved; the ends are null where no interval is known.
 */
export interface SavingOut {
value: number
low: (number | null)
high: (number | null)
}
/**
 * One experiment, and what its figures can be filtered by.
 */
export interface ExperimentOut {
name: string
declared: boolean
demo: boolean
pack: (string | null)
arms: ArmOut[]
bound: (number | null)
looks: (("always" | "once") | null)
starts_at: (string | null)
ends_at: (string | null)
turns: number
demo_turns: number
first_day: (string | null)
last_day: (string | null)
packs: string[]
intents: string[]
models: string[]
data_types: string[]
}
/**
 * All experiments, newest first; `default` last.
 */
export interface ExperimentsOut {
experiments: ExperimentOut[]
}
/**
 * One answer that did not answer.
 */
export interface FailedAnswerOut {
run_id: string
session_id: string
created_at: string
pack: string
question: string
question_type: string
failure: string
engine: string
path: string
fallback: (string | null)
contexts: number
top_scores: number[]
confidence: number
reviewed_at: (string | null)
reviewed_by: (string | null)
note: (string | null)
demo: boolean
}
/**
 * Newest first.
 */
export interface FailedAnswers {
answers: FailedAnswerOut[]
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
/**
 * Newest first.
 */
export interface FoundList {
found: FoundOut[]
}
/**
 * One message that holds all the words.
 */
export interface FoundOut {
session_id: string
title: string
archived: boolean
message_id: string
run_id: string
role: ("user" | "assistant")
snippet: string
marks: HitOut[]
created_at: string
}
/**
 * A stretch of a snippet, in UTF-16 code units.
 */
export interface HitOut {
start: number
end: number
}
/**
 * One passage a search found.
 */
export interface FoundPassage {
chunk_id: string
document_id: string
source: string
title: string
text: string
score: number
example: boolean
place: (PlaceOut | null)
}
/**
 * What a search in a pack's documents found, best first.
 */
export interface FoundPassages {
passages: FoundPassage[]
}
export interface HTTPValidationError {
detail: ValidationError[]
}
export interface ValidationError {
loc: (string | number)[]
msg: string
type: string
input: unknown
ctx: {

}
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
name: {
[k: string]: string
}
also: string[]
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
 * What the newest ingest of one origin did.
 */
export interface IngestReportOut {
origin: ("pack" | "folder" | "upload")
name: string
at: string
sources: {
[k: string]: {
[k: string]: number
}
}
left_out: string[]
}
/**
 * One item of the input: a message, or something of another kind, which is passed over.
 */
export interface Item {
type: string
role: (string | null)
content: (string | TextPart[] | null)
}
/**
 * A key to be made.
 */
export interface KeyBody {
name: string
owner: (string | null)
/**
 * What somebody may do: ask; tune and audit; manage keys and erase others.
 */
role: ("person" | "operator" | "admin")
days: (number | null)
}
/**
 * Keys of the tenant, newest first.
 */
export interface KeyList {
keys: KeyOut[]
}
/**
 * A key, without the key.
 */
export interface KeyOut {
key_id: string
name: string
owner_id: string
role: Role
created_at: string
expires_at: (string | null)
revoked_at: (string | null)
last_used_at: (string | null)
standing: boolean
}
/**
 * A key just made.
 */
export interface KeyMade {
key_id: string
name: string
owner_id: string
role: Role
created_at: string
expires_at: (string | null)
revoked_at: (string | null)
last_used_at: (string | null)
standing: boolean
key: string
}
/**
 * What a question may name or pin down: a region, a deal, a law.
 */
export interface KindOut {
label: {
[k: string]: string
}
choices: {
[k: string]: {
[k: string]: string
}
}
}
/**
 * What one pack knows.
 */
export interface KnowledgeOut {
pack: string
title: {
[k: string]: string
}
sources: KnownSource[]
reports: IngestReportOut[]
reading: boolean
index: ("current" | "behind" | "away")
may_change: boolean
}
/**
 * One source with what it holds now.
 */
export interface KnownSource {
name: string
label: {
[k: string]: string
}
kind: string
documents: number
parts: number
columns: ColumnOut[]
data_from: (string | null)
data_until: (string | null)
changed_at: (string | null)
example: boolean
importers: string[]
address: (string | null)
}
/**
 * An operator's word on a decision.
 */
export interface LabelBody {
outcome: ("right" | "wrong" | "unsure")
reason: string
}
/**
 * What a conversation has in hand.
 */
export interface LedgerOut {
now: string
records: HoldingOut[]
}
/**
 * A memory in the person's own words.
 */
export interface MemoryBody {
text: string
kind: (("fact" | "preference" | "style") | null)
}
/**
 * Newest first.
 */
export interface MemoryList {
on: boolean
memories: MemoryOut[]
}
/**
 * One thing that is remembered of you.
 */
export interface MemoryOut {
memory_id: string
tier: ("midterm" | "longterm")
kind: ("fact" | "preference" | "style" | "summary")
text: string
written_by: ("rules" | "model" | "person")
session_id: (string | null)
message_id: (string | null)
confidence: number
valid_from: string
replaced_by: (string | null)
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
 * Which model answers.
 */
export interface ModelOut {
mode: ("rules" | "model")
chosen_by: ("page" | "environment" | "none")
model: (string | null)
base_url: string
has_key: boolean
stored: (StoredEndpointOut | null)
environment_model: (string | null)
is_small: boolean
thinking: string
planning: string
settings: ModelSetting[]
may_enter: boolean
may_enter_private: boolean
}
/**
 * What administrators entered on the page; its key is never given out.
 */
export interface StoredEndpointOut {
base_url: string
model: string
reply_format: (("json_schema" | "json_object" | "text") | null)
has_key: boolean
key_end: string
changed_at: (string | null)
trouble: (string | null)
}
/**
 * One setting as the environment gave it.
 */
export interface ModelSetting {
name: string
meaning: string
is_set: boolean
value: (string | null)
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
kinds: {
[k: string]: KindOut
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
 * People of the tenant, by name.
 */
export interface PeopleList {
people: PersonOut[]
next: (string | null)
}
/**
 * One person, without anything they said.
 */
export interface PersonOut {
owner_id: string
sessions: number
last_used: (string | null)
keys: number
sign_ins: number
tokens_today: number
tokens_month: number
cost_month: number
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
 * Somebody of this tenant.
 */
export interface PersonBody {
person: string
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
fields: ({
[k: string]: string
} | null)
retry_after_s: (number | null)
}
/**
 * One setting as the process has it.
 */
export interface ProcessSetting {
name: string
meaning: string
is_set: boolean
value: (string | null)
}
/**
 * What the process that answers has: `suffice doctor` tells it, since its own environment may be another.
 */
export interface ProcessSettings {
data_dir: string
database: string
settings: ProcessSetting[]
}
/**
 * One version of one prompt. Counts are of the answers that were given in the time asked for.
 */
export interface PromptOut {
name: string
room: string
version: string
current: boolean
answers: number
calls: number
tokens: number
cost: number
repaired: number
repaired_share: (number | null)
}
/**
 * Every prompt there is, those with most tokens first.
 */
export interface PromptsOut {
days: number
prompts: PromptOut[]
}
/**
 * What the audits allow.
 */
export interface ProposalOut {
threshold: (number | null)
proposed: (number | null)
gain: RateOut
gain_audited: number
audited: number
needed: number
told_at: number
reuse_now: (number | null)
reuse_then: (number | null)
wrong_reuse_upper: (number | null)
failed: number
retried: number
}
/**
 * Your own thumbs on a conversation's answers.
 */
export interface RatingList {
ratings: {
[k: string]: -1 | 0 | 1
}
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
 * A key in the place of another.
 */
export interface ReplacementBody {
role: Role
days: (number | null)
}
/**
 * One question; what was said before is known by the response before, by a session, or sent along.
 */
export interface ResponseRequest {
model: string
input: (string | Item[])
previous_response_id: (string | null)
conversation: (string | Conversation | null)
store: (boolean | null)
stream: (boolean | null)
metadata: (Metadata | null)
tool_choice: (string | {
[k: string]: unknown
} | null)
text: (TextFormat | null)
background: (boolean | null)
}
/**
 * How the text is to be.
 */
export interface TextFormat {
format: ({
[k: string]: unknown
} | null)
}
/**
 * Something to look at.
 */
export interface ReviewOut {
run_id: string
why: ("wrong_reuse" | "unsupported_number" | "thumbs_down" | "correction")
reason: string
question: string
at: string
demo: boolean
}
/**
 * What was found about a failed answer.
 */
export interface ReviewRequest {
note: string
}
/**
 * Oldest first; labelling one takes it off.
 */
export interface ReviewsOut {
reviews: ReviewOut[]
}
/**
 * What is changed of a conversation; what is left out stays.
 */
export interface SessionChanges {
title: (string | null)
remembers: (boolean | null)
pinned: (boolean | null)
archived: (boolean | null)
}
/**
 * Pinned ones first, then newest first.
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
remembers: boolean
pinned: boolean
archived: boolean
state: ("idle" | "working" | "waiting")
created_at: string
updated_at: string
}
/**
 * A new conversation.
 */
export interface SessionRequest {
pack: (string | null)
remembers: boolean
}
/**
 * Another value of a limit or a time of retention.
 */
export interface SettingBody {
value: (number | null)
}
/**
 * What a person set for themselves.
 */
export interface SettingsBody {
confirm_timeout_s: (number | null)
language: (("ko" | "en") | null)
ask: boolean
remembers: boolean
}
/**
 * What is shared of a conversation.
 */
export interface ShareOut {
allowed: boolean
shared: boolean
with_sources: boolean
shared_at: (string | null)
exchanges: number
left_out: number
token: (string | null)
}
/**
 * What is to be shown.
 */
export interface ShareRequest {
with_sources: boolean
}
/**
 * One question with its answer.
 */
export interface SharedExchange {
question: string
asked_at: string
content: string
sources: SharedSource[]
}
/**
 * A source, as whoever has the link sees it.
 */
export interface SharedSource {
marker: number
title: string
source: string
quote: string
place: string
uri: string
fetched_at: string
}
/**
 * A conversation as it stood when it was shared.
 */
export interface SharedOut {
title: string
shared_at: string
with_sources: boolean
left_out: number
exchanges: SharedExchange[]
}
/**
 * A page of a pack's documents.
 */
export interface ShelfOut {
documents: ShelvedDocument[]
total: number
next: (string | null)
}
/**
 * One document of a pack.
 */
export interface ShelvedDocument {
document_id: string
source: string
title: string
uri: string
origin: ("pack" | "folder" | "upload")
file: string
passages: number
as_of: (string | null)
example: boolean
changed_at: string
removable: boolean
}
/**
 * A key or token.
 */
export interface SignInBody {
token: string
}
/**
 * How many pages were signed out.
 */
export interface SignedOut {
sign_ins: number
}
/**
 * The panel of who says so: audit, label, audit_chosen, label_chosen and person, each where it said anything.
 */
export interface SourcesOut {
experiment: string
sources: {
[k: string]: TruthOut
}
}
/**
 * One row of a table.
 */
export interface TableRowOut {
row_id: string
cells: {
[k: string]: string | number | boolean | null
}
}
/**
 * A page of a table's rows.
 */
export interface TableRowsOut {
rows: TableRowOut[]
next: (string | null)
}
/**
 * A thing a question may ask for.
 */
export interface TargetOut {
entity_id: string
type: string
name: string
spec: string
section: string
}
/**
 * One page of the things a text is about.
 */
export interface TargetsOut {
pack: string
count: number
page: number
targets: TargetOut[]
}
/**
 * Try a proven threshold on a share of the sessions.
 */
export interface ThresholdBody {
threshold: number
weight: number
arm: (string | null)
pack: (string | null)
bound: (number | null)
}
/**
 * The panel of the threshold.
 */
export interface ThresholdCurve {
experiment: string
arm: string
variant: string
running: number
share: (number | null)
bound: number
looks: ("always" | "once")
points: CurvePoint[]
proposal: ProposalOut
method: string
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
 * What one try found.
 */
export interface TriedOut {
verdict: ("plans_and_writes" | "plans_only" | "writes_only" | "fails")
structured: TriedStep
reply_format: string
streamed: TriedStep
first_s: number
pieces: number
characters: number
wrote: string
pack: string
tasks: TriedTask[]
prompt_tokens: number
completion_tokens: number
}
/**
 * One call of a kind.
 */
export interface TriedStep {
works: boolean
seconds: number
reason: (string | null)
told: (string | null)
}
/**
 * One task of a turn, tried through the validation of a turn.
 */
export interface TriedTask {
task: ("plan" | "write" | "calculate")
works: boolean
seconds: number
question: string
reason: (string | null)
field: string
said: string
told: (string | null)
labelled: string
got: string
}
/**
 * What is tried; without `entered` the endpoint that answers now.
 */
export interface TryRequest {
entered: (TryBody | null)
pack: (string | null)
}
/**
 * All versions of one document.
 */
export interface VersionList {
document_id: string
versions: VersionOut[]
}
/**
 * One version, and what it changed.
 */
export interface VersionOut {
version: number
created_at: string
approved_at: (string | null)
changes: string[]
}
/**
 * How one may sign in here.
 */
export interface Ways {
required: boolean
provider: boolean
}
/**
 * A drafted document in one version.
 */
export interface WrittenOut {
document_id: string
session_id: string
title: string
template: string
language: string
version: number
fields: {
[k: string]: string
}
markdown: string
created_at: string
approved_at: (string | null)
}
