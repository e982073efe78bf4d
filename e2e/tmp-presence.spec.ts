import { expect } from "@playwright/test";
import { ask } from "./database.ts";
import { arriveTwo, logInAs, send } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

test("pictures", async ({ browser }) => {
  const [her, him] = await arriveTwo(browser, ["Ada", "Bo"]);
  await ask("update wallets set credits = credits + 200 where member_id = any($1)", [[her.id, him.id]]);
  const write = async (from: typeof her, to: typeof her, text: string) =>
    (await send(from.context, "POST", "/api/message.php", { member: to.id, text })).conversation.id;
  const id = await write(him, her, "Hello there, how was your week?");
  await write(her, him, "שלום! מה שלומך היום? https://example.org");
  await write(her, him, "مرحبا كيف حالك 🙂");
  await write(him, her, "Zalgo: e\u0301a\u0308o\u0302 n\u0303 · นี่คือข้อความ · 日本語のメッセージ · हिन्दी संदेश");
  await write(
    him,
    her,
    "👩‍👩‍👧‍👦👨🏽‍🚀🏳️‍🌈🇫🇮 see https://exаmple.org/a/very/long/path/that/goes/on/and/on/until/it/has/to/wrap?x=1 please",
  );
  await write(her, him, "Hahaha");
  for (const [language, prefix] of [
    ["en", ""],
    ["de", "/de"],
    ["fi", "/fi"],
  ] as const) {
    const say = sayIn(language);
    for (const [shape, viewport] of [
      ["phone", { width: 390, height: 844 }],
      ["desk", { width: 1280, height: 800 }],
    ] as const) {
      for (const scheme of ["light", "dark"] as const) {
        const page = await her.context.newPage();
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: scheme });
        const shot = (name: string) =>
          page.screenshot({ path: `/tmp/presence/${name}-${language}-${shape}-${scheme}.png` });
        await open(page, `${prefix}/chats/${id}`);
        await expect(page.locator(".message-link").first()).toBeVisible();
        await him.page.goto(`/chats/${id}`);
        await send(him.context, "POST", "/api/typing.php", { conversation: { id } });
        await expect(page.getByText(say("chat:header.typing"))).toBeVisible();
        await shot("chat");
        await page.getByRole("button", { name: say("chat:emoji.open") }).click();
        await expect(page.getByRole("gridcell").first()).toBeVisible();
        await page.waitForTimeout(300);
        await shot("emoji");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: say("chat:emoji.open") }).click();
        await page.locator(".message-link").last().click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await page.waitForTimeout(200);
        await shot("link");
        await page.close();
      }
    }
  }
  const page = await her.context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/chats/${id}`);
  await page
    .getByRole("textbox", { name: pattern(sayIn("en"), "chat:composer.label") })
    .fill("I was thinking that we could");
  for (const [language, prefix] of [
    ["en", ""],
    ["de", "/de"],
    ["fi", "/fi"],
  ] as const) {
    const say = sayIn(language);
    await open(page, `${prefix}/chats`);
    await page.screenshot({ path: `/tmp/presence/chats-${language}.png` });
    await page.getByRole("searchbox", { name: say("chat:search.label") }).fill("we");
    await expect(page.getByRole("list", { name: say("chat:search.results") })).toBeVisible();
    await page.screenshot({ path: `/tmp/presence/search-${language}.png` });
    await open(page, `${prefix}/notifications#privacy`);
    await page.locator("#privacy").screenshot({ path: `/tmp/presence/privacy-${language}.png` });
  }
  await ask(
    `insert into messages (conversation_id, author_id, body, credits, key, created_at)
    select $1, $2, 'line ' || n, 0, gen_random_uuid(), now() - interval '30 days' + n * interval '20 seconds' from generate_series(1, 200) n`,
    [id, him.id],
  );
  await ask("update conversation_members set unread = 131 where member_id = $1", [her.id]);
  await open(page, `/chats/${id}`);
  await page.screenshot({ path: "/tmp/presence/unread.png" });
  await logInAs(her.context, "robin");
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/chats");
  await page.screenshot({ path: "/tmp/presence/chats-desk.png" });
});
