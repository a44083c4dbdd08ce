// Usage: node run.mjs ADDRESS [part of a story's name]. One line a story; the exit code says whether all went well.
import { launched } from "./stage.mjs";
import { doors, stories } from "./stories.mjs";

const [base, part = ""] = process.argv.slice(2);
const browser = await launched();
let failed = 0;
for (const [name, story] of Object.entries(process.env.TOKEN ? doors : stories).filter(([one]) => one.includes(part))) {
  const began = Date.now();
  try {
    await story(browser, base);
    process.stdout.write(`@ok ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n`);
  } catch (error) {
    failed += 1;
    const pages = browser.contexts().flatMap((context) => context.pages());
    const picture = process.env.SHOTS && pages.at(-1) ? `${process.env.SHOTS}/failed-${failed}.png` : "";
    if (picture) await pages.at(-1).screenshot({ path: picture }).catch(() => undefined);
    for (const page of pages) process.stdout.write(`  errors: ${JSON.stringify(await page.evaluate(() => window.errors ?? []).catch(() => []))}\n`);
    process.stdout.write(`@failed ${name}: ${String(error.stack ?? error).replaceAll("\n", "\n  ")}\n`);
    for (const context of browser.contexts()) await context.close();
  }
}
await browser.close();
process.exit(failed > 0 ? 1 : 0);
