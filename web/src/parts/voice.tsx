/** Speaking and listening through the browser's own functions, where it has them: nothing of it goes to the service but the text. */
import { useEffect, useRef, useState } from "react";
import { embedded } from "../embedded";
import { plainOf } from "./plain";
import { useWords } from "../words";
import { Icon } from "./icons";
import { languageOf } from "./naming";

interface Recognition {
  lang: string;
  interimResults: boolean;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

type Recognizer = new () => Recognition;

function recognizer(): Recognizer | undefined {
  const here = globalThis as unknown as { SpeechRecognition?: Recognizer; webkitSpeechRecognition?: Recognizer };
  return here.SpeechRecognition ?? here.webkitSpeechRecognition;
}

/** What was said comes as text into the field; it is sent by the person. */
export function Dictate({ heard, say }: { heard(text: string): void; say(text: string): void }) {
  const words = useWords();
  const [listening, setListening] = useState(false);
  const now = useRef<Recognition | null>(null);
  useEffect(() => () => now.current?.abort(), []);
  const Made = recognizer();
  // In somebody else's page the microphone is that page's to give.
  if (Made === undefined || embedded) return null;
  const toggle = () => {
    if (now.current !== null) return now.current.stop();
    const one = new Made();
    one.lang = words.language === "ko" ? "ko-KR" : "en-US";
    one.interimResults = false;
    one.onresult = (event) => heard(Array.from(event.results, (result) => result[0]?.transcript ?? "").join(" ").trim());
    one.onerror = ({ error }) => error !== "aborted" && say(error === "not-allowed" || error === "service-not-allowed" ? words.voiceRefused : words.voiceFailed);
    one.onend = () => ((now.current = null), setListening(false));
    now.current = one;
    setListening(true);
    try {
      one.start();
    } catch {
      now.current = null;
      setListening(false);
      say(words.voiceFailed);
    }
  };
  const name = listening ? words.voiceStop : words.voiceInput;
  return <button type="button" className="square" aria-pressed={listening} aria-label={name} title={`${name} · ${words.voiceHint}`} onClick={toggle}><Icon name="mic" /></button>;
}

/** Reads an answer aloud in its own language; pressed again it is quiet. */
export function ReadAloud({ text, say }: { text: string; say(text: string): void }) {
  const words = useWords();
  const [reading, setReading] = useState(false);
  const mine = useRef(false);
  const voice = typeof speechSynthesis === "undefined" || typeof SpeechSynthesisUtterance === "undefined" ? null : speechSynthesis;
  useEffect(() => () => void (mine.current && voice?.cancel()), [voice]);
  if (voice === null) return null;
  const done = () => ((mine.current = false), setReading(false));
  const toggle = () => {
    voice.cancel();
    if (reading) return done();
    const spoken = new SpeechSynthesisUtterance(plainOf(text));
    spoken.lang = languageOf(text) === "ko" ? "ko-KR" : "en-US";
    spoken.onend = done;
    spoken.onerror = (event) => (done(), event.error !== "canceled" && event.error !== "interrupted" && say(words.readFailed));
    mine.current = true;
    setReading(true);
    voice.speak(spoken);
  };
  const name = reading ? words.readStop : words.readAloud;
  return <button type="button" className="square" aria-pressed={reading} aria-label={name} title={name} onClick={toggle}><Icon name="sound" /></button>;
}
