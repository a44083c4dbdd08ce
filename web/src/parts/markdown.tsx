/**
 * Answers as React elements. The text is a model's or a document's: it becomes elements of this list and nothing else;
 * HTML in it is shown as it was written, addresses other than http(s) stay text, pictures are never fetched.
 */
import { Marked, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode, memo, useMemo } from "react";

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

interface Props {
  text: string;
  cite: CiteOf;
}

export const Markdown = memo(function Markdown({ text, cite }: Props) {
  const tokens = useMemo(() => reader.lexer(text), [text]);
  return <>{tokens.map((token, at) => <Fragment key={at}>{block(token, cite)}</Fragment>)}</>;
});

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
      return <pre tabIndex={0}><code>{(token as Tokens.Code).text}</code></pre>;
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
  const numeric = token.header.map((_, at) => at > 0 && token.rows.every((row) => NUMBER.test(row[at]?.text ?? "")));
  const kind = (at: number) => (numeric[at] ? "number" : undefined);
  return (
    <div className="table-frame thin-scroll" tabIndex={0} role="group" aria-label={token.header.map((cell) => cell.text).join(", ")}>
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
      return <code>{plainOf(token)}</code>;
    case "br":
      return <br />;
    case "link":
      return link(token as Tokens.Link, cite);
    case "image":
      return words((token as Tokens.Image).text, cite);
    case "escape":
      return plainOf(token);
    case "text":
      return "tokens" in token && token.tokens ? inline(token.tokens, cite) : words(plainOf(token), cite);
    default:
      return words(token.raw, cite);
  }
}

function link(token: Tokens.Link, cite: CiteOf): ReactNode {
  if (!/^https?:\/\//i.test(token.href)) return words(token.raw, cite);
  return <a href={token.href} target="_blank" rel="noopener noreferrer nofollow">{inline(token.tokens, cite)}</a>;
}

function plainOf(token: Token): string {
  return "text" in token ? String(token.text) : token.raw;
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

function words(text: string, cite: CiteOf): ReactNode {
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
