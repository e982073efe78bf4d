import { expect, type Page } from "@playwright/test";
import { giveCredits } from "./give-credits.ts";
import { arriveTwo, type Guest, send, userOf } from "./member.ts";
import { countScriptBytes, holdScripts } from "./open.ts";
import { nina, Person } from "./person.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

const likesSent = async ({ context: { request } }: Guest): Promise<string[]> => {
  const { liked } = await (await request.get("/api/likes.php")).json();
  return liked.map(({ id }: { id: string }) => id);
};

/** Opens a page whose scripts have not arrived yet, and does something there; the page after it is hydrated. */
async function beforeScripts(page: Page, address: string, act: () => Promise<unknown>): Promise<void> {
  const release = await holdScripts(page);
  // a page that waits for its scripts may never be loaded
  await page.goto(address, { waitUntil: "domcontentloaded" });
  await act();
  await release();
}

test("R2.19 @one-width the signup's button, pressed before the page's scripts run, marks no later question", async ({
  browser,
}) => {
  const her = await Person.arrive(browser, "en", nina);
  await beforeScripts(her.page, "/signup", async () => {
    const posted = her.page.waitForResponse((response) => response.request().method() === "POST");
    await her.continueTo();
    expect((await posted).status()).toBe(400);
  });
  const error = her.page.getByText(say("errors:field.required")).filter({ visible: true });
  await expect(error).toHaveCount(2);
  await her.fillInWho();
  await expect(her.page.getByText(say("account:signup.step", { number: 2, total: 5 }))).toBeVisible();
  await expect(her.page.locator("[aria-invalid=true]")).toHaveCount(0);
  await expect(error).toHaveCount(0);
});

test("R2.19 @one-width the signup's button, pressed after two answers before the page's scripts run, leads on, once", async ({
  browser,
}) => {
  const her = await Person.arrive(browser, "en", nina);
  const { page } = her;
  await beforeScripts(page, "/signup", async () => {
    await her.fillInWho();
    const posted = page.waitForResponse((response) => response.request().method() === "POST");
    await her.continueTo();
    expect((await posted).status()).toBe(400);
  });
  await expect(page.getByText(say("account:signup.step", { number: 2, total: 5 }))).toBeVisible();
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
  await expect(page.getByText(say("errors:field.required")).filter({ visible: true })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText(say("account:signup.step", { number: 1, total: 5 }))).toBeVisible();
});

