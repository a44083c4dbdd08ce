/** What a person sees of a failure, by its code: the service's own sentence is English and meant for programs. */
import type { ErrorCode } from "../generated/protocol";

/** Met on the command line, or inside the service only. */
type Elsewhere =
  | "wrong_setting" | "wrong_pack" | "unknown_source" | "broken_document" | "nothing_to_ingest" | "database_unfit"
  | "database_version" | "embedded_database" | "backup_unreadable" | "unsafe_host" | "unknown_key" | "name_taken"
  | "fenced" | "model_failed" | "source_failed" | "service_unreachable" | "port_taken" | "unknown_evaluation"
  | "data_missing";

/** A new code has no words until they are written here: TypeScript says so. */
export type Worded = Exclude<ErrorCode, Elsewhere>;

export const failuresKo: Record<Worded, string> = {
  unknown_pack: "그런 분야가 없습니다. 다른 분야를 골라 주세요.",
  database_unreachable: "자료를 둔 곳이 응답하지 않습니다. 잠시 뒤에 다시 물어봐 주세요.",
  database_takes_no_writes: "지금은 새 질문을 저장할 수 없습니다. 받아 둔 질문은 저장할 자리가 나면 이어서 답합니다. 잠시 뒤에 다시 물어봐 주세요.",
  data_dir_takes_no_writes: "자료를 둔 곳에 자리가 없습니다. 운영하는 사람에게 알려 주세요.",
  unauthenticated: "로그인이 필요합니다. 로그인한 뒤 다시 해 주세요.",
  sign_in_ended: "로그인이 끝났습니다. 다시 로그인해 주세요.",
  sign_in_unavailable: "로그인을 확인할 수 없습니다. 잠시 뒤에 다시 하거나 열쇠로 들어가 주세요.",
  forbidden_origin: "다른 사이트에서 온 요청이라 받지 않았습니다. 서비스의 주소로 직접 열어 주세요.",
  forbidden: "이 일을 할 권한이 없습니다. 서비스를 운영하는 사람에게 물어봐 주세요.",
  unknown_session: "이 대화를 찾을 수 없습니다. 지워졌거나 다른 사람의 대화입니다.",
  unknown_run: "이 질문의 처리 기록을 찾을 수 없습니다. 지워졌을 수 있습니다.",
  unknown_message: "이 메시지를 찾을 수 없습니다. 지워졌을 수 있습니다.",
  unknown_memory: "이 기억을 찾을 수 없습니다. 지워졌거나 바뀌었을 수 있습니다.",
  unknown_prompt: "그 확인은 더 이상 기다리고 있지 않습니다.",
  unknown_document: "이 구절은 더 이상 원본에 없습니다.",
  unknown_draft: "이 문서를 찾을 수 없습니다. 그 대화가 지워졌을 수 있습니다.",
  unknown_entity: "그 항목은 이제 없습니다.",
  unknown_evidence: "이 자료를 찾을 수 없습니다. 그 대화가 지워졌을 수 있습니다.",
  unknown_share: "이 주소에는 아무것도 없습니다. 보내 준 분께 새 주소를 부탁하세요.",
  unknown_experiment: "그런 실험이 없습니다. 이름을 다시 확인해 주세요.",
  overlapping_experiment: "같은 때 이 분야에 다른 실험이 있습니다. 그 실험을 끝내거나 다른 때를 골라 주세요.",
  threshold_refused: "확인된 결정만으로는 이 기준점에서 틀린 재사용이 한도 안이라고 말할 수 없습니다. 결정을 더 확인해 주세요.",
  experiment_changed: "그사이 다른 사람이 이 실험을 바꿨습니다. 다시 보고 아직 맞는 것만 해 주세요.",
  unknown_address: "그런 주소가 없습니다.",
  malformed_frame: "보낸 내용을 서비스가 알아보지 못했습니다. 페이지를 다시 열고 해 주세요.",
  oversized_frame: "보낸 글이 너무 깁니다. 나누어 보내 주세요.",
  unknown_frame: "이 페이지가 서비스보다 오래되었습니다. 페이지를 다시 열어 주세요.",
  invalid_input: "입력한 내용을 받을 수 없습니다. 고쳐서 다시 보내 주세요.",
  message_id_reused: "같은 번호로 다른 질문을 이미 보냈습니다. 질문을 다시 보내 주세요.",
  late_answer: "고를 시간이 지나 새로 찾았습니다. 답이 온 뒤 앞의 자료로 바꿀 수 있습니다.",
  already_decided: "다른 창이나 기기에서 이미 골랐습니다. 바뀐 것은 없습니다.",
  invalid_answer: "고를 수 있는 것이 아닙니다. 보이는 것 가운데 다시 골라 주세요.",
  run_in_progress: "앞 질문에 아직 답하고 있습니다. 끝나기를 기다리거나 멈춘 뒤 물어봐 주세요.",
  busy: "지금은 기다리는 질문이 많습니다. 잠시 뒤에 다시 물어봐 주세요.",
  endpoint_refused: "내부망 주소이거나 찾을 수 없는 주소라 저장하지 않았습니다. 공개된 주소를 적어 주세요.",
  key_needed: "넣어 둔 키가 그사이 바뀌었거나, 이 주소의 것이 아니거나, 풀 수 없습니다. 키를 다시 적어 주세요.",
  key_in_clear: "공개된 http 주소로는 키를 보내지 않습니다. https 주소를 적어 주세요.",
  settings_key_unusable: "키를 암호로 바꿀 비밀값이 없어 저장하지 않았습니다. SUFFICE_SETTINGS_KEY를 정해 주세요.",
  over_limit: "정해진 시간에 물을 수 있는 양을 넘었습니다. 잠시 뒤에 다시 물어봐 주세요.",
  turn_timeout: "답하는 데 너무 오래 걸려 멈췄습니다. 다시 묻거나 더 좁혀서 물어봐 주세요.",
  run_cancelled: "멈췄습니다.",
  run_gave_up: "여러 번 해 보았지만 답을 끝내지 못했습니다. 다르게 물어봐 주세요.",
  run_stalled: "이 질문을 처리하다가 서비스가 여러 번 멈춰 더 해 보지 않습니다. 더 짧게 물어봐 주세요.",
  going_down: "서비스를 다시 켜는 중입니다. 잠시 뒤에 다시 물어봐 주세요.",
  internal: "서비스에 문제가 생겼습니다. 다시 물어보고, 또 그러면 운영하는 사람에게 알려 주세요.",
};

