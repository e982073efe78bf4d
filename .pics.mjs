import { chromium } from "playwright-core";

const base = process.env.BASE ?? "http://localhost:4100";
const b = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
async function shot(name, { lang = "", who, path, w = 390, h = 844, dark = false, full = false, act }) {
  const c = await b.newContext({
    viewport: { width: w, height: h },
    colorScheme: dark ? "dark" : "light",
    hasTouch: w < 700,
    locale: "en-GB",
  });
  const p = await c.newPage();
  if (who) {
    await p.goto(`${base}/login`);
    await p.locator("input[name=login]").first().fill(`${who}@demo.invalid`);
    await p.locator("input[type=password]").fill("rendezvous-demo");
    await p.locator("main button[type=submit]").first().click();
    await p.waitForURL((u) => !u.pathname.endsWith("/login"), { timeout: 10000 }).catch(() => {});
  }
  await p.goto(`${base}${lang}${path}`);
  await p.waitForTimeout(1500);
  if (act) await act(p);
  await p.screenshot({ path: `/tmp/lead/${name}.png`, fullPage: full });
  const first = await p.evaluate(() => document.querySelector("a[data-member]")?.getBoundingClientRect().top);
  console.log(name, first, p.url());
  await c.close();
}
const jobs = JSON.parse(process.argv[2]);
for (const j of jobs) await shot(j.name, j);
await b.close();
