import { type BrowserContext, expect, type Page } from "@playwright/test";
import { languages } from "#contract/constants.ts";
import { settingPath, settingSections } from "#contract/setting-sections.ts";
import { expectFitsEachWidth } from "./accessibility.ts";
import { ask } from "./database.ts";
import { newMember, ownAddress, send } from "./member.ts";
import { memberScreens } from "./member-screens.ts";
import { open } from "./open.ts";
import { addPhotos } from "./photo.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const phone = { width: 390, height: 844 };

/** Screens whose buttons are in the markup; a page without scripts has them all, and loads quickly. */
const forGuests = [
  ["/", "home:heading"],
  ["/signup", "account:signup.heading"],
  ["/login", "auth:login.heading"],
  ["/reset-password", "auth:login.forgot"],
  ["/pricing", "pages:pricing.title"],
  ["/members", "members:title"],
  ["/withdrawal", "withdrawals:link"],
] as const;

/** Lists of which the first entry is opened, too. */
const lists = ["/members", "/chats", "/credits"];

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

/** Signs up a member whose screens show all buttons: she has a photo, a chat, and a like that she has not returned. */
async function signUpWithAll(context: BrowserContext): Promise<Cookies> {
  const { id } = await newMember(context, "Buttons");
  const { members } = await (await context.request.get("/api/members.php")).json();
  const he = members.find(({ fictional }: { fictional: boolean }) => !fictional);
  await addPhotos(context, ["#b35"]);
  await send(context, "POST", "/api/message.php", { member: he.id, text: "Good evening" });
  const like = `insert into likes (site_id, from_id, to_id, created_at)
    select site_id, member_id, $2, now() from profiles where member_id = $1`;
  await ask(like, [he.id, id]);
  return await context.cookies();
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
/** She is the same in all languages, because the walks only look at her pages. */
let herCookies: Cookies | undefined;

for (const language of languages) {
  test(`R1.11 ${language}: pages are in the language, and every button's label fits one line of a 390-pixel phone`, async ({
    browser,
  }) => {
    const prefix = language === "en" ? "" : `/${language}`;
    const wrong: string[] = [];
    const arrive = async (javaScriptEnabled = false) =>
      await browser.newContext({
        viewport: phone,
        javaScriptEnabled,
        extraHTTPHeaders: { "x-forwarded-for": ownAddress() },
      });
    const walk = async (page: Page, paths: readonly string[]) => {
      for (const path of paths) {
        await page.goto(`${prefix}${path}`, { waitUntil: "load" });
        // a page without scripts is complete once it is loaded, so that all is read at once
        const [labels] = await Promise.all([
          tooLong(page),
          expect(page.locator("html")).toHaveAttribute("lang", language),
          expect(page.getByRole("heading", { level: 1 }), path).toBeVisible(),
        ]);
        for (const label of labels) wrong.push(`${path}: ${label}`);
        // its words are the longest
        if (language === "fi") {
          await expectFitsEachWidth(page);
          await page.setViewportSize(phone);
        }
      }
    };
    const guest = await (await arrive()).newPage();
    for (const [path, title] of forGuests) {
      await walk(guest, [path]);
      await expect(guest.getByRole("heading", { level: 1 })).toContainText(sayIn(language)(title));
    }
    // the passkey's button needs scripts
    const visitor = await (await arrive(true)).newPage();
    await open(visitor, `${prefix}/login`);
    await expect(visitor.getByRole("button", { name: sayIn(language)("passkeys:login.send") })).toBeVisible();
    wrong.push(...(await tooLong(visitor)));
    const context = await arrive();
    herCookies ??= await signUpWithAll(context);
    await context.addCookies(herCookies);
    const page = await context.newPage();
    const screens = memberScreens.filter((path) => !lists.includes(path));
    await walk(page, [...screens, ...settingSections.map(settingPath), "/likes/matches"]);
    for (const list of lists) {
      await walk(page, [list]);
      const address = await page.locator(`main a[href*='${list}/']`).first().getAttribute("href");
      await walk(page, [(address ?? "").slice(prefix.length)]);
    }
    expect(wrong).toEqual([]);
  });
}
