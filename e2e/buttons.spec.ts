import { expect, type Page } from "@playwright/test";
import { languages } from "#contract/constants.ts";
import { logInAs, ownAddress } from "./member.ts";
import { test } from "./test.ts";

/** Screens whose buttons are in the markup; a page without scripts has them all, and loads quickly. */
const forGuests = ["/", "/signup", "/login", "/reset-password", "/pricing", "/members", "/withdrawal"];
const forMembers = [
  "/members",
  "/likes",
  "/likes/matches",
  "/chats",
  "/visitors",
  "/match-finder",
  "/profile",
  "/notifications",
  "/credits",
  "/transactions",
  "/delete-account",
];

/** Labels that wrap or are cut, among the buttons, the tabs and the main navigation of a page. */
async function tooLong(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const linesOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const tops = [...range.getClientRects()].filter((box) => box.width > 1).map((box) => box.top + box.height / 2);
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      return tops.length === 0 || Math.max(...tops) - Math.min(...tops) < size;
    };
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return [...document.querySelectorAll(".button, [role=tab], header nav a")]
      .filter(isSeen)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const isCut = element.scrollWidth > element.clientWidth + 1;
        // an icon above its label does not count as a second line
        const isStacked = getComputedStyle(element).flexDirection === "column";
        return isCut || left < 0 || right > innerWidth || !(isStacked || linesOf(element));
      })
      .map((element) => (element.textContent ?? "").trim());
  });
}

for (const [index, language] of languages.entries()) {
  test(`R1.11 ${language}: every button's label fits one line of a 390-pixel phone`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
      extraHTTPHeaders: { "x-forwarded-for": ownAddress() },
    });
    const page = await context.newPage();
    const prefix = language === "en" ? "" : `/${language}`;
    const wrong: string[] = [];
    const walk = async (paths: readonly string[]) => {
      for (const path of paths) {
        await page.goto(`${prefix}${path}`, { waitUntil: "load" });
        await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
        for (const label of await tooLong(page)) wrong.push(`${path}: ${label}`);
      }
    };
    await walk(forGuests);
    // two members in turn: all languages are more pages than one member may read in a minute
    await logInAs(context, index % 2 === 0 ? "robin" : "alex");
    await walk(forMembers);
    for (const [list, link] of [
      ["/members", "main a[href*='/members/']"],
      ["/chats", "main a[href*='/chats/']"],
    ]) {
      await page.goto(`${prefix}${list}`);
      const address = await page
        .locator(link ?? "")
        .first()
        .getAttribute("href");
      await walk([(address ?? "").slice(prefix.length)]);
    }
    expect(wrong).toEqual([]);
  });
}
