/**
 * Answers as React elements. The text is a model's or a document's: it becomes elements of this list and nothing else;
 * HTML in it is shown as it was written, addresses other than http(s) stay text, pictures are never fetched.
 */
import { Marked, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode, memo, useMemo } from "react";
import type { MarkOut } from "../generated/protocol";
import { useWords } from "../words";

type CiteOf = (marker: number, key: string) => ReactNode;

/** One tilde is a range here (60~85㎡), two strike out. */
const STRUCK = /^~~(?=[^\s~])([\s\S]*?[^\s~])~~(?!~)/;
const reader = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: {
    del(source) {
      const found = STRUCK.exec(source);
      return found ? { type: "del", raw: found[0], text: found[1]!, tokens: this.lexer.inlineTokens(found[1]!) } : undefined;
    },
  },
});

/** Private letters that stand in the text where a mark begins and ends, while it is read as Markdown; behind the end, why. */
const OPENS = "\uE000", CLOSES = "\uE001", FIRST_WHY = 0xe010;
const WHYS: MarkOut["why"][] = ["figure", "contradicted", "name", "citation", "unsupported", "advice", "general"];
const PRIVATE = /[\uE000-\uE01F]/g;

interface Props {
  text: string;
  cite: CiteOf;
  /** Stretches of the text that the evidence does not bear out. */
  marks?: MarkOut[] | undefined;
}

export const Markdown = memo(function Markdown({ text, cite, marks }: Props) {
  const tokens = useMemo(() => reader.lexer(withMarks(text, marks ?? [])), [text, marks]);
  return <>{tokens.map((token, at) => <Fragment key={at}>{block(token, cite)}</Fragment>)}</>;
});

function withMarks(text: string, marks: MarkOut[]): string {
  // Whoever wrote the text may not mark it.
  let out = text.replace(PRIVATE, " ");
  for (const { start, end, why } of [...marks].sort((one, other) => other.start - one.start)) {
    if (start < 0 || end <= start || end > text.length) continue;
    const reason = String.fromCharCode(FIRST_WHY + Math.max(0, WHYS.indexOf(why)));
    out = `${out.slice(0, start)}${OPENS}${out.slice(start, end)}${CLOSES}${reason}${out.slice(end)}`;
  }
  return out;
}

function Doubt({ why }: { why: MarkOut["why"] }) {
  const words = useWords();
  return <span className="doubt" role="img" aria-label={words.doubt[why]} title={words.doubt[why]}>⚠</span>;
}

function block(token: Token, cite: CiteOf): ReactNode {
  switch (token.type) {
    case "paragraph":
      return <p>{inline(token.tokens, cite)}</p>;
    case "heading":
      return (token as Tokens.Heading).depth <= 2 ? <h3>{inline(token.tokens, cite)}</h3> : <h4>{inline(token.tokens, cite)}</h4>;
    case "list":
      return list(token as Tokens.List, cite);
    case "table":
      return table(token as Tokens.Table, cite);
    case "blockquote":
      return <blockquote>{(token.tokens ?? []).map((one, at) => <Fragment key={at}>{block(one, cite)}</Fragment>)}</blockquote>;
    case "code":
      return <pre tabIndex={0}><code>{bare(token)}</code></pre>;
    case "hr":
      return <hr />;
    case "space":
    case "def":
      return null;
    case "text":
      return "tokens" in token && token.tokens ? inline(token.tokens, cite) : words(plainOf(token), cite);
    default:
      return <p>{words(token.raw, cite)}</p>;
  }
}

