/**
 * One formatter for everything counted: amounts, ages, times, seconds. Moments are shown by the clock of whoever looks at the page, or of
 * the zone that is named (the dashboard: there days are counted); dates that belong to the data (months of sales, a law's version) come as text and stay as they are (docs/decisions).
 */
import type { Language } from "./words";

/**
 * 320000000 -> "3억 2,000만원" | "₩320 million". Below 10,000 won every won is shown. In English millions go up to a trillion, as answers
 * write them (foundation/language/figures/money.py): figures side by side compare at a glance in one unit.
 */
export function won(amount: number, language: Language): string {
  const whole = Math.round(amount);
  const sign = whole < 0 ? "-" : "";
  const units = Math.abs(whole);
  if (language === "en") return `${sign}₩${inEnglish(units)}`;
  if (units < 10_000) return `${sign}${units.toLocaleString("ko")}원`;
  const tens = Math.round(units / 1e4);
  const parts = [[Math.floor(tens / 1e8), "조"], [Math.floor(tens / 1e4) % 1e4, "억"], [tens % 1e4, "만"]] as const;
  return `${sign}${parts.filter(([count]) => count > 0).map(([count, unit]) => count.toLocaleString("ko") + unit).join(" ")}원`;
}

function inEnglish(amount: number): string {
  if (amount >= 1e12) return `${short(amount / 1e9)} billion`;
  if (amount >= 1e6) return `${short(amount / 1e6)} million`;
  return amount.toLocaleString("en");
}

function short(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

/** Facts side by side: a line that has no room for all of them breaks behind a dot, never before it. */
export function dotted(text: string): string {
  return text.replaceAll(" · ", "\u00a0· ");
}

/** Seconds of a duration: two decimals below 0.05, one below 10, none above. */
export function secondsOf(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000;
  return seconds.toFixed(seconds < 0.05 ? 2 : seconds < 9.95 ? 1 : 0);
}

/** A saving of half a second or more: to half a second below ten, whole above. */
export function savingOf(seconds: number): string {
  const rounded = seconds < 10 ? Math.round(seconds * 2) / 2 : Math.round(seconds);
  return String(rounded);
}

/** A formatter takes far longer to make than to use, and every line of a long conversation uses some. Who travels gets another one. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatted(at: number, language: string, wanted: Intl.DateTimeFormatOptions, zone?: string): string {
  const key = `${language} ${zone ?? new Date(at).getTimezoneOffset()} ${JSON.stringify(wanted)}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) formatters.set(key, (formatter = new Intl.DateTimeFormat(language, zone === undefined ? wanted : { ...wanted, timeZone: zone })));
  return formatter.format(at);
}

export function clock(at: number, language: Language, zone?: string): string {
  return formatted(at, language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, zone);
}

export function day(at: number, language: Language, zone?: string): string {
  return formatted(at, language, { month: language === "ko" ? "long" : "short", day: "numeric" }, zone);
}

/** 11/28 */
export function shortDay(at: number, zone?: string): string {
  return formatted(at, "en-US", { month: "numeric", day: "numeric" }, zone);
}

export function dayAndWeekday(at: number, language: Language, zone?: string): string {
  return formatted(at, language, { month: "long", day: "numeric", weekday: "long" }, zone);
}

/** "UTC+9": how far a zone is from UTC at that moment. */
export function offsetOf(zone: string, at: number): string {
  return formatted(at, "en-US", { timeZoneName: "shortOffset" }, zone).replace(/^.*GMT/, "UTC").replace(/\+0$/, "");
}

export function weekday(at: number, language: Language): string {
  return formatted(at, language, { weekday: "long" });
}

export function fullTime(at: number, language: Language, zone?: string): string {
  return formatted(at, language, { dateStyle: "full", timeStyle: "short" }, zone);
}

/** The month of YYYY-MM or YYYY-MM-DD: "2026년 2월". What is no month is shown as it is. */
export function monthOf(text: string, language: Language, length: "long" | "short" = "long"): string {
  const at = Date.parse(`${text.slice(0, 7)}-15T00:00:00Z`);
  return Number.isNaN(at) ? text : new Intl.DateTimeFormat(language, { year: "numeric", month: length }).format(at);
}

/** Number of the day where the page is read, or in a zone: equal numbers are the same day. */
export function dayNumber(at: number, zone?: string): number {
  if (zone !== undefined) return Math.round(Date.parse(`${formatted(at, "en-CA", { year: "numeric", month: "2-digit", day: "2-digit" }, zone)}T00:00:00Z`) / 86_400_000);
  const date = new Date(at);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** 방금 · 3분 전 · 2시간 전 · 어제 10:42 · 4일 전 */
export function age(at: number, now: number, language: Language, zone?: string): string {
  const minutes = Math.floor(Math.max(0, now - at) / 60_000);
  const days = dayNumber(now, zone) - dayNumber(at, zone);
  const ko = language === "ko";
  if (minutes < 1) return ko ? "방금" : "just now";
  if (minutes < 60) return ko ? `${minutes}분 전` : `${minutes} min ago`;
  if (days === 0 || minutes < 360) return ko ? `${Math.floor(minutes / 60)}시간 전` : `${Math.floor(minutes / 60)} h ago`;
  if (days === 1) return ko ? `어제 ${clock(at, language, zone)}` : `yesterday ${clock(at, language, zone)}`;
  return ko ? `${days}일 전` : `${days} days ago`;
}

/** A clock time today, a date otherwise: how a badge names when something was found. */
export function whenFound(at: number, now: number, language: Language): string {
  return dayNumber(at) === dayNumber(now) ? clock(at, language) : day(at, language);
}

export function span(seconds: number, language: Language): string {
  const ko = language === "ko";
  if (seconds >= 86_400) return ko ? `${Math.round(seconds / 86_400)}일` : plural(Math.round(seconds / 86_400), "day");
  if (seconds >= 3_600) return ko ? `${Math.round(seconds / 3_600)}시간` : `${Math.round(seconds / 3_600)} h`;
  return ko ? `${Math.round(seconds / 60)}분` : `${Math.round(seconds / 60)} min`;
}

function plural(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? "" : "s"}`;
}
