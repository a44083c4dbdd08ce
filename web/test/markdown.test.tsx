import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "../src/parts/markdown";

const shown = (text: string) => renderToStaticMarkup(<Markdown text={text} cite={(marker, key) => <button key={key}>{marker}</button>} />);

test("HTML in an answer is shown as it was written", () => {
  for (const text of ['<img src=x onerror="alert(1)">', "a <b>b</b> <script>x</script>", "<iframe src='//x'></iframe>"]) {
    expect(shown(text)).not.toMatch(/<(img|script|iframe|b)\b/);
    expect(shown(text)).toContain("&lt;");
  }
});

test("only http and https addresses become links, pictures never load", () => {
  expect(shown("[x](https://example.org/a)")).toContain('href="https://example.org/a"');
  for (const text of ["[x](javascript:alert(1))", "[x](data:text/html,x)", "[x](//elsewhere.example)", "[x](JaVaScRiPt:x)"]) {
    expect(shown(text)).not.toContain("href");
  }
  expect(shown("![y](https://example.org/p.png)")).not.toContain("<img");
});

test("no text whatever makes an element that is not of the list", () => {
  const allowed = new Set("p h3 h4 ul ol li table thead tbody tr th td blockquote pre code hr strong em del br a span div button".split(" "));
  const bits = fc.array(fc.constantFrom("<", ">", "script", "img src=x", "[1]", "](", "[", "!", "`", "```\n", "|", "\n", "- ", "# ", "~", "**", "가나", "javascript:", "http://a.b", "&lt;", '"', "on=x"), { maxLength: 30 });
  fc.assert(
    fc.property(bits, (parts) => {
      const html = shown(parts.join(""));
      for (const [, name] of html.matchAll(/<([a-z0-9]+)/gi)) expect(allowed).toContain(name!.toLowerCase());
    }),
    { numRuns: 500 },
  );
});

test("a marker becomes a chip that stays with its word; a range is no strike-out", () => {
  expect(shown("중위가는 3억 1,850만원입니다. [5]")).toContain('<span class="whole">3억 1,850만원입니다.<button>5</button></span>');
  expect(shown("60~85㎡와 85~102㎡")).not.toContain("<del>");
  expect(shown("~~틀린 것~~")).toContain("<del>");
});

test("amounts in English stay whole, and with their citation", () => {
  expect(shown("The median is ₩1,230 million over 60 m² and more.")).toContain('<span class="whole">₩1,230 million</span>');
  expect(shown("It is ₩320 million. [2]")).toContain('<span class="whole">₩320 million.<button>2</button></span>');
  expect(shown("over 60 m² here")).toContain('<span class="whole">60 m²</span>');
});

test("of a word longer than the page is wide only the end is held to its citation", () => {
  for (const word of ["가".repeat(400), "w".repeat(400)]) {
    const [, held] = /<span class="whole">([^<]*)<button>/.exec(shown(`${word} [1]`))!;
    expect(held!.length).toBeLessThan(16);
    expect(word.endsWith(held!.trim())).toBe(true);
  }
});

test("a table keeps its columns, numbers stand on the right", () => {
  const html = shown("| 구분 | 중위 |\n| --- | --- |\n| 전체 | 3억 1,850만원 |\n| 작은 것 | 1억 3,550만원 |");
  expect(html).toContain('<td class="number">');
  expect(html).toContain('<td>전체</td>');
});

test("what names the rows stands on the left, even where every name is a span of numbers", () => {
  const html = shown("| 구분 | 중위 |\n| --- | --- |\n| 60~85㎡ | 3억 9,000만원 |\n| 85~102㎡ | 5억 2,750만원 |");
  expect(html).toContain('<th scope="col">구분</th>');
  expect(html).not.toContain('<td class="number"><span class="whole">60');
  expect(html.match(/<td class="number">/g)!.length).toBe(2);
});

test("a marked stretch is underlined and its end says why, in a table and beside a citation", () => {
  const marked = (text: string, words: string, why: "figure" | "advice" = "figure") => {
    const start = text.indexOf(words);
    return renderToStaticMarkup(<Markdown text={text} cite={(marker, key) => <button key={key}>{marker}</button>} marks={[{ start, end: start + words.length, why }]} />);
  };
  const plain = marked("평균은 3억원입니다 [1]. 곧 오릅니다. 끝.", "곧 오릅니다.", "advice");
  expect(plain).toMatch(/<span class="doubtful">곧 오릅니다\.<\/span><span class="doubt" role="img" aria-label="[^"]+"/);
  expect(plain.match(/doubtful/g)).toHaveLength(1);
  const row = marked("| 구 | 평균 |\n| --- | --- |\n| 마포구 | 3억원 [1] |", "마포구 | 3억원 [1]");
  expect(row).toContain("<button>1</button>");
  expect(row).toMatch(/<span class="doubtful">마포구<\/span>|<span class="doubtful">[^<]*<span class="whole">/);
  expect(row.match(/class="doubt"/g)).toHaveLength(1);
});

test("no text can mark itself", () => {
  expect(shown("a \uE000b\uE001\uE010 c")).not.toContain("doubt");
});
