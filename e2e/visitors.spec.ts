import { expect } from "@playwright/test";
import { isLanguage } from "#server/http/language.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility.ts";
import { arrive, type DemoMember, part, send } from "./demo-member.ts";
import { open } from "./open.ts";
import { Person } from "./person.ts";
import { screenOf } from "./screen.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

// two browsers at once, and each screen looked at in light and dark
test.describe.configure({ timeout: 180_000 });

const accountOf = ({ page }: DemoMember, name: string) =>
  page.getByRole("button", { name: say("shell:account.menu", { name }) });
const cardOf = ({ page }: DemoMember, name: string) =>
  page.getByRole("main").getByRole("link", { name: new RegExp(`${name}, \\d+`) });

test("issue 4 she sees at once that he looked at her profile, and no more once he lets nobody see it", async ({
  browser,
}, info) => {
  const robin = await arrive(browser, info.project.use, "robin");
  const alex = await arrive(browser, info.project.use, "alex");
  await part(alex, robin);
  await send(robin, "PUT", "/api/profile.php", { leaves_visits: true });

  await test.step("a dot by her account, in words, too; the visitors are in its menu", async () => {
    await open(alex.page, "/visitors");
    await expect(alex.page.getByRole("heading", { level: 1, name: say("visitors:title") })).toBeVisible();
    // whoever was there before is seen now
    await expect(accountOf(alex, "Alex")).toHaveAccessibleDescription("");
    await open(alex.page, "/likes");
    await open(robin.page, `/members/${alex.id}`);
    await expect(accountOf(alex, "Alex")).toHaveAccessibleDescription(say("shell:account.new_visitors", { count: 1 }));
    await expectAccessible(alex.page);
    await accountOf(alex, "Alex").focus();
    await alex.page.keyboard.press("Enter");
    const entry = alex.page.locator("#account-menu").getByRole("link", { name: say("shell:account.visitors") });
    await expect(entry).toBeVisible();
    await expectAccessible(alex.page);
    await entry.focus();
    await alex.page.keyboard.press("Enter");
    await expect(alex.page).toHaveURL(/\/visitors$/);
  });

  await test.step("he stands under today, new; the next time he is there and no longer new", async () => {
    await expect(alex.page.getByRole("heading", { name: say("visitors:spans.today") })).toBeVisible();
    await expect(cardOf(alex, "Robin")).toContainText(say("visitors:new"));
    await expect(accountOf(alex, "Alex")).toHaveAccessibleDescription("");
    await expectAccessible(alex.page);
    await expectNoSidewaysScroll(alex.page);
    await open(alex.page, "/visitors");
    await expect(cardOf(alex, "Robin")).toBeVisible();
    await expect(cardOf(alex, "Robin")).not.toContainText(say("visitors:new"));
  });

  await test.step("he switches it off in his settings, which say what it does, and is gone from her list", async () => {
    await open(robin.page, "/notifications#privacy");
    const leaves = robin.page.getByRole("switch", { name: say("visitors:switch.label"), exact: true });
    await expect(leaves).toBeChecked();
    await leaves.focus();
    await robin.page.keyboard.press("Space");
    await expect(robin.page.getByText(say("visitors:switch.off"))).toBeVisible();
    await expectAccessible(robin.page);
    await open(robin.page, `/members/${alex.id}`);
    await open(alex.page, "/visitors");
    await expect(alex.page.getByRole("heading", { level: 1, name: say("visitors:title") })).toBeVisible();
    await expect(cardOf(alex, "Robin")).toHaveCount(0);
    await open(robin.page, "/visitors");
    await expect(robin.page.getByText(say("visitors:own_hidden"))).toBeVisible();
  });

  await send(robin, "PUT", "/api/profile.php", { leaves_visits: true });
  await robin.context.close();
  await alex.context.close();
});

test("issue 4 the visitors of a new member are none yet, and the page leads on; who is not logged in comes to the login", async ({
  browser,
}, info) => {
  const language = info.project.use.locale?.slice(0, 2);
  if (!isLanguage(language)) throw new Error("a project without a language");
  const birth = { day: "3", month: "11", year: "1991" };
  const wish = { name: "Unseen", gender: "male", seeks: "female", birth, country: "GB", town: "London" } as const;
  const options = screenOf(info.project.use);
  const unseen = await Person.arrive(browser, options, language, wish);
  await unseen.open("/visitors");
  await expect(unseen.page).toHaveURL(/\/login\?next=/);
  await unseen.open("/");
  await unseen.signUp();
  await unseen.open("/visitors");
  await expect(unseen.page.getByRole("heading", { name: unseen.say("visitors:empty.title") })).toBeVisible();
  await expectAccessible(unseen.page);
  await expectNoSidewaysScroll(unseen.page);
  await unseen.page.getByRole("link", { name: unseen.say("visitors:empty.search") }).click();
  await expect(unseen.page).toHaveURL(/\/members$/);
  expect(unseen.complaints).toEqual([]);
  await unseen.leave();
});
