import { expect } from "@playwright/test";
import { arriveTwo, type Guest, send, signUpIn } from "./member.ts";
import { open, visitProfile } from "./open.ts";
import { addPhotos } from "./photo.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

const accountOf = ({ page, name }: Guest) =>
  page.getByRole("button", { name: say("navigation:account.menu", { name }) });
const cardOf = ({ page }: Guest, { name }: Guest) =>
  page.getByRole("main").getByRole("link", { name: new RegExp(`${name}, \\d+`) });

test("issue 4 she sees at once that he viewed her profile, and no longer after he switches visits off", async ({
  browser,
}) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);

  await test.step("her account has a dot with a text; its menu leads to the visitors", async () => {
    await open(she.page, "/visitors");
    await expect(she.page.getByRole("heading", { level: 1, name: say("visitors:title") })).toBeVisible();
    await expect(accountOf(she)).toHaveAccessibleDescription("");
    // a typed address leaves no visit, and the page says so
    await open(he.page, `/members/${she.id}`);
    await open(she.page, "/visitors");
    await expect(she.page.getByText(say("visitors:counts"))).toBeVisible();
    await expect(cardOf(she, he)).toHaveCount(0);
    await open(she.page, "/likes");
    await visitProfile(he.page, she.id);
    await expect(accountOf(she)).toHaveAccessibleDescription(say("navigation:account.new_visitors", { count: 1 }));
    await accountOf(she).focus();
    await she.page.keyboard.press("Enter");
    const entry = she.page.locator("#account-menu").getByRole("link", { name: say("navigation:account.visitors") });
    await expect(entry).toBeVisible();
    await entry.focus();
    await she.page.keyboard.press("Enter");
    await expect(she.page).toHaveURL(/\/visitors$/);
  });

  await test.step("he is listed under today, as new; the next time he is no longer new", async () => {
    await expect(she.page.getByRole("heading", { name: say("visitors:spans.today") })).toBeVisible();
    await expect(cardOf(she, he)).toContainText(say("visitors:new"));
    await expect(accountOf(she)).toHaveAccessibleDescription("");
    await open(she.page, "/visitors");
    await expect(cardOf(she, he)).toBeVisible();
    await expect(cardOf(she, he)).not.toContainText(say("visitors:new"));
  });

  await test.step("he switches visits off in his settings, which explain it, and is gone from her list", async () => {
    await open(he.page, "/notifications/privacy");
    const leaves = he.page.getByRole("switch", { name: say("visitors:switch.visits"), exact: true });
    await expect(leaves).toBeChecked();
    await leaves.focus();
    await he.page.keyboard.press("Space");
    await expect(he.page.getByText(say("visitors:switch.visits_off"))).toBeVisible();
    await visitProfile(he.page, she.id);
    await open(she.page, "/visitors");
    await expect(she.page.getByRole("heading", { level: 1, name: say("visitors:title") })).toBeVisible();
    await expect(cardOf(she, he)).toHaveCount(0);
    await open(he.page, "/visitors");
    await expect(he.page.getByText(say("visitors:own_hidden"))).toBeVisible();
  });
});

test("issue 4 a new member has no visitors yet, and the page suggests more; a visitor is sent to the login", async ({
  page,
  context,
}) => {
  await open(page, "/visitors");
  await expect(page).toHaveURL(/\/login\?next=/);
  await signUpIn(context, "Unseen");
  await open(page, "/visitors");
  await expect(page.getByRole("heading", { name: say("visitors:empty.title") })).toBeVisible();
  await expect(page.getByText(say("visitors:empty.text"))).toBeVisible();
  await addPhotos(context, ["#b35"]);
  await send(context, "PUT", "/api/profile.php", { about_me: "I walk a lot." });
  await open(page, "/visitors");
  await expect(page.getByText(say("visitors:empty.text_complete"), { exact: true })).toBeVisible();
  await page.getByRole("link", { name: say("shell:nav.members") }).click();
  await expect(page).toHaveURL(/\/members$/);
});
