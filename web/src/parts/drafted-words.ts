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
  attached(names: string): string;
  files: string;
  drop: string;
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
    attached: (names) => `첨부함: ${names}. 이제 물어보세요. 예: "이 파일 요약해줘"`,
    files: "첨부 파일",
    drop: "여기에 놓으면 이 대화에 첨부합니다",
    attachHint: "파일 첨부(PDF, DOCX, HWPX, XLSX, CSV, Markdown, 텍스트, HTML). 끌어다 놓거나 붙여 넣어도 됩니다. 이 대화에서만 쓰이고 함께 지워집니다.",
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
    attached: (names) => `Attached: ${names}. Now ask about it, for example "Summarise this file"`,
    files: "Attached files",
    drop: "Drop to attach it to this conversation",
    attachHint: "Attach files (PDF, DOCX, HWPX, XLSX, CSV, Markdown, text, HTML), or drag or paste them. They are used in this conversation alone and erased with it.",
    detach: (name) => `Take ${name} off`,
    attaching: "attaching",
  },
};

export const draftedWords = (language: Language): DraftedWords => WORDS[language];
