import { expect, type Page } from "@playwright/test";
import { ask } from "./database.ts";
import { arriveTwo } from "./member.ts";
import { open } from "./open.ts";
import { runJob } from "./run-job.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

async function write(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("textbox", { name: say("chat:composer.label", { name }) }).fill(text);
  await page
    .getByRole("button", { name: pattern(say, "chat:composer.send_price_one") })
    .first()
    .click();
}

test("R10.01 R11.06 a “No, thanks” closes the chat for both, live, and the credits are back at once", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);

  await test.step("before she writes, she reads when her credits come back", async () => {
    await open(anna.page, `/members/${ben.id}/chat`);
    await expect(anna.page.getByText(say("answer-promise:offered_days", { count: 1, days: 7 }))).toBeVisible();
    await write(anna.page, ben.name, "Do you like the sea?");
    await expect(anna.page).toHaveURL(/\/chats\/[^/]+$/);
    await expect(anna.page.getByText(pattern(say, "answer-promise:waiting_one"))).toBeVisible();
    // before a second one: its credits would not come back
    await expect(anna.page.getByText(say("answer-promise:further"))).toBeVisible();
  });

  await test.step("he says “No, thanks” in two taps, the second on one of five sentences", async () => {
    await ben.page.clock.install();
    await open(ben.page, "/chats");
    await ben.page
      .getByRole("link", { name: new RegExp(anna.name) })
      .first()
      .click();
    const sheet = ben.page.getByRole("dialog");
    const decline = async (reason: string) => {
      await ben.page.getByRole("button", { name: say("answer-promise:decline.open") }).click();
      await expect(sheet).toContainText(say("answer-promise:decline.text", { name: anna.name }));
      await sheet.getByRole("button", { name: say(`answer-promise:reason.${reason}`) }).click();
      await expect(ben.page.getByText(say("answer-promise:decline.waiting", { name: anna.name }))).toBeVisible();
    };
    await decline("too_far");
    // for ten seconds it can be undone, and she knows nothing of it
    const undo = ben.page.getByRole("button", { name: say("chat:row.undo"), exact: true });
    await expect(undo).toBeFocused();
    await undo.click();
    await ben.page.clock.fastForward(15_000);
    await decline("met_someone");
    await expect(anna.page.getByText(say("answer-promise:closed.by_them", { name: ben.name }))).toHaveCount(0);
    await ben.page.clock.fastForward(10_000);
    await expect(ben.page.getByText(say("answer-promise:closed.by_me"))).toBeVisible();
    await expect(ben.page.getByRole("textbox", { name: say("chat:composer.label", { name: anna.name }) })).toHaveCount(
      0,
    );
  });

  await test.step("she sees it without a reload, and has her credits", async () => {
    await expect(anna.page.getByText(say("answer-promise:closed.by_them", { name: ben.name }))).toBeVisible();
    await expect(anna.page.getByText(say("answer-promise:reason.met_someone"))).toBeVisible();
    await expect(anna.page.getByText(say("answer-promise:given_back.declined", { count: 1 }))).toBeVisible();
    await open(anna.page, "/transactions");
    await expect(anna.page.getByText(say("transactions:kinds.declined"))).toBeVisible();
    await open(anna.page, "/updates");
    await expect(anna.page.getByText(say("updates:kind.declined"))).toBeVisible();
  });

  await test.step("each other's profile says so too, and offers neither a price nor a gift", async () => {
    await open(anna.page, `/members/${ben.id}`);
    await expect(anna.page.getByText(say("likes:closed"), { exact: true })).toBeVisible();
    await expect(anna.page.getByText(say("chat:composer.left", { count: 20 }))).toHaveCount(0);
    await expect(anna.page.getByRole("link", { name: say("gifts:send.open"), exact: true })).toHaveCount(0);
    await expect(anna.page.getByRole("link", { name: say("members:profile.open_chat") })).toBeVisible();
  });
});

test("R10.01 past the deadline the credits come back into the open chat; a later answer takes nothing", async ({
  browser,
}) => {
  test.slow();
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  await open(anna.page, `/members/${ben.id}/chat`);
  await write(anna.page, ben.name, "Do you like the mountains?");
  await expect(anna.page.getByText(pattern(say, "answer-promise:waiting_one"))).toBeVisible();
  await ask(
    `update answer_promises set sent_at = sent_at - interval '8 days', due_at = due_at - interval '8 days'
     where author_id = $1`,
    [anna.id],
  );
  await runJob("settle-promises");
  const line = anna.page.getByText(say("answer-promise:given_back.no_answer", { count: 1 }));
  // it comes by itself each half minute, should this one be lost
  await expect(line).toBeVisible({ timeout: 60_000 });
  await open(ben.page, "/chats");
  await ben.page
    .getByRole("link", { name: new RegExp(anna.name) })
    .first()
    .click();
  await write(ben.page, anna.name, "Sorry, I was away.");
  await expect(anna.page.getByText("Sorry, I was away.").first()).toBeVisible();
  await expect(line).toBeVisible();
  await open(anna.page, "/transactions");
  await expect(anna.page.getByText(say("transactions:kinds.no_answer"))).toHaveCount(1);
});

test("R10.01 a gift from the profile and a photo say, beside their price, when the credits come back", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const sheet = anna.page.getByRole("dialog");
  const openGifts = async () => {
    await open(anna.page, `/members/${ben.id}`);
    await anna.page.getByRole("link", { name: say("gifts:send.open"), exact: true }).click();
  };

  await test.step("both sheets say it before anything is chosen", async () => {
    await openGifts();
    await expect(sheet.getByText(say("answer-promise:offered", { count: 7 }))).toBeVisible();
    await open(anna.page, `/members/${ben.id}/chat`);
    await anna.page.getByRole("button", { name: say("chat-photos:button") }).click();
    await expect(sheet.getByText(say("answer-promise:offered_days", { count: 3, days: 7 }))).toBeVisible();
  });

  await test.step("too many wait: the sheet says so before, and sends it as she chooses", async () => {
    await ask(
      `insert into answer_promises (message_id, site_id, conversation_id, author_id, credits, sent_at, due_at)
       select gen_random_uuid(), site_id, gen_random_uuid(), id, 1, now(), now() + interval '7 days'
       from accounts, generate_series(1, 10) where id = $1`,
      [anna.id],
    );
    await openGifts();
    await expect(sheet.getByText(say("answer-promise:used_up.text", { count: 10 }))).toBeVisible();
    await sheet.getByText(say("gifts:name.rose"), { exact: true }).click();
    await sheet.getByRole("button", { name: say("answer-promise:used_up.send") }).click();
    await expect(anna.page).toHaveURL(/\/chats\/[^/]+$/);
    await expect(anna.page.getByText(pattern(say, "answer-promise:waiting_one"))).toHaveCount(0);
    const promised = "select count(*)::int as count from answer_promises where recipient_id = $1";
    expect(await ask(promised, [ben.id])).toEqual([{ count: 0 }]);
  });
});
