// Writes src/generated/*.ts from docs/events.schema.json and docs/openapi.json, or with --check says what drifted.
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const here = new URL(".", import.meta.url);
const banner = (source) => `/* Generated from ${source} by \`npm run types\`; do not edit. */\n/* eslint-disable */`;

const frames = JSON.parse(await readFile(new URL("../../docs/events.schema.json", here), "utf8"));
const http = JSON.parse(await readFile(new URL("../../docs/openapi.json", here), "utf8"));

const written = {
  "protocol.ts": await typesOf(frames.$defs, "Frames", "docs/events.schema.json"),
  "http.ts": await typesOf(http.components.schemas, "Bodies", "docs/openapi.json"),
};

let drifted = false;
for (const [name, text] of Object.entries(written)) {
  const file = new URL(`../src/generated/${name}`, here);
  const found = await readFile(file, "utf8").catch(() => "");
  if (found === text) continue;
  if (process.argv.includes("--check")) {
    drifted = true;
    console.error(`web/src/generated/${name} is not what the schema says; run \`make page-types\``);
  } else {
    await writeFile(file, text);
    console.log(`web/src/generated/${name} written`);
  }
}
process.exitCode = drifted ? 1 : 0;

/** One file of types: every definition by its own name. Titles of fields would become types of their own. */
async function typesOf(definitions, title, source) {
  const text = JSON.stringify(definitions).replaceAll("#/components/schemas/", "#/$defs/");
  const parts = withoutTitles(JSON.parse(text));
  for (const [name, part] of Object.entries(parts)) {
    if (!part.enum) part.title = name;
    requireAll(part);
  }
  const properties = Object.fromEntries(Object.keys(parts).map((name) => [name, { $ref: `#/$defs/${name}` }]));
  const schema = { title, type: "object", additionalProperties: false, properties, required: Object.keys(parts), $defs: parts };
  return compile(schema, title, { bannerComment: banner(source), format: false, additionalProperties: false });
}

function withoutTitles(node) {
  if (Array.isArray(node)) return node.map(withoutTitles);
  if (node === null || typeof node !== "object") return node;
  const kept = Object.entries(node).filter(([key, value]) => !(key === "title" && typeof value === "string"));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTitles(value)]));
}

/** The service writes every field, also those with a default; who sends a frame from here writes them too. */
function requireAll(part) {
  if (part.properties !== undefined) part.required = Object.keys(part.properties);
}