export const failuresEn: Record<Worded, string> = {
  unknown_pack: "There is no such field; choose another.",
  database_unreachable: "The place that holds the data does not answer; ask again in a moment.",
  database_takes_no_writes: "Nothing new can be kept now; what was accepted is answered once there is room. Ask again in a moment.",
  data_dir_takes_no_writes: "There is no room where the data lies; tell whoever runs the service.",
  unauthenticated: "You have to sign in first.",
  sign_in_ended: "Your sign-in ended; sign in again.",
  sign_in_unavailable: "Sign-ins cannot be checked now; try again in a moment, or use a key.",
  forbidden_origin: "This came from another site and was not taken; open the service at its own address.",
  forbidden: "You may not do this; ask whoever runs the service.",
  unknown_session: "This conversation cannot be found: it was erased, or it belongs to somebody else.",
  unknown_run: "The record of this question cannot be found; it may have been erased.",
  unknown_message: "This message cannot be found; it may have been erased.",
  unknown_memory: "This memory cannot be found; it may have been erased or replaced.",
  unknown_prompt: "That question to you is no longer open.",
  unknown_document: "This passage is no longer in its source.",
  unknown_draft: "This document cannot be found; its conversation may have been erased.",
  unknown_entity: "That thing is no longer there.",
  unknown_evidence: "This data cannot be found; its conversation may have been erased.",
  unknown_share: "This link leads nowhere; ask whoever sent it for a new one.",
  unknown_experiment: "There is no such experiment; check its name.",
  overlapping_experiment: "Another experiment runs in this field at that time; end it first, or choose other times.",
  threshold_refused: "The checked decisions do not prove that this threshold keeps wrong reuse within its bound; check more of them.",
  experiment_changed: "Somebody changed the experiment in the meantime; look again and repeat what still applies.",
  unknown_address: "There is no such address.",
  malformed_frame: "The service did not understand what was sent; open this page again.",
  oversized_frame: "The text is too long; send it in parts.",
  unknown_frame: "This page is older than the service; open it again.",
  invalid_input: "This cannot be taken as it is; change it and send it again.",
  message_id_reused: "Another question went out under this number; send yours again.",
  late_answer: "The time to choose was over, so we searched; you can change that once the answer is there.",
  already_decided: "It was chosen already in another window or on another device; nothing changed.",
  invalid_answer: "That is not one of the choices; choose one of those shown.",
  run_in_progress: "The question before is still being answered; wait for it or stop it first.",
  busy: "Too many questions are waiting; ask again in a moment.",
  endpoint_refused: "This address is private or unknown, so it was not saved; give a public one.",
  key_needed: "The stored key was changed meanwhile, belongs to another address, or cannot be decrypted; enter the key again.",
  key_in_clear: "A key goes to a public address over https alone; give an https address.",
  settings_key_unusable: "There is no secret to encrypt the key with, so it was not saved; set SUFFICE_SETTINGS_KEY.",
  over_limit: "That is more than may be asked in this time; ask again later.",
  turn_timeout: "The answer took too long and was stopped; ask again, or ask for less at once.",
  run_cancelled: "Stopped.",
  run_gave_up: "This was begun many times and never finished; ask differently.",
  run_stalled: "Working on this stopped the service more than once, so it is not tried again; ask for less at once.",
  going_down: "The service is being restarted; ask again in a moment.",
  internal: "Something went wrong in the service; ask again, or tell whoever runs it.",
};

