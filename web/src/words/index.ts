import { createContext, useContext } from "react";
import { en } from "./en";
import { ko, type Words } from "./ko";

export type { Words };
export type Language = "ko" | "en";

export const wordsOf = (language: Language): Words => (language === "ko" ? ko : en);
export const WordsContext = createContext<Words>(ko);
export const useWords = (): Words => useContext(WordsContext);
