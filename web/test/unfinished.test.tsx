/** A draft while it is written: nothing shown is a mark that becomes something else a moment later. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "../src/parts/markdown";
import { shownOf } from "../src/parts/unfinished";

const WHOLE = [
  "## 달서구 시세", "",
  "중위가는 **3억 9,000만원**이고 `m2`로 셉니다. [1] 앞말이 ~~틀린~~ 곳도 있습니다. [12]", "",
  "| 면적 | 중위 |", "| --- | ---: |", "| 60㎡ 이하 | **1억원** [2] |", "| 85㎡ 초과 | 5억원 |", "",
  "- 첫째 **굵게**", "- 둘째", "", "1. 하나", "2. 둘", "", "끝입니다.",
].join("\n");
const drawn = (text: string) => renderToStaticMarkup(<Markdown text={text} cite={(marker, key) => <sup key={key}>{marker}</sup>} />);
const seen = (html: string) => html.replace(/<[^>]*>/g, "");

test("no prefix of an answer shows a mark of Markdown as letters", () => {
  for (let end = 0; end <= WHOLE.length; end += 1) {
    const html = drawn(shownOf(WHOLE.slice(0, end)));
    expect(seen(html), `after ${end}: ${html}`).not.toMatch(/[*|~`#[\]]|--/);
  }
  expect(shownOf(WHOLE)).toBe(WHOLE);
});

test("what is shown only grows: a heading, a table, a bold word never become something else", () => {
  let before = "";
  for (let end = 0; end <= WHOLE.length; end += 1) {
    const now = seen(drawn(shownOf(WHOLE.slice(0, end))));
    // Numbers of a list and the text before a mark may be held back for a moment, never changed.
    const [short, long] = now.length < before.length ? [now, before] : [before, now];
    expect(long.startsWith(short) || long.replace(/\s/g, "").startsWith(short.replace(/\s/g, "")), `after ${end}: ${before} -> ${now}`).toBe(true);
    before = now;
  }
});

test.each([
  ["굵은 **글", "굵은 **글**"], ["굵은 **", "굵은"], ["굵은 *", "굵은"], ["값은 1억원입니다. [", "값은 1억원입니다."], ["값 [1", "값"], ["값 [1]", "값 [1]"],
  ["앞\n\n| 면적 | 중", "앞\n"], ["앞\n\n| 면적 | 중위 |\n| --- | --", "앞\n"], ["| a | b |\n| - | - |\n| 1 | 2", "| a | b |\n| - | - |"],
  ["```\ncode **x", "```\ncode **x"], ["2 * 3", "2 * 3"], ["60~85㎡", "60~85㎡"],
])("%j is shown as %j", (draft, shown) => expect(shownOf(draft).trimEnd()).toBe(shown.trimEnd()));
