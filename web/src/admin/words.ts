/** What the administration says. Acts are named as the service writes them down (service_agent/api/admin/acts.py). */
import { useWords, type Language } from "../words";

export interface AdminWords {
  name: string;
  tabs: Record<"overview" | "people" | "keys" | "log", string>;
  tabsName: string;
  toChat: string;
  skip: string;
  notAllowed: string;
  notAllowedHint: string;
  everybody: string;
  overviewTitle: string;
  people: string;
  conversations: string;
  week(n: string): string;
  keys: string;
  pages(n: string): string;
  tokensToday: string;
  tokensMonth(n: string, cost: string): string;
  state: string;
  well: string;
  checks: Record<string, string>;
  queue: string;
  runs: Record<string, string>;
  none: string;
  jobs: string;
  job: string;
  waiting: string;
  lastDue: string;
  jobNames: Record<string, string>;
  packs: string;
  pack: string;
  documents: string;
  passages: string;
  room: string;
  roomLead(version: string, used: string, most: string): string;
  database: string;
  folder: string;
  free: string;
  table: string;
  size: string;
  rows: string;
  limits: string;
  limitsLead: string;
  retention: string;
  retentionLead: string;
  change: string;
  changeOf(name: string): string;
  changedSaid(name: string): string;
  atMost: string;
  daysKept: string;
  takesWhole: string;
  takesMoney: string;
  takesQueue: string;
  takesDays: string;
  takesAudit: string;
  notAbove(value: string): string;
  defaultIs(value: string): string;
  toDefault: string;
  save: string;
  noLimit: string;
  forEver: string;
  days(n: string): string;
  settingNames: Record<string, string>;
  peopleTitle: string;
  peopleLead: string;
  find: string;
  nobody: string;
  person: string;
  lastUsed: string;
  signIns: string;
  tokens: string;
  more: string;
  menu(person: string): string;
  signOut: string;
  signOutTitle(person: string): string;
  signOutLead: string;
  signedOut(n: number): string;
  erase: string;
  eraseTitle(person: string): string;
  eraseLead: string;
  eraseType(person: string): string;
  erased: string;
  seeLog: string;
  keysTitle: string;
  keysLead: string;
  makeKey: string;
  keyName: string;
  keyNameHint: string;
  keyOwner: string;
  keyOwnerHint: string;
  keyRole: string;
  roles: Record<"person" | "operator" | "admin", string>;
  rolesHint: Record<"person" | "operator" | "admin", string>;
  keyDays: string;
  untilRevoked: string;
  make: string;
  madeTitle(name: string): string;
  madeLead: string;
  copy: string;
  copied: string;
  notCopied: string;
  done: string;
  noKeys: string;
  ends: string;
  made: string;
  used: string;
  never: string;
  replace: string;
  replaceOf(name: string): string;
  replaceTitle(name: string): string;
  replaceLead: string;
  replaceDays: string;
  untilOldEnds: string;
  revoke: string;
  revokeOf(name: string): string;
  revokeTitle(name: string): string;
  revokeLead: string;
  revoked: string;
  revokedSaid(name: string): string;
  over: string;
  logTitle: string;
  logLead(days: string): string;
  logForEver: string;
  act: string;
  result: string;
  all: string;
  since: string;
  until: string;
  who: string;
  whoHint: string;
  when: string;
  about: string;
  origin: string;
  noRows: string;
  clear: string;
  unknown: string;
  service: string;
  ways: Record<string, string>;
  results: Record<string, string>;
  acts: Record<string, string>;
  details: Record<string, string>;
  exportAs(kind: string): string;
}