function list(token: Tokens.List, cite: CiteOf): ReactNode {
  const items = token.items.map((item, at) => (
    <li key={at}>{item.tokens.map((one, part) => <Fragment key={part}>{block(one, cite)}</Fragment>)}</li>
  ));
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

const NUMBER = /^[\s\-₩~≈+]*[\d,.억만천원건%㎡\s\-–~]+(원|건|%|m²|million|billion)?$/;

function table(token: Tokens.Table, cite: CiteOf): ReactNode {
  // The first column names the rows: "60~85㎡" is a name there, and names stand on the left.
  const numeric = token.header.map((_, at) => at > 0 && token.rows.every((row) => NUMBER.test((row[at]?.text ?? "").replace(PRIVATE, ""))));
  const kind = (at: number) => (numeric[at] ? "number" : undefined);
  return (
    <div className="table-frame thin-scroll" tabIndex={0} role="group" aria-label={token.header.map((cell) => cell.text).join(", ").replace(PRIVATE, "")}>
      <table>
        <thead>
          <tr>{token.header.map((cell, at) => <th key={at} scope="col" className={kind(at)}>{inline(cell.tokens, cite)}</th>)}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, line) => (
            <tr key={line}>{row.map((cell, at) => <td key={at} className={kind(at)}>{inline(cell.tokens, cite)}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: Token[] | undefined, cite: CiteOf): ReactNode {
  return (tokens ?? []).map((token, at) => <Fragment key={at}>{part(token, cite)}</Fragment>);
}

function part(token: Token, cite: CiteOf): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inline(token.tokens, cite)}</strong>;
    case "em":
      return <em>{inline(token.tokens, cite)}</em>;
    case "del":
      return <del>{inline(token.tokens, cite)}</del>;
    case "codespan":
      return <code>{bare(token)}</code>;
    case "br":
      return <br />;
    case "link":
      return link(token as Tokens.Link, cite);
    case "image":
      return words((token as Tokens.Image).text, cite);
    case "escape":
      return bare(token);
    case "text":
      return "tokens" in token && token.tokens ? inline(token.tokens, cite) : words(plainOf(token), cite);
    default:
      return words(token.raw, cite);
  }
}

function link(token: Tokens.Link, cite: CiteOf): ReactNode {
  if (!/^https?:\/\//i.test(token.href)) return words(token.raw, cite);
  return <a href={token.href.replace(PRIVATE, "")} target="_blank" rel="noopener noreferrer nofollow">{inline(token.tokens, cite)}</a>;
}

function plainOf(token: Token): string {
  return "text" in token ? String(token.text) : token.raw;
}

function bare(token: Token): string {
  return plainOf(token).replace(PRIVATE, "");
}

/**
 * Amounts, numbers with their unit, and the last word before a citation do not break across lines. Of a word longer than a phone is
 * wide only the end is held to its citation.
 */
const PIECES = /((?:(?:-?₩[\d,.]*\d\s[mbtr]+illion[.,]?|(?:\d[\d,]*억\s)?\S{1,14})\s?)?(?:\[\d{1,3}\])+[.,!?]?)|((?:\d[\d,]*억\s)?\d[\d,.]*만?\s?(?:원|건|%|㎡|개월|년|일|초|분)\p{L}{0,3}[.,]?)|(-?₩[\d,.]*\d(?:\s[mbtr]+illion)?|\d[\d,.]*\sm²)|(\p{L}{1,12}·\p{L}{1,12})/gu;
const MARKER = /\[(\d{1,3})\]/g;

/** A sentence of the service's own, held together where lines must not break. */
export function Phrases({ text }: { text: string }) {
  return <>{words(text, (marker) => `[${marker}]`)}</>;
}

const SIGNS = /\uE000|\uE001([\uE010-\uE01F])/g;

/** A stretch of text; what lies between the signs of a mark is doubtful, and its end says why. */
function words(text: string, cite: CiteOf): ReactNode {
  const signs = [...text.matchAll(SIGNS)];
  if (signs.length === 0) return plain(text, cite);
  const out: ReactNode[] = [];
  let at = 0;
  let inside = signs[0]![0] !== OPENS;
  for (const sign of signs) {
    const piece = plain(text.slice(at, sign.index), cite);
    out.push(<Fragment key={at}>{inside ? <span className="doubtful">{piece}</span> : piece}</Fragment>);
    inside = sign[0] === OPENS;
    if (!inside) out.push(<Doubt key={`why-${sign.index}`} why={WHYS[sign[1]!.charCodeAt(0) - FIRST_WHY] ?? "unsupported"} />);
    at = sign.index + sign[0].length;
  }
  const rest = plain(text.slice(at), cite);
  out.push(<Fragment key={at}>{inside ? <span className="doubtful">{rest}</span> : rest}</Fragment>);
  return out;
}

function plain(text: string, cite: CiteOf): ReactNode {
  const out: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(PIECES)) {
    if (found.index > at) out.push(text.slice(at, found.index));
    out.push(<span className="whole" key={found.index}>{found[1] ? cited(found[1], cite, found.index) : found[0]}</span>);
    at = found.index + found[0].length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out;
}

function cited(text: string, cite: CiteOf, base: number): ReactNode {
  const out: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(MARKER)) {
    out.push(text.slice(at, found.index).replace(/\s$/, ""));
    out.push(cite(Number(found[1]), `${base}-${found.index}`));
    at = found.index + found[0].length;
  }
  out.push(text.slice(at));
  return out;
}
