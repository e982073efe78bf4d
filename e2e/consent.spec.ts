import { expect, type Page } from "@playwright/test";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

/** Everything that the site keeps in the browser, by its name. */
async function keptIn(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  const storageKeys = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const programs = await navigator.serviceWorker.getRegistrations();
    return [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...databases.map(({ name }) => `database ${name}`),
      ...(await caches.keys()),
      ...programs.map(({ active }) => active?.scriptURL.split("/").at(-1) ?? "program"),
    ];
  });
  return [...cookies.map(({ name }) => name), ...storageKeys];
}

test("D11.5 a visitor’s browser keeps only what the cookies page lists, and before a choice only the place on the page", {
  tag: "@one-width",
}, async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await open(page, "/pages/cookies");
  const listed = await page.locator("main code").allTextContents();
  expect(listed).toEqual(expect.arrayContaining(["__Host-auth", "react-router-scroll-positions"]));

  for (const path of ["/?network=adnet&ref=spring&lb", "/members", "/login", "/pricing", "/pages/faq"]) {
    await open(page, path);
    expect(await keptIn(page), path).toEqual(["react-router-scroll-positions"]);
  }

  await open(page, "/signup");
  await page.getByRole("radio").first().check();
  await open(page, "/pages/cookies");
  // the radio button itself is for screen readers only: a reader taps its icon
  await page.getByTitle(sayIn("en")("shell:theme.dark")).click();
  const kept = await keptIn(page);
  expect(kept).toEqual(expect.arrayContaining(["mode", "signup-draft"]));
  expect(kept.filter((name) => !listed.includes(name))).toEqual([]);
});
