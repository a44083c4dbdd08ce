// Usage: node run.mjs ADDRESS [parts of stories' names, with | between them]. One line a story; the exit code says whether all went well.
// Two browsers play what does not disturb others, side by side; what changes settings or kills the service comes after, alone.
import { boards } from "./board.mjs";
import { administrations } from "./admin.mjs";
import { attached } from "./attached.mjs";
import { devices } from "./devices.mjs";
import { graphs } from "./graphs.mjs";
import { embeds } from "./embed.mjs";
import { kept } from "./kept.mjs";
import { knowledge } from "./knowledge.mjs";
import { long } from "./long.mjs";
import { looks } from "./looks.mjs";
import { memories } from "./memory.mjs";
import { mended } from "./mended.mjs";
import { models } from "./models.mjs";
import { offered } from "./offered.mjs";
import { pauses } from "./pauses.mjs";
import { screens } from "./screens.mjs";
import { launched } from "./stage.mjs";
import { alone, doors, stories as everyday } from "./stories.mjs";
import { traces } from "./trace.mjs";
import { unasked } from "./unasked.mjs";
import { voices } from "./voice.mjs";

const stories = { ...everyday, ...traces, ...pauses, ...devices, ...graphs, ...kept, ...knowledge, ...attached, ...offered, ...screens, ...memories, ...voices, ...long };

const [base, part = ""] = process.argv.slice(2);
const wanted = Object.entries(process.env.LOOKS ? looks : process.env.UNASKED ? unasked : process.env.BOARD ? boards : process.env.ADMIN ? administrations : process.env.MODELS ? models : process.env.EMBED ? embeds : process.env.TOKEN ? doors : { ...stories, ...mended }).filter(([name]) => part.split("|").some((one) => name.includes(one)));
const startsWith = (starts) => wanted.filter(([name]) => starts.some((start) => name.startsWith(start)));
const first = startsWith(["a run fails"]);
const apart = startsWith([...alone, "z: "]);
const together = wanted.filter((one) => !apart.includes(one) && !first.includes(one));
let failed = 0;

async function play(browser, [name, story]) {
  const began = Date.now();
  try {
    await story(browser, base);
    process.stdout.write(`@ok ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n`);
  } catch (error) {
    failed += 1;
    await tellOf(browser, name, error);
  }
}

async function tellOf(browser, name, error) {
  const pages = browser.contexts().flatMap((context) => context.pages());
  if (process.env.SHOTS && pages.at(-1)) await pages.at(-1).screenshot({ path: `${process.env.SHOTS}/failed-${failed}.png` }).catch(() => undefined);
  for (const page of pages) process.stdout.write(`  errors: ${JSON.stringify(await page.evaluate(() => window.errors ?? []).catch(() => []))}\n`);
  process.stdout.write(`@failed ${name}: ${String(error.stack ?? error).replaceAll("\n", "\n  ")}\n`);
  for (const context of browser.contexts()) await context.close();
}

const next = together.values();
async function lane() {
  const browser = await launched();
  for (const one of next) await play(browser, one);
  await browser.close();
}

async function inTurn(those) {
  if (those.length === 0) return;
  const browser = await launched();
  for (const one of those) await play(browser, one);
  await browser.close();
}

await inTurn(first);
await Promise.all(together.length > 1 ? [lane(), lane()] : [lane()]);
await inTurn(apart);
process.stdout.write(`@played ${wanted.length}\n`);
process.exit(failed > 0 ? 1 : 0);
