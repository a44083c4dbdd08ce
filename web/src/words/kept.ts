/** What is said of whole conversations: the list's menu, search in them, sharing, exporting. */
import type { Language } from ".";

export interface KeptWords {
  more(title: string): string;
  menuOf(title: string): string;
  pin: string;
  unpin: string;
  pinned: string;
  archive: string;
  unarchive: string;
  archiveList: string;
  backToList: string;
  archiveEmpty: string;
  archived(on: boolean): string;
  markdown: string;
  json: string;
  print: string;
  share: string;
  inside: string;
  insideFailed: string;
  inArchive: string;
  you: string;
  answer: string;
  copySourced: string;
  sourcesHead: string;
  shareTitle: string;
  shareLead: string;
  shareOff: string;
  shareUnread: string;
  withSources: string;
  withSourcesHint: string;
  on: string;
  off: string;
  makeLink: string;
  newLink: string;
  newLinkHint: string;
  link: string;
  copyIt: string;
  linkMade: string;
  endLink: string;
  ended: string;
  sharedSince(when: string, exchanges: number): string;
  leftOut(n: number): string;
  notDone: string;
  sharedPage: string;
  sharedAt(when: string): string;
  sharedNone: string;
  sharedPaced: string;
  sharedUnread: string;
  reading: string;
  next: string;
  untitled: string;
}

const KO: KeptWords = {
  more: (title) => `'${title}' 더 보기`,
  menuOf: (title) => `'${title}'에 할 수 있는 일`,
  pin: "맨 위에 고정",
  unpin: "고정 풀기",
  pinned: "고정한 대화",
  archive: "보관함에 넣기",
  unarchive: "보관함에서 꺼내기",
  archiveList: "보관함",
  backToList: "대화 목록으로",
  archiveEmpty: "보관한 대화가 없습니다.",
  archived: (on) => (on ? "보관함에 넣었습니다" : "보관함에서 꺼냈습니다"),
  markdown: "Markdown으로 내보내기",
  json: "JSON으로 내보내기",
  print: "인쇄 또는 PDF",
  share: "링크로 보여 주기",
  inside: "대화 내용에서",
  insideFailed: "대화 내용은 찾아보지 못했습니다.",
  inArchive: "보관함",
  you: "질문",
  answer: "답",
  copySourced: "출처와 함께 복사",
  sourcesHead: "출처",
  shareTitle: "대화를 링크로 보여 주기",
  shareLead: "링크를 아는 사람은 누구나 지금까지의 대화를 읽을 수 있습니다. 이후의 대화와 기억한 것은 보이지 않습니다.",
  shareOff: "이 서비스에서는 링크로 보여 주기가 꺼져 있습니다. 대신 내보내기를 쓸 수 있습니다.",
  shareUnread: "지금 보여 주고 있는지 읽지 못했습니다. 연결을 살피고 다시 열어 주세요.",
  withSources: "출처도 보여 주기",
  withSourcesHint: "끄면 답만 보입니다",
  on: "켬",
  off: "끔",
  makeLink: "링크 만들기",
  newLink: "새 링크 만들기",
  newLinkHint: "링크는 만들 때 한 번만 보입니다. 새로 만들면 지금까지의 대화로 바뀌고 앞의 링크는 끝납니다.",
  link: "링크",
  copyIt: "복사",
  linkMade: "링크를 만들었습니다",
  endLink: "그만 보여 주기",
  ended: "이제 그 링크로는 아무것도 보이지 않습니다",
  sharedSince: (when, exchanges) => `${when}부터 질문 ${exchanges}개를 보여 주고 있습니다.`,
  leftOut: (n) => `기억에 기대거나 기억을 말하는 질문 ${n}개는 빠집니다.`,
  notDone: "하지 못했습니다. 연결을 살피고 다시 해 주세요.",
  sharedPage: "공유된 대화",
  sharedAt: (when) => `${when}까지의 대화 · 읽기만 할 수 있습니다`,
  sharedNone: "이 주소에는 아무것도 없습니다. 보내 준 분께 새 주소를 부탁하세요.",
  sharedPaced: "잘못된 주소를 너무 여러 번 열었습니다. 잠시 뒤에 다시 열어 주세요.",
  sharedUnread: "대화를 읽지 못했습니다. 연결을 살피고 다시 열어 주세요.",
  reading: "읽고 있습니다",
  next: "이어서 물어볼 것",
  untitled: "대화",
};

const EN: KeptWords = {
  more: (title) => `More for '${title}'`,
  menuOf: (title) => `What can be done with '${title}'`,
  pin: "Pin to the top",
  unpin: "Unpin",
  pinned: "Pinned",
  archive: "Archive",
  unarchive: "Take out of the archive",
  archiveList: "Archive",
  backToList: "Back to the list",
  archiveEmpty: "No conversation is archived.",
  archived: (on) => (on ? "Archived" : "Taken out of the archive"),
  markdown: "Export as Markdown",
  json: "Export as JSON",
  print: "Print or PDF",
  share: "Share a link",
  inside: "In conversations",
  insideFailed: "What was said could not be searched.",
  inArchive: "archived",
  you: "Question",
  answer: "Answer",
  copySourced: "Copy with sources",
  sourcesHead: "Sources",
  shareTitle: "Share this conversation",
  shareLead: "Whoever has the link can read the conversation up to now. What comes later and what is remembered of you stays unseen.",
  shareOff: "Sharing is switched off in this service. You can export the conversation instead.",
  shareUnread: "Whether it is shared could not be read. Check the connection and open this again.",
  withSources: "Show sources too",
  withSourcesHint: "Off: the answers alone",
  on: "On",
  off: "Off",
  makeLink: "Make a link",
  newLink: "Make a new link",
  newLinkHint: "A link is shown once, when it is made. A new one shows the conversation up to now and ends the one before.",
  link: "Link",
  copyIt: "Copy",
  linkMade: "The link is made",
  endLink: "Stop sharing",
  ended: "That link shows nothing any more",
  sharedSince: (when, exchanges) => `Shared since ${when}: ${exchanges} ${exchanges === 1 ? "question" : "questions"}.`,
  leftOut: (n) => `${n} ${n === 1 ? "question that rests on your memories is" : "questions that rest on your memories are"} left out.`,
  notDone: "That did not work. Check the connection and try again.",
  sharedPage: "Shared conversation",
  sharedAt: (when) => `The conversation up to ${when} · read only`,
  sharedNone: "This link leads nowhere; ask whoever sent it for a new one.",
  sharedPaced: "Too many links that lead nowhere. Try again in a moment.",
  sharedUnread: "The conversation could not be read. Check the connection and open the page again.",
  reading: "Reading",
  next: "Ask next",
  untitled: "Conversation",
};

export const keptWords = (language: Language): KeptWords => (language === "ko" ? KO : EN);