const ko: AdminWords = {
  name: "관리",
  tabs: { overview: "개요", people: "사람", keys: "키", log: "기록" },
  tabsName: "관리 화면",
  toChat: "대화로",
  skip: "내용으로 건너뛰기",
  notAllowed: "관리자만 볼 수 있습니다",
  notAllowedHint: "관리자 역할이 있는 키나 계정으로 로그인하세요. 역할은 docs/sign-in.md에 있습니다.",
  everybody: "로그인이 꺼져 있어 이 주소에 닿는 누구나 모든 역할을 가집니다. 이 기기에서만 열립니다.",
  overviewTitle: "서비스가 지금 어떤가",
  people: "사람",
  conversations: "대화",
  week: (n) => `최근 7일에 쓴 대화 ${n}개`,
  keys: "쓸 수 있는 키",
  pages: (n) => `로그인한 페이지 ${n}개`,
  tokensToday: "오늘 쓴 모델 토큰",
  tokensMonth: (n, cost) => `최근 30일 ${n}${cost ? ` · 비용 ${cost}` : ""}`,
  state: "상태",
  well: "정상",
  checks: { database: "데이터베이스", migrations: "테이블", pack: "기본 분야", index: "찾기 색인", writes: "쓰기", "data folder": "데이터 폴더", process: "이 프로세스", redis: "Redis" },
  queue: "질문",
  runs: { queued: "기다림", running: "답하는 중", waiting: "사람을 기다림" },
  none: "없음",
  jobs: "뒤에서 하는 일",
  job: "일",
  waiting: "밀린 것",
  lastDue: "마지막 차례",
  jobNames: { retention: "오래된 것 지우기", checkpoints: "남은 체크포인트 지우기", memories: "기억하기", audits: "재사용 확인", backup: "백업", stalled: "멈춘 일 되살리기" },
  packs: "분야",
  pack: "분야",
  documents: "문서",
  passages: "구절·행",
  room: "공간",
  roomLead: (version, used, most) => `PostgreSQL ${version} · 연결 ${used}/${most}`,
  database: "데이터베이스",
  folder: "데이터 폴더",
  free: "남은 디스크",
  table: "테이블",
  size: "크기",
  rows: "행(어림)",
  limits: "한도",
  limitsLead: "여기서 바꾸면 몇 초 안에 모든 프로세스가 따릅니다. 나머지는 환경 변수로 정합니다.",
  retention: "보관 기간",
  retentionLead: "15분마다 오래된 것을 지웁니다. suffice db prune은 바로 지웁니다. 줄이면 지워진 것은 돌아오지 않습니다.",
  change: "바꾸기",
  changeOf: (name) => `${name} 바꾸기`,
  changedSaid: (name) => `바꿨습니다: ${name}`,
  atMost: "최대",
  daysKept: "보관할 날 수",
  takesWhole: "1 이상의 정수를 적으세요. 비우면 한도가 없습니다.",
  takesMoney: "0보다 큰 수를 적으세요. 비우면 한도가 없습니다.",
  takesQueue: "1부터 10000까지의 정수를 적으세요.",
  takesDays: "0부터 36500까지의 날 수를 적으세요. 0이면 계속 보관합니다.",
  takesAudit: "30부터 36500까지의 날 수를 적으세요. 0이면 계속 보관합니다.",
  notAbove: (value) => `환경에서 정한 ${value}보다 클 수 없습니다.`,
  defaultIs: (value) => `기본값 ${value}`,
  toDefault: "기본값으로",
  save: "저장",
  noLimit: "한도 없음",
  forEver: "계속 보관",
  days: (n) => `${n}일`,
  settingNames: {
    SUFFICE_LIMIT_PERSON_TOKENS_DAY: "한 사람의 하루 토큰", SUFFICE_LIMIT_TENANT_TOKENS_DAY: "조직의 하루 토큰",
    SUFFICE_LIMIT_PERSON_COST_DAY: "한 사람의 하루 비용", SUFFICE_LIMIT_TENANT_COST_DAY: "조직의 하루 비용",
    SUFFICE_LIMIT_REQUESTS_MINUTE: "한 사람의 분당 요청", SUFFICE_LIMIT_SIGN_INS_MINUTE: "한 주소의 분당 로그인 실패",
    SUFFICE_PERSON_RUNS: "한 사람의 동시 질문", SUFFICE_QUEUE_TOTAL: "모두의 대기 질문", SUFFICE_QUEUE_LIMIT: "한 사람의 대기 질문",
    SUFFICE_MAX_CONNECTIONS: "한 프로세스의 연결", SUFFICE_UPLOAD_LIMIT_MB: "올리는 문서의 크기(MB)",
    SUFFICE_KEEP_SESSIONS_DAYS: "쓰지 않은 대화", SUFFICE_KEEP_STATELESS_DAYS: "한 번 묻고 끝난 대화", SUFFICE_KEEP_EVENTS_DAYS: "끝난 질문의 사건",
    SUFFICE_KEEP_EVIDENCE_DAYS: "오래된 자료", SUFFICE_KEEP_DECISIONS_DAYS: "재사용 결정", SUFFICE_KEEP_CHECKPOINTS_DAYS: "이어지는 질문의 문맥",
    SUFFICE_KEEP_MEMORY_HISTORY_DAYS: "바뀐 기억", SUFFICE_KEEP_SPENDING_DAYS: "사용량", SUFFICE_KEEP_AUDIT_DAYS: "기록",
  },
  peopleTitle: "누가 있나",
  peopleLead: "무엇을 물었는지는 보이지 않습니다.",
  find: "이름으로 찾기",
  nobody: "그런 사람이 없습니다.",
  person: "사람",
  lastUsed: "마지막 사용",
  signIns: "로그인한 페이지",
  tokens: "30일 토큰",
  more: "더 보기",
  menu: (person) => `${person}에게 할 일`,
  signOut: "페이지 로그아웃",
  signOutTitle: (person) => `${person}의 페이지를 모두 로그아웃할까요?`,
  signOutLead: "열려 있는 페이지가 1초쯤 안에 닫힙니다. 키와 토큰은 그대로이니, 막으려면 키를 폐기하세요.",
  signedOut: (n) => `페이지 ${n}개를 로그아웃했습니다.`,
  erase: "모두 지우기",
  eraseTitle: (person) => `${person}의 모든 것을 지울까요?`,
  eraseLead: "대화, 기억, 설정, 키, 올린 문서가 어디서나 사라집니다. 되돌릴 수 없습니다. 기록에는 가명만 남습니다.",
  eraseType: (person) => `지우려면 이름을 그대로 적으세요: ${person}`,
  erased: "모두 지웠습니다.",
  seeLog: "기록 보기",
  keysTitle: "누가 어떤 키로 들어오나",
  keysLead: "키 자체는 저장하지 않습니다. 역할을 바꾸려면 키를 교체하세요. 새 키가 나오고 옛 키는 끝납니다.",
  makeKey: "키 만들기",
  keyName: "이름",
  keyNameHint: "무엇에 쓰는 키인지",
  keyOwner: "누구의 대화에 닿나",
  keyOwnerHint: "비우면 이름과 같습니다",
  keyRole: "역할",
  roles: { person: "사람", operator: "운영자", admin: "관리자" },
  rolesHint: { person: "묻기", operator: "문서·실험도", admin: "키·사람도" },
  keyDays: "쓸 수 있는 날 수",
  untilRevoked: "비우면 폐기할 때까지",
  make: "만들기",
  madeTitle: (name) => `${name} 키`,
  madeLead: "지금만 보입니다. 적어 두세요.",
  copy: "복사",
  copied: "복사했습니다.",
  notCopied: "복사하지 못했습니다. 골라서 복사하세요.",
  done: "적어 두었습니다",
  noKeys: "키가 없습니다.",
  ends: "끝",
  made: "만든 날",
  used: "마지막 사용",
  never: "쓴 적 없음",
  replace: "교체",
  replaceOf: (name) => `${name} 교체`,
  replaceTitle: (name) => `${name} 키를 교체할까요?`,
  replaceLead: "같은 이름과 사람의 새 키를 만들고, 옛 키는 곧바로 끝납니다.",
  replaceDays: "쓸 수 있는 날 수",
  untilOldEnds: "비우면 옛 키의 기한까지",
  revoke: "폐기",
  revokeOf: (name) => `${name} 폐기`,
  revokeTitle: (name) => `${name} 키를 폐기할까요?`,
  revokeLead: "몇 초 안에 어디서도 통하지 않고, 열린 연결이 닫힙니다. 되살릴 수 없습니다.",
  revoked: "폐기됨",
  revokedSaid: (name) => `${name} 키를 폐기했습니다.`,
  over: "기한 지남",
  logTitle: "누가 무엇을 했나",
  logLead: (days) => `적은 줄은 고치거나 지울 수 없습니다. ${days}일이 지나면 사라지고, 지운 사람은 가명으로 남습니다.`,
  logForEver: "적은 줄은 고치거나 지울 수 없고, 계속 남습니다. 지운 사람은 가명으로 남습니다.",
  act: "한 일",
  result: "결과",
  all: "전체",
  since: "부터",
  until: "까지",
  who: "누가",
  whoHint: "한 사람 또는 그 대상",
  when: "때",
  about: "누구에게·무엇에",
  origin: "어디서",
  noRows: "그런 기록이 없습니다.",
  clear: "거르지 않기",
  unknown: "알 수 없음",
  service: "서비스",
  ways: { key: "API 키", token: "토큰", page: "페이지", command: "명령", service: "스스로", none: "로그인 없음" },
  results: { done: "완료", refused: "거절", failed: "실패" },
  acts: {
    sign_in: "로그인", sign_out: "로그아웃", key_used: "키를 씀(그날 처음)", token_used: "토큰을 씀(그날 처음)", person_erased: "사람을 지움", session_erased: "대화를 지움",
    share_made: "대화를 링크로 보임", share_ended: "링크를 끝냄", document_added: "문서를 넣음", document_removed: "문서를 뺌", index_renewed: "색인을 새로 함", endpoint_tried: "모델을 시험함", documents_ingested: "폴더에서 문서를 넣음",
    experiment_declared: "실험을 시작함", experiment_ended: "실험을 끝냄", threshold_tried: "문턱을 시험함", demo_erased: "시연 대화를 지움",
    decision_labelled: "결정을 평가함", label_taken_back: "평가를 거둠", decision_compared: "결정을 오늘 자료와 견줌", answer_reviewed: "답을 검토함",
    audit_log_exported: "기록을 내려받음", audit_log_pruned: "오래된 기록을 지움", key_made: "키를 만듦", key_revoked: "키를 폐기함", key_replaced: "키를 교체함", setting_chosen: "한도·보관을 바꿈", setting_given_back: "기본값으로 되돌림", sign_ins_ended: "페이지를 로그아웃시킴",
    database_pruned: "오래된 것을 지움", backup_made: "백업함", backup_restored: "백업을 되돌림",
  },
  details: { name: "이름", role: "역할", days: "날 수", rows: "행", sign_ins: "페이지", account: "계정", added: "넣음", changed: "바꿈", removed: "지움", file: "파일", document: "문서", host: "호스트", tries: "시도", old: "이전", new: "지금", replaced: "옛 키" },
  exportAs: (kind) => `기록을 ${kind} 파일로`,
};