/** Codes whose sentence alone does not say which of the things sent it is about. */
const OF_A_FIELD = new Set(["invalid_input", "invalid_answer", "malformed_frame", "oversized_frame"]);
const FIELDS: Record<string, { ko: string; en: string }> = {
  content: { ko: "질문", en: "question" },
  title: { ko: "대화 이름", en: "conversation name" },
  reason: { ko: "아쉬운 점", en: "reason" },
  pack: { ko: "분야", en: "field" },
  text: { ko: "적은 답", en: "written answer" },
  option_id: { ko: "고른 것", en: "choice" },
  value: { ko: "고른 것", en: "choice" },
  values: { ko: "적은 칸", en: "form" },
  token: { ko: "열쇠", en: "key" },
  confirm_timeout_s: { ko: "확인을 기다리는 시간", en: "waiting time" },
  language: { ko: "언어", en: "language" },
  arm: { ko: "방식", en: "arm" },
  intent: { ko: "질문 종류", en: "intent" },
  data_type: { ko: "자료", en: "data" },
};

/** No answer came, so the service has no code for it (`request` calls it `offline`). */
const UNREACHED = { ko: "서비스에 닿지 못했습니다. 연결을 확인하고 다시 해 주세요.", en: "The service could not be reached; check the connection and try again." };

/** The sentence for a refusal or a failed run, with what it is about; the service's own where its code has no words here. */
export function failureIn(language: "ko" | "en", failure: { code: string; message: string; field?: string | null }): string {
  if (failure.code === "offline") return UNREACHED[language];
  const sentences: Record<string, string> = language === "ko" ? failuresKo : failuresEn;
  if (!Object.hasOwn(sentences, failure.code)) return failure.message;
  const sentence = sentences[failure.code]!;
  if (!failure.field || !OF_A_FIELD.has(failure.code)) return sentence;
  const name = FIELDS[failure.field.split(".")[0]!]?.[language] ?? failure.field;
  return `${sentence} (${name})`;
}
