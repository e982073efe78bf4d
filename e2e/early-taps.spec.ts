import { expect, type Page } from "@playwright/test";
import { giveCredits } from "./give-credits.ts";
import { arriveTwo, type Guest, send, userOf } from "./member.ts";
import { holdScripts } from "./open.ts";
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
      await page.waitForURL(/\/chats\//, { waitUntil: "domcontentloaded" });
    });
    expect((await userOf(he.context)).credits).toBe(9);
    const { chats } = await (await she.context.request.get("/api/chats.php")).json();
    expect(chats).toMatchObject([{ num_unread_messages: 1, last_message: { text } }]);
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