const en: AdminWords = {
  name: "Administration",
  tabs: { overview: "Overview", people: "People", keys: "Keys", log: "Audit log" },
  tabsName: "Administration",
  toChat: "To the chat",
  skip: "Skip to the content",
  notAllowed: "Only administrators see this",
  notAllowedHint: "Sign in with a key or account that has the role admin; docs/sign-in.md tells of roles.",
  everybody: "Sign-in is off: whoever reaches this address has every role. It opens on this machine alone.",
  overviewTitle: "How the service is doing",
  people: "People",
  conversations: "Conversations",
  week: (n) => `${n} used within 7 days`,
  keys: "Keys that sign in",
  pages: (n) => `${n} ${n === "1" ? "page" : "pages"} signed in`,
  tokensToday: "Model tokens today",
  tokensMonth: (n, cost) => `${n} in 30 days${cost ? ` · cost ${cost}` : ""}`,
  state: "State",
  well: "fine",
  checks: { database: "Database", migrations: "Tables", pack: "Default pack", index: "Search index", writes: "Writes", "data folder": "Data folder", process: "This process", redis: "Redis" },
  queue: "Questions",
  runs: { queued: "in the queue", running: "being answered", waiting: "waiting for a person" },
  none: "none",
  jobs: "Background work",
  job: "Work",
  waiting: "Waiting",
  lastDue: "Last due",
  jobNames: { retention: "Removing what is old", checkpoints: "Removing left checkpoints", memories: "Remembering", audits: "Auditing reuse", backup: "Backup", stalled: "Reviving stalled work" },
  packs: "Packs",
  pack: "Pack",
  documents: "Documents",
  passages: "Passages, rows",
  room: "Storage",
  roomLead: (version, used, most) => `PostgreSQL ${version} · ${used} of ${most} connections`,
  database: "Database",
  folder: "Data folder",
  free: "Free disk",
  table: "Table",
  size: "Size",
  rows: "Rows (about)",
  limits: "Limits",
  limitsLead: "What is changed here holds in every process within seconds; the rest is set in the environment.",
  retention: "Retention",
  retentionLead: "What is old is removed every 15 minutes; suffice db prune does so at once. What a shorter time removed does not come back.",
  change: "Change",
  changeOf: (name) => `Change ${name}`,
  changedSaid: (name) => `Changed: ${name}`,
  atMost: "At most",
  daysKept: "Days it is kept",
  takesWhole: "Write a whole number from 1, or nothing for no limit.",
  takesMoney: "Write a number above 0, or nothing for no limit.",
  takesQueue: "Write a whole number from 1 to 10000.",
  takesDays: "Write a number of days from 0 to 36500; 0 keeps it for ever.",
  takesAudit: "Write a number of days from 30 to 36500; 0 keeps it for ever.",
  notAbove: (value) => `It cannot be above ${value}, which the environment sets.`,
  defaultIs: (value) => `Default: ${value}`,
  toDefault: "Back to the default",
  save: "Save",
  noLimit: "no limit",
  forEver: "kept for ever",
  days: (n) => `${n} ${n === "1" ? "day" : "days"}`,
  settingNames: {
    SUFFICE_LIMIT_PERSON_TOKENS_DAY: "Tokens of a person a day", SUFFICE_LIMIT_TENANT_TOKENS_DAY: "Tokens of the tenant a day",
    SUFFICE_LIMIT_PERSON_COST_DAY: "Cost of a person a day", SUFFICE_LIMIT_TENANT_COST_DAY: "Cost of the tenant a day",
    SUFFICE_LIMIT_REQUESTS_MINUTE: "Requests of a person a minute", SUFFICE_LIMIT_SIGN_INS_MINUTE: "Failed sign-ins of an address a minute",
    SUFFICE_PERSON_RUNS: "Questions of a person at a time", SUFFICE_QUEUE_TOTAL: "Questions waiting, of all", SUFFICE_QUEUE_LIMIT: "Questions waiting, of a person",
    SUFFICE_MAX_CONNECTIONS: "Connections of a process", SUFFICE_UPLOAD_LIMIT_MB: "Size of an uploaded document (MB)",
    SUFFICE_KEEP_SESSIONS_DAYS: "Unused conversations", SUFFICE_KEEP_STATELESS_DAYS: "Questions without a conversation", SUFFICE_KEEP_EVENTS_DAYS: "Events of ended questions",
    SUFFICE_KEEP_EVIDENCE_DAYS: "Older evidence", SUFFICE_KEEP_DECISIONS_DAYS: "Reuse decisions", SUFFICE_KEEP_CHECKPOINTS_DAYS: "Context of follow-ups",
    SUFFICE_KEEP_MEMORY_HISTORY_DAYS: "Replaced memories", SUFFICE_KEEP_SPENDING_DAYS: "Spending", SUFFICE_KEEP_AUDIT_DAYS: "Audit log",
  },
  peopleTitle: "Who there is",
  peopleLead: "What they asked is not shown.",
  find: "Find by name",
  nobody: "There is nobody of that name.",
  person: "Person",
  lastUsed: "Last used",
  signIns: "Pages signed in",
  tokens: "Tokens, 30 days",
  more: "Show more",
  menu: (person) => `What to do with ${person}`,
  signOut: "Sign pages out",
  signOutTitle: (person) => `Sign all pages of ${person} out?`,
  signOutLead: "Open pages close within about a second. Keys and tokens stand; to shut somebody out, revoke their keys.",
  signedOut: (n) => `${n} ${n === 1 ? "page" : "pages"} signed out.`,
  erase: "Erase everything",
  eraseTitle: (person) => `Erase everything of ${person}?`,
  eraseLead: "Conversations, memories, settings, keys and uploaded documents go, everywhere. This cannot be undone. The log keeps a pseudonym.",
  eraseType: (person) => `To erase, write ${person}`,
  erased: "Everything is erased.",
  seeLog: "See the log",
  keysTitle: "Who comes in with which key",
  keysLead: "The key itself is not kept. To change a role, replace the key: a new one is made, and the old one ends.",
  makeKey: "Make a key",
  keyName: "Name",
  keyNameHint: "What it is for",
  keyOwner: "Whose conversations it reaches",
  keyOwnerHint: "Empty: the same as the name",
  keyRole: "Role",
  roles: { person: "Person", operator: "Operator", admin: "Admin" },
  rolesHint: { person: "asks", operator: "documents, experiments too", admin: "keys, people too" },
  keyDays: "Days it signs in",
  untilRevoked: "Empty: until it is revoked",
  make: "Make it",
  madeTitle: (name) => `The key ${name}`,
  madeLead: "It is shown now and never again. Keep it.",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "It could not be copied; select it instead.",
  done: "I have kept it",
  noKeys: "There are no keys.",
  ends: "Ends",
  made: "Made",
  used: "Last used",
  never: "never used",
  replace: "Replace",
  replaceOf: (name) => `Replace ${name}`,
  replaceTitle: (name) => `Replace the key ${name}?`,
  replaceLead: "A new key of the same name and person is made, and the old one ends at once.",
  replaceDays: "Days it signs in",
  untilOldEnds: "Empty: until the old one would end",
  revoke: "Revoke",
  revokeOf: (name) => `Revoke ${name}`,
  revokeTitle: (name) => `Revoke the key ${name}?`,
  revokeLead: "Within seconds it opens nothing, and what it has open is closed. It cannot be brought back.",
  revoked: "revoked",
  revokedSaid: (name) => `The key ${name} is revoked.`,
  over: "over",
  logTitle: "Who did what",
  logLead: (days) => `A row cannot be changed or removed. Rows go after ${days} days; an erased person stays as a pseudonym.`,
  logForEver: "A row cannot be changed or removed, and stays for ever; an erased person stays as a pseudonym.",
  act: "Act",
  result: "Result",
  all: "All",
  since: "From",
  until: "To",
  who: "Who",
  whoHint: "who did it, or to whom",
  when: "When",
  about: "To whom, to what",
  origin: "From where",
  noRows: "There are no such rows.",
  clear: "Show all",
  unknown: "not known",
  service: "the service",
  ways: { key: "API key", token: "token", page: "page", command: "command", service: "by itself", none: "no sign-in" },
  results: { done: "done", refused: "refused", failed: "failed" },
  acts: {
    sign_in: "Sign-in", sign_out: "Sign-out", key_used: "Key used (first that day)", token_used: "Token used (first that day)", person_erased: "Person erased", session_erased: "Conversation erased",
    share_made: "Conversation shared by a link", share_ended: "Link ended", document_added: "Document added", document_removed: "Document removed", index_renewed: "Index renewed", endpoint_tried: "Model endpoint tried", documents_ingested: "Documents ingested from a folder",
    experiment_declared: "Experiment declared", experiment_ended: "Experiment ended", threshold_tried: "Threshold tried", demo_erased: "Demo traffic erased",
    decision_labelled: "Decision labelled", label_taken_back: "Label taken back", decision_compared: "Decision compared with today's data", answer_reviewed: "Answer reviewed",
    audit_log_exported: "Audit log exported", audit_log_pruned: "Old rows of the log removed", key_made: "Key made", key_revoked: "Key revoked", key_replaced: "Key replaced", setting_chosen: "Limit or retention changed", setting_given_back: "Given back to the default", sign_ins_ended: "Pages signed out",
    database_pruned: "Old data removed", backup_made: "Backup made", backup_restored: "Backup restored",
  },
  details: { name: "name", role: "role", days: "days", rows: "rows", sign_ins: "pages", account: "account", added: "added", changed: "changed", removed: "removed", file: "file", document: "document", host: "host", tries: "tries", old: "before", new: "now", replaced: "old key" },
  exportAs: (kind) => `The log as a ${kind} file`,
};

export const adminWordsOf = (language: Language): AdminWords => (language === "ko" ? ko : en);

export function useAdmin(): { words: AdminWords; language: Language } {
  const { language } = useWords();
  return { words: adminWordsOf(language), language };
}
