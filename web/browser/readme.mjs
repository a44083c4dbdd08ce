// The README's pictures of the page, in English, and the dashboard's of docs/page.md: node readme.mjs ADDRESS FOLDER
// [conversation | dashboard | board] (scripts/readme_pictures.py).
import { launched, Person } from "./stage.mjs";

const [base, folder, what] = process.argv.slice(2);
/** As wide as a README shows a picture, so that its letters keep their size. */
const WINDOW = { language: "en", calm: true, width: 1040 };

const pictures = {
  async conversation(browser) {
    const one = await Person.arrives(browser, base, { ...WINDOW, height: 790 });
    await one.asks("What do flats up to 60 m² in Dalseo-gu cost?");
    await one.asks("Sum up the prices there again");
    await one.sees(".turn", "Reused");
    await shown(one, "reused");
  },
  async dashboard(browser) {
    const one = await Person.arrives(browser, base, { ...WINDOW, height: 860, path: "/dashboard" });
    await one.sees(".variants tbody tr");
    await one.sees(".kpi .big", "%");
    await shown(one, "dashboard");
  },
  async board(browser) {
    for (const language of ["ko", "en"])
      for (const theme of ["light", "dark"])
        for (const [kind, size] of [["", {}], ["-phone", { width: 375, height: 812, touch: true }]]) {
          const one = await Person.arrives(browser, base, { language, theme, calm: true, path: "/dashboard", ...size });
          await one.sees(".variants tbody tr");
          await one.sees(".kpi .big", "%");
          await shown(one, `dashboard-${language}-${theme}${kind}`);
        }
  },
};

/** What moves has come to rest; then the picture. */
async function shown(one, name) {
  await one.page.waitForTimeout(1_000);
  await one.page.screenshot({ path: `${folder}/${name}.png` });
  await one.leaves();
}

const browser = await launched();
await pictures[what](browser);
await browser.close();