test("R1.03 R9.01 R1.04 R1.05 @one-width a tap before the page's scripts run does its work, once", async ({
  browser,
}) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { page } = he;
  const like = page.locator(".profile-actions").getByRole("button");
  await giveCredits(he, 5);

  await test.step("a profile's like, tapped twice, likes; later it takes the like back", async () => {
    await beforeScripts(page, `/members/${she.id}`, async () => {
      const posted = page.waitForResponse((response) => response.request().method() === "POST");
      await like.dblclick();
      await posted;
      await expect(like).toHaveAttribute("aria-pressed", "true");
    });
    await expect(like).toHaveAttribute("aria-pressed", "true");
    expect(await likesSent(he)).toEqual([she.id]);
    await beforeScripts(page, `/members/${she.id}`, async () => {
      await like.click();
      await expect(like).toHaveAttribute("aria-pressed", "false");
    });
    expect(await likesSent(he)).toEqual([]);
  });

  await test.step("the list of likes: likes back", async () => {
    await send(she.context, "POST", "/api/like.php", { id: he.id });
    await beforeScripts(page, "/likes", async () => {
      await page.getByRole("button", { name: say("likes:like_back") }).click();
      await expect(page.getByRole("link", { name: say("likes:write"), exact: true })).toBeVisible();
    });
    await expect(page).toHaveURL(/\/likes$/);
    expect(await likesSent(he)).toEqual([she.id]);
  });

  await test.step("the gifts open once the scripts are there", async () => {
    const sheet = page.getByRole("dialog", { name: say("gifts:send.title", { name: she.name }) });
    await beforeScripts(page, `/members/${she.id}`, async () => {
      await page.getByRole("link", { name: say("gifts:send.open") }).click();
      await page.waitForURL(/\?gift=1$/, { waitUntil: "domcontentloaded" });
    });
    await expect(sheet).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/members/${she.id}$`));
  });

  await test.step("a message, sent twice, arrives once and costs once", async () => {
    const text = "Do you swim in the lake all year?";
    await beforeScripts(page, `/members/${she.id}/chat`, async () => {
      await page.getByRole("textbox").fill(text);
      await page.getByRole("button", { name: say("chat:composer.send_price", { count: 1 }) }).dblclick();
      // not `waitForURL`, which fails if the second press ends the navigation of the first one
      await expect(page).toHaveURL(/\/chats\//);
    });
    expect((await userOf(he.context)).credits).toBe(9);
    const { chats } = await (await she.context.request.get("/api/chats.php")).json();
    expect(chats).toMatchObject([{ num_unread_messages: 1, last_message: { text } }]);
  });

  await test.step("a dialog that only scripts open opens once they are there", async () => {
    await beforeScripts(page, "/notifications/consents", () =>
      page
        .getByRole("button", { name: say("account:consents.withdraw") })
        .first()
        .click(),
    );
    await expect(page.getByRole("button", { name: say("account:consents.erase") })).toBeVisible();
  });

  await test.step("the filters give way to the results", async () => {
    const filters = page.locator("#filters");
    await beforeScripts(page, "/members", async () => {
      await page.locator('a[href$="#filters"]').filter({ visible: true }).click();
      await expect(filters).toBeVisible();
    });
    await filters.locator(".filter-submit button").click();
    await expect(filters).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  });

  await test.step("the swipe game: pass, then undo", async () => {
    const top = page.locator('[data-place="0"]');
    await page.goto("/swipe-game");
    const first = await top.getAttribute("data-swipe");
    await beforeScripts(page, "/swipe-game", async () => {
      await page.getByRole("button", { name: pattern(say, "swipe:pass") }).click();
      await expect(top).not.toHaveAttribute("data-swipe", first ?? "");
      await page.getByRole("button", { name: say("swipe:undo") }).click();
      await expect(page.getByRole("button", { name: say("swipe:undo") })).toHaveAttribute("aria-disabled", "true");
    });
  });
});

const alive = (page: Page) => page.locator("html[data-alive]");

/** Opens a public page; no script but the one of its start is loaded. */
async function openUntouched(page: Page, address: string): Promise<void> {
  await page.goto(address);
  expect(await countScriptBytes(page)).toBeGreaterThan(0);
  expect(await countScriptBytes(page, "page-start")).toBe(0);
}

test("D10.3 R3.09 R2.14 @one-width a public page's scripts wait for a touch, which does its work", async ({
  page,
  browser,
}) => {
  await test.step("a link leads on, and the address says where the visit began", async () => {
    await openUntouched(page, "/?network=adnet&sub1=a");
    await page.getByRole("link", { name: say("home:look_around"), exact: true }).click();
    await expect(page).toHaveURL(/\/members\?network=adnet&sub1=a$/);
  });

  await test.step("a form is posted", async () => {
    await openUntouched(page, "/landers/gallery?network=adnet");
    await page.locator("form.start").getByRole("button").click();
    await expect(page).toHaveURL(/\/signup\?network=adnet&lander=gallery$/);
  });

  await test.step("a menu opens, and stays open", async () => {
    await openUntouched(page, "/pages/terms");
    const language = page.getByRole("contentinfo").getByRole("link", { name: "Deutsch" });
    await page.locator(".language-menu summary").click();
    await expect(language).toBeVisible();
    await expect(alive(page)).toBeVisible();
    await expect(language).toBeVisible();
  });

  await test.step("the appearance changes, and stays", async () => {
    await openUntouched(page, "/pages/faq");
    const dark = page.getByRole("radio", { name: say("shell:theme.dark") });
    await page.locator(".mode-choice", { has: dark }).click();
    await expect(page.locator("html")).toHaveAttribute("data-mode", "dark");
    await expect(alive(page)).toBeVisible();
    await expect(dark).toBeChecked();
  });

  await test.step("a button that needs scripts is pressed once they run", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openUntouched(page, "/landers/gallery");
    await page.getByRole("button", { name: say("landers:gallery.onward") }).click();
    await expect.poll(() => page.locator(".wall-room").evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100);
  });

  await test.step("untouched, they run after five seconds", async () => {
    await page.clock.install();
    await page.goto("/pages/safety");
    await expect(alive(page)).toHaveCount(0);
    await page.clock.runFor(10_000);
    await expect(alive(page)).toBeVisible();
  });

  await test.step("the entry warning opens without them, and its answer counts", async () => {
    const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "193.0.6.139" } });
    const guest = await context.newPage();
    const door = guest.getByRole("dialog", { name: say("shell:entry.title", { age: 18 }) });
    const release = await holdScripts(guest);
    await openUntouched(guest, "/");
    await expect(door).toBeVisible();
    expect(await countScriptBytes(guest, "page-start")).toBe(0);
    await door.getByRole("button", { name: say("shell:entry.stay", { age: 18 }) }).click();
    await expect(door).toHaveCount(0);
    await release();
    await openUntouched(guest, "/pages/terms");
    await expect(door).toHaveCount(0);
    await context.close();
  });
});
