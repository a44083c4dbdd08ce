/** The fields of a form from its JSON Schema, and what is wrong with what was written. Pure; an unknown shape is a text. */
import type { Words } from "../words";

export interface Field {
  name: string;
  label: string;
  hint: string;
  unit: string;
  kind: "text" | "long" | "number" | "date" | "email" | "choice" | "yesno";
  choices: { value: string; label: string }[];
  required: boolean;
  whole: boolean;
  least: number | null;
  most: number | null;
  shortest: number;
  longest: number;
  pattern: RegExp | null;
  begin: string;
  /** Other field -> its values under which this one counts. */
  when: Record<string, string[]>;
}

const LONGEST = 2_000;
const LONG_TEXT = 200;

type Raw = Record<string, unknown>;
const isObject = (value: unknown): value is Raw => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown) => (typeof value === "string" ? value : "");
const number = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : null);

export function fieldsOf(schema: unknown): Field[] {
  const root = isObject(schema) ? schema : {};
  const required = Array.isArray(root.required) ? root.required : [];
  return Object.entries(isObject(root.properties) ? root.properties : {}).map(([name, raw]) =>
    fieldOf(name, isObject(raw) ? raw : {}, required.includes(name)),
  );
}

function fieldOf(name: string, raw: Raw, required: boolean): Field {
  const choices = choicesOf(raw);
  const longest = number(raw.maxLength) ?? LONGEST;
  return {
    name, choices, longest,
    required: required || isObject(raw["x-when"]),
    label: text(raw.title) || name,
    hint: text(raw.description),
    unit: text(raw.unit) || text(raw["x-unit"]),
    kind: kindOf(raw, choices.length > 0, longest),
    whole: raw.type === "integer",
    least: number(raw.minimum),
    most: number(raw.maximum),
    shortest: number(raw.minLength) ?? 0,
    pattern: patternOf(raw.pattern),
    when: whenOf(raw["x-when"]),
    begin: typeof raw.default === "boolean" || number(raw.default) !== null ? String(raw.default) : text(raw.default),
  };
}

function kindOf(raw: Raw, closed: boolean, longest: number): Field["kind"] {
  if (closed) return "choice";
  if (raw.type === "boolean") return "yesno";
  if (raw.type === "number" || raw.type === "integer") return "number";
  if (raw.format === "date" || raw.format === "email") return raw.format;
  return raw.type === "string" && typeof raw.maxLength === "number" && longest > LONG_TEXT ? "long" : "text";
}

/** `enum`, or `oneOf` of constants with titles. */
function choicesOf(raw: Raw): Field["choices"] {
  const constants = (Array.isArray(raw.oneOf) ? raw.oneOf : []).filter(isObject).filter((one) => "const" in one);
  if (constants.length > 0) return constants.map((one) => ({ value: String(one.const), label: text(one.title) || String(one.const) }));
  return (Array.isArray(raw.enum) ? raw.enum : []).filter((one) => one !== null).map((one) => ({ value: String(one), label: String(one) }));
}

function whenOf(raw: unknown): Field["when"] {
  return isObject(raw) ? Object.fromEntries(Object.entries(raw).map(([name, values]) => [name, (Array.isArray(values) ? values : []).map(String)])) : {};
}

/** The fields that count beside what is written in the others. */
export function askedFor(fields: Field[], written: Record<string, string>): Field[] {
  const valueOf = (name: string) => (Object.hasOwn(written, name) ? written[name]! : "");
  return fields.filter((field) => Object.entries(field.when).every(([name, values]) => values.includes(valueOf(name))));
}

/** A schema's pattern comes from afar: one that is no expression checks nothing, the service checks again. */
function patternOf(pattern: unknown): RegExp | null {
  try {
    return typeof pattern === "string" ? new RegExp(pattern, "u") : null;
  } catch {
    return null;
  }
}

/** What is wrong with a value; empty when nothing is. */
export function wrongWith(field: Field, written: string, words: Words): string {
  const value = written.trim();
  if (value === "") return field.required ? (field.kind === "choice" || field.kind === "yesno" ? words.choose : words.required) : "";
  return field.kind === "number" ? wrongNumber(field, value, words) : wrongText(field, value, words);
}

/** People write 300,000,000. */
function numberOf(value: string): number {
  return Number(value.replace(/(?<=\d),(?=\d{3}(\D|$))/g, ""));
}

function wrongNumber(field: Field, written: string, words: Words): string {
  const value = numberOf(written);
  // 3억, 4.5%: the service reads numbers as people write them.
  if (!Number.isFinite(value)) return /\d/.test(written) ? "" : words.notNumber;
  if (field.whole && !Number.isInteger(value)) return words.notWhole;
  const edgeText = (edge: number) => edge.toLocaleString(words.language) + field.unit;
  if (field.least !== null && value < field.least) return words.atLeast(edgeText(field.least));
  return field.most !== null && value > field.most ? words.atMost(edgeText(field.most)) : "";
}

function wrongText(field: Field, value: string, words: Words): string {
  if (value.length < field.shortest) return words.tooShort(field.shortest);
  if (value.length > field.longest) return words.tooLongField(field.longest);
  return field.pattern !== null && !field.pattern.test(value) ? words.wrongForm : "";
}

function sentNumber(written: string): number | string {
  const value = numberOf(written);
  return Number.isFinite(value) ? value : written;
}

/** A field may be called like something every object has. */
export function writtenIn(values: Record<string, string>, field: Field): string {
  return Object.hasOwn(values, field.name) ? values[field.name]! : "";
}

/** What is sent: fields left empty are not. */
export function valuesOf(fields: Field[], written: Record<string, string>): Record<string, unknown> {
  const filled = fields.map((field) => [field, writtenIn(written, field).trim()] as const).filter(([, value]) => value !== "");
  return Object.fromEntries(filled.map(([field, value]) => [field.name, field.kind === "number" ? sentNumber(value) : field.kind === "yesno" ? value === "true" : value]));
}
