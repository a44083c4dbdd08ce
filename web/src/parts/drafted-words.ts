/** What is said of a drafted document, in both languages: loaded with what shows it. */
import type { Language } from "../words";

interface DraftedWords {
  draft(version: number): string;
  approved(version: number): string;
  open: string;
  fold: string;
  changes: string;
  noChanges: string;
  pick: string;
  version(version: number): string;
  word: string;
  markdown: string;
  approve: string;
  approvedSaid: string;
  sure: string;
  notDone: string;
  unread: string;
  gone: string;
  cancel: string;
  attach: string;
  attached(name: string): string;
  attachHint: string;
  detach(name: string): string;
  attaching: string;
}

const WORDS: Record<Language, DraftedWords> = {
  ko: {
    draft: (version) => `버전 ${version} · 초안`,
    approved: (version) => `버전 ${version} · 승인함`,
    open: "문서 보기",
    fold: "문서 접기",
    changes: "바뀐 곳",
    noChanges: "첫 버전이라 바뀐 곳이 없습니다.",
    pick: "버전 고르기",
    version: (version) => `버전 ${version}`,
    word: "Word로 받기",
    markdown: "Markdown으로 받기",
    approve: "승인",
    approvedSaid: "이 버전을 승인했습니다",
    sure: "내용을 확인했습니다. 이 버전을 승인합니다.",
    notDone: "지금은 할 수 없었습니다. 잠시 뒤 다시 해 주세요.",
    unread: "문서를 읽지 못했습니다.",
    gone: "이 문서는 지워졌습니다.",
    cancel: "취소",
    attach: "파일 첨부",
    attached: (name) => `${name}을(를) 첨부했습니다. 예: "첨부한 계약서 검토해줘"`,
    attachHint: "계약서 첨부(PDF, DOCX, 텍스트). 이 대화에서만 쓰이고 함께 지워집니다.",
    detach: (name) => `${name} 첨부 떼기`,
    attaching: "첨부하는 중",
  },
  en: {
    draft: (version) => `Version ${version} · draft`,
    approved: (version) => `Version ${version} · approved`,
    open: "Show the document",
    fold: "Fold the document",
    changes: "What changed",
    noChanges: "This is the first version: nothing changed.",
    pick: "Choose a version",
    version: (version) => `Version ${version}`,
    word: "Get as Word",
    markdown: "Get as Markdown",
    approve: "Approve",
    approvedSaid: "You approved this version",
    sure: "I have checked it and approve this version.",
    notDone: "This could not be done now. Please try again in a moment.",
    unread: "The document could not be read.",
    gone: "This document was erased.",
    cancel: "Cancel",
    attach: "Attach a file",
    attached: (name) => `${name} is attached. Try: "Review the attached contract"`,
    attachHint: "Attach a contract (PDF, DOCX, text). It is used in this conversation alone and erased with it.",
    detach: (name) => `Take ${name} off`,
    attaching: "attaching",
  },
};

export const draftedWords = (language: Language): DraftedWords => WORDS[language];
