/** A conversation behind a link: read only, without an account, without anything of the rest of the service. */
import { useEffect, useState } from "react";
import type { SharedExchange, SharedOut } from "./generated/http";
import { clock, dayAndWeekday } from "./format";
import { request, type Refusal } from "./http";
import { Mark } from "./parts/icons";
import { Markdown } from "./parts/markdown";
import { languageOf } from "./parts/naming";
import { applyLooks, type Looks, LooksContext } from "./settings";
import { useWords, wordsOf, WordsContext } from "./words";
import { keptWords } from "./words/kept";

export default function Shared({ looks }: { looks: Looks }) {
  useEffect(() => applyLooks(looks), [looks]);
  return <LooksContext value={looks}><WordsContext value={wordsOf(looks.language)}><Page /></WordsContext></LooksContext>;
}

function Page() {
  const words = useWords();
  const said = keptWords(words.language);
  const [found, setFound] = useState<SharedOut | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  useEffect(() => void request<SharedOut>("GET", `/api${location.pathname}`).then(setFound, setRefused), []);
  const title = found?.title || said.sharedPage;
  useEffect(() => void (document.title = `${title} · Suffice`), [title]);
  const at = found === null ? 0 : Date.parse(found.shared_at);
  return (
    <div className="shared thin-scroll">
      <header><Mark /><span>{words.product}</span><span className="chip">{said.sharedPage}</span></header>
      <main>
        <h1>{found === null && refused === null ? said.reading : title}</h1>
        {refused && <p role="alert">{refused.status === 404 ? said.sharedNone : refused.status === 429 ? said.sharedPaced : said.sharedUnread}</p>}
        {found && <p className="dim">{said.sharedAt(`${dayAndWeekday(at, words.language)} ${clock(at, words.language)}`)}{found.left_out > 0 && ` · ${said.leftOut(found.left_out)}`}</p>}
        {found?.exchanges.map((one, number) => <Exchange key={number} exchange={one} number={number + 1} />)}
      </main>
    </div>
  );
}

function Exchange({ exchange, number }: { exchange: SharedExchange; number: number }) {
  const words = useWords();
  const said = keptWords(words.language);
  const { sources } = exchange;
  const place = (marker: number) => `source-${number}-${marker}`;
  const language = languageOf(exchange.content);
  return (
    <article className="turn" aria-label={words.question(number)}>
      <h2 className="asked" lang={languageOf(exchange.question)}>{exchange.question}</h2>
      <div className="answer" lang={language}>
        <Markdown text={sources.length > 0 ? exchange.content : exchange.content.replace(/\s*\[\d+\]/g, "")}
          cite={(marker, key) => sources.some((one) => one.marker === marker) ? <a key={key} className="cite" href={`#${place(marker)}`} aria-label={`${said.sourcesHead} ${marker}`}>{marker}</a> : null} />
      </div>
      {sources.length > 0 && (
        <section className="shared-sources" aria-label={`${said.sourcesHead} · ${words.question(number)}`}>
          <h3>{said.sourcesHead}</h3>
          <ol>{sources.map((one) => (
            <li key={one.marker} id={place(one.marker)} value={one.marker}>
              <b>{one.title}</b> <span className="dim">{[one.source, one.place].filter(Boolean).join(" · ")}</span>
              <p lang={languageOf(one.quote)}>{one.quote}</p>
              {one.uri && <a className="link" href={one.uri} rel="noreferrer noopener" target="_blank">{words.original}</a>}
            </li>
          ))}</ol>
        </section>
      )}
    </article>
  );
}
