/** How the dashboard writes shares, times and thresholds. */
import type { Language } from "../words";
import { secondsOf } from "../format";
import type { BoardWords } from "./ko";

/** 0.432 -> "43.2%", 0.002 -> "0.20%", 0 -> "0%": two decimals below one per cent, one otherwise. */
export function percent(share: number): string {
  const value = share * 100;
  if (value < 0.005) return "0%";
  if (value >= 99.95) return "100%";
  return `${value.toFixed(value < 0.995 ? 2 : 1)}%`;
}

/** The end of an axis, or a bound: no decimals where there are none. */
export function plainPercent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/** An interval's ends with one unit: "42.3~44.1" | "42.3–44.1". */
export function ends(low: number, high: number, language: Language): string {
  return `${percent(low).slice(0, -1)}${language === "ko" ? "~" : "–"}${percent(high).slice(0, -1)}`;
}

export function count(n: number, language: Language): string {
  return (Math.round(n) || 0).toLocaleString(language).replace("-", "−"); // never "−0"
}

export function seconds(ms: number, words: BoardWords): string {
  return words.seconds(secondsOf(Math.abs(ms)));
}

/** What may be a loss: "−0.2초". */
export function saved(ms: number, words: BoardWords): string {
  return `${ms < 0 ? "−" : ""}${seconds(ms, words)}`;
}

/** An interval of times with one unit: "0.9~1.2초" | "0.9–1.2 s". */
export function timeEnds(low: number, high: number, words: BoardWords, language: Language): string {
  return `${secondsOf(low)}${language === "ko" ? "~" : "–"}${seconds(high, words)}`;
}

/** "5시간 7분" | "5 h 7 min"; below a minute with the page's decimals. */
export function duration(ms: number, words: BoardWords): string {
  const sign = ms < 0 ? "−" : "";
  const whole = Math.round(Math.abs(ms) / 1_000);
  if (whole < 60) return `${sign}${seconds(ms, words)}`;
  return `${sign}${words.duration(Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60)}`;
}

export function threshold(value: number): string {
  return value.toFixed(2);
}

/** The end of an axis that holds `most`: the next of 1, 2, 3, 4, 5, 6, 8, 10 times a power of ten; at most 1. */
export function niceEnd(most: number): number {
  if (most <= 0) return 0.01;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= most * 0.9999) ?? 10;
  return Math.min(1, step * power);
}
