import { expect, test } from "vitest";
import { csvOf } from "../src/figure/figure";
import { chartOfAnalysis } from "../src/figure/worked";
import type { AnalysisOut } from "../src/generated/protocol";
import { en } from "../src/words/en";
import { ko } from "../src/words/ko";

const one: AnalysisOut = {
  operations: [], value: "1", unit: "won", working: [], watch: [], missing: [], refused: null,
  table: { columns: ["", "평균"], rows: [["마포구", "6억 8,000만원"], ["은평구", "3억 9,000만원"]] },
  chart: { kind: "bars", title: "평균", unit: "won", labels: ["마포구", "은평구"], series: [{ label: "평균", values: [680_000_000, 390_000_000] }] },
};
const two: AnalysisOut = {
  ...one,
  table: { columns: ["", "마포구", "은평구"], rows: [["1월", "6억원", "3억 8,000만원"], ["2월", "6억 8,000만원", "3억 9,000만원"]] },
  chart: { kind: "line", title: "평균", unit: "won", labels: ["1월", "2월"], series: [{ label: "마포구", values: [600_000_000, 680_000_000] }, { label: "은평구", values: [380_000_000, 390_000_000] }] },
};

test("a chart bears the words of the table beside it", () => {
  const chart = chartOfAnalysis(one, [], ko)!;
  expect(chart.rows.map((row) => [row.name, row.label])).toEqual(one.table!.rows);
});

test("two series are drawn side by side and kept in the file", () => {
  const chart = chartOfAnalysis(two, [], ko)!;
  expect(chart.series).toEqual(["마포구", "은평구"]);
  expect(chart.rows[1]!.others![0]!.label).toBe("3억 9,000만원");
  expect(csvOf(chart, ko)).toContain("1월,600000000,380000000\r\n2월,680000000,390000000");
});

test("without a table a value is told in the page's language and unit", () => {
  const bare = { ...one, table: null, chart: { ...one.chart!, unit: "percent", series: [{ label: "x", values: [4.5, 5] }] } };
  expect(chartOfAnalysis(bare, [], en)!.rows[0]!.label).toBe("4.5%");
  expect(chartOfAnalysis({ ...one, table: null }, [], en)!.rows[0]!.label).toBe("₩680 million");
});

test.each([
  [null], [{ ...one, chart: null }], [{ ...one, refused: "missing" }],
  [{ ...one, chart: { ...one.chart!, labels: ["하나"] } }],
  [{ ...one, chart: { ...one.chart!, series: [{ label: "x", values: [1] }] } }],
  [{ ...one, chart: { ...one.chart!, series: [{ label: "x", values: [1, -2] }] } }],
])("nothing is drawn of what makes no picture", (analysis) => {
  expect(chartOfAnalysis(analysis, [], ko)).toBeNull();
});
