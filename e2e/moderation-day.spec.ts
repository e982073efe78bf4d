import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import type { QueueName } from "#contract/office.ts";
import { ask } from "./database.ts";
import { newMember, ownAddress, send } from "./member.ts";
import { open } from "./open.ts";
import { addPhotos, keepWaiting } from "./photo.ts";
import { picture } from "./picture.ts";
import { codeOf, finishSetup, inviteStaff, onceCarriedOut, pressVerdict, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const photos = 100;
const reports = 20;
const withdrawals = 5;

const hex = (at: number) => `#${((at * 2_654_435) % 0xff_ff_ff).toString(16).padStart(6, "0")}`;

/** What members left behind: photos that wait, reports about their owners, and withdrawals without a login. */
async function fillQueues(browser: Browser): Promise<void> {
  // the demo's own items are no part of the day
  await ask("update photos set status = 'active' where status = 'inspection'", []);
  const owners: string[] = [];
  for (let left = photos; left > 0; left -= 3) {
    const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": ownAddress() } });
    const owner = await newMember(context, "Olga");
    await addPhotos(
      context,
      Array.from({ length: Math.min(3, left) }, (_, at) => hex(left - at)),
    );
    await keepWaiting(owner);
    owners.push(owner.id);
    await context.close();
  }
  const reporter = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": ownAddress() } });
  await newMember(reporter, "Rita");
  for (const member of owners.slice(0, reports))
    await send(reporter, "POST", "/api/report.php", {
      member,
      about: "profile",
      reason: "scam",
      text: "Asked for money",
    });
  for (let at = 0; at < withdrawals; at += 1)
    await send(reporter, "POST", "/api/withdrawal-request.php", {
      email: `buyer.${at}@example.org`,
      number: `R-2026-${at}`,
    });
  await reporter.close();
}

type Result = { queue: QueueName; items: number; presses: number; seconds: number; longest: number };

/** Clears a queue by keyboard: `keyFor` chooses what to press. The time is what the product needs, without thinking. */
async function clear(page: Page, queue: QueueName, items: number, keyFor: (at: number) => string): Promise<Result> {
  await open(page, "/staff");
  await page.getByRole("link", { name: say(`staff:queues.${queue}`) }).click();
  const item = page.locator(".queue-item article");
  await expect(item).toBeVisible();
  await picture(page, `${queue}-begin`);
  const began = Date.now();
  let longest = 0;
  for (let at = 0; at < items; at += 1) {
    const since = Date.now();
    const image = item.locator("img").first();
    if (queue === "photos") await image.evaluate((shown: HTMLImageElement) => shown.decode());
    const last = at === items - 1;
    await item.evaluate((shown, mark) => shown.setAttribute("data-mark", mark), randomUUID());
    // a decision on a report says why; the keys work outside the field
    if (queue === "reports") {
      await page.getByLabel(say("staff:reports.words")).fill("We looked at it.");
      await page.getByRole("heading", { level: 1 }).click();
    }
    const before = await item.innerHTML();
    await pressVerdict(page, keyFor(at));
    if (last) await expect(page.getByText(say("staff:queue.done"))).toBeVisible();
    else await expect.poll(() => item.innerHTML(), { intervals: [10] }).not.toBe(before);
    longest = Math.max(longest, Date.now() - since);
  }
  await picture(page, `${queue}-end`);
  return { queue, items, presses: items + 1, seconds: (Date.now() - began) / 1000, longest };
}

test("D8.2 D11.2 a day of moderation: 100 photos, 20 reports, 5 withdrawals, by keyboard", {
  tag: "@by-hand",
}, async ({ browser }) => {
  test.setTimeout(900_000);
  await fillQueues(browser);
  const staff = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
    extraHTTPHeaders: { "x-forwarded-for": ownAddress() },
  });
  const page = await staff.newPage();
  const { path } = inviteStaff("admin");
  await finishSetup(page, codeOf(await setUpStaff(page, path)));
  await page.waitForURL(/\/staff$/);
  await picture(page, "home");
  const results = [
    await clear(page, "photos", photos, (at) => (at % 10 === 9 ? "1" : "a")),
    await clear(page, "reports", reports, (at) => (at % 4 === 3 ? "2" : "1")),
    // the demo world has one more
    await clear(page, "withdrawals", withdrawals + 1, () => "c"),
  ];
  for (const { queue, items, presses, seconds, longest } of results) {
    const rate = Math.round((items / seconds) * 60);
    console.log(
      `${queue}: ${items} items, ${presses} presses, ${(seconds / 60).toFixed(1)} minutes, ${rate} a minute, the slowest ${longest} ms`,
    );
  }
  const decided = () =>
    ask("select status, count(*)::int as count from photos where created_at > now() group by 1", []);
  await expect.poll(decided, onceCarriedOut).toEqual(expect.arrayContaining([{ status: "active", count: 90 }]));
  expect((results[0]?.seconds ?? 0) / photos).toBeLessThan(2);
});
