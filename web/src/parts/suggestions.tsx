/** What may be asked next, of what the data at hand can answer: one press asks it. */
import { useWords } from "../words";
import { keptWords } from "../words/kept";
import { Icon } from "./icons";
import { languageOf } from "./naming";

export function Suggestions({ questions, ask }: { questions: string[]; ask(question: string): void }) {
  const words = useWords();
  if (questions.length === 0) return null;
  return (
    <ul className="asks" aria-label={keptWords(words.language).next}>
      {questions.map((question) => <li key={question}><button type="button" className="button small" lang={languageOf(question)} onClick={() => ask(question)}><Icon name="right" small /><span>{question}</span></button></li>)}
    </ul>
  );
}
