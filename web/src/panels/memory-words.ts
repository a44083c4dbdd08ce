/** What is said of memory, in both languages: loaded with what shows it. */
import type { MemoryOut } from "../generated/http";
import type { Language } from "../words";

interface MemoryWords {
  title: string;
  lead: string;
  off: string;
  offHere: string;
  empty: string;
  unread: string;
  add: string;
  addField: string;
  keep: string;
  kinds: Record<MemoryOut["kind"], string>;
  by: Record<MemoryOut["written_by"], string>;
  correct: string;
  erase: string;
  cancel: string;
  history: string;
  historyOf: string;
  eraseAll: string;
  eraseAllSure: string;
  here: string;
  hereHint: string;
  openTalk: string;
  used: string;
  without: string;
  forget: string;
  show: string;
  kept: string;
  erased: string;
  notDone: string;
}

const KO: MemoryWords = {
  title: "기억",
  lead: "대화에서 하신 말 가운데 다음 대화에서도 쓸 것입니다. 고치거나 지우면 바로 바뀝니다.",
  off: "기억이 꺼져 있어 새로 기억하거나 쓰지 않습니다. 설정에서 켤 수 있습니다.",
  offHere: "이 대화에서는 기억을 쓰지도 남기지도 않습니다.",
  empty: "아직 기억하는 것이 없습니다. '관심 지역은 달서구야'처럼 말씀하시거나 아래에 적어 주세요.",
  unread: "기억을 읽지 못했습니다.",
  add: "기억할 것 적기",
  addField: "예: 관심 지역은 달서구야",
  keep: "기억하기",
  kinds: { fact: "사실", preference: "바라는 것", style: "답하는 방식", summary: "지난 대화" },
  by: { rules: "대화에서", model: "대화에서(모델)", person: "직접 말씀하심" },
  correct: "고치기",
  erase: "지우기",
  cancel: "그만두기",
  history: "바뀌기 전 것도 보기",
  historyOf: "지난 것",
  eraseAll: "기억 모두 지우기",
  eraseAllSure: "정말 모두 지우기",
  here: "이 대화에서 기억",
  hereHint: "끄면 이 대화에서는 기억을 쓰지도 남기지도 않습니다",
  openTalk: "그 대화 열기",
  used: "쓴 기억",
  without: "기억 없이 다시",
  forget: "이 기억 지우기",
  show: "기억 보기",
  kept: "기억했습니다",
  erased: "지웠습니다",
  notDone: "하지 못했습니다. 연결을 살피고 다시 해 주세요.",
};

const EN: MemoryWords = {
  title: "Memory",
  lead: "What you said that later conversations may use. Corrections and erasures count at once.",
  off: "Memory is off: nothing new is kept and nothing kept is used. Settings can switch it on.",
  offHere: "This conversation neither uses memories nor leaves any.",
  empty: "Nothing is remembered yet. Say something like 'I'm interested in Dalseo-gu', or write it below.",
  unread: "What is remembered could not be read.",
  add: "Write something to remember",
  addField: "e.g. I'm interested in Dalseo-gu",
  keep: "Remember",
  kinds: { fact: "Facts", preference: "What you look for", style: "How to answer", summary: "Recent conversations" },
  by: { rules: "from a conversation", model: "from a conversation (model)", person: "you said so" },
  correct: "Correct",
  erase: "Erase",
  cancel: "Cancel",
  history: "Also show what was replaced",
  historyOf: "Replaced",
  eraseAll: "Erase all memories",
  eraseAllSure: "Really erase all",
  here: "Memory in this conversation",
  hereHint: "Off: this conversation neither uses memories nor leaves any",
  openTalk: "Open that conversation",
  used: "Memory used",
  without: "Again without it",
  forget: "Erase this memory",
  show: "Show memory",
  kept: "Remembered",
  erased: "Erased",
  notDone: "That did not work. Check the connection and try again.",
};

export const memoryWords = (language: Language): MemoryWords => (language === "ko" ? KO : EN);
