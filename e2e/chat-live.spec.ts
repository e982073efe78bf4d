import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { ask } from "./database.ts";
import { arriveTwo, type Guest, send } from "./member.ts";
import { holdAnswer, open, reload, waitUntilInteractive } from "./open.ts";
import { passTimeUntil } from "./pass-time.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

type Talk = { her: Guest; him: Guest; chat: string };

const write = async ({ context }: { context: BrowserContext }, to: { id: string }, text: string) =>
  (await send(context, "POST", "/api/message.php", { member: to.id, text })).conversation.id;

/** Two members with a chat that he has begun, and credits to go on. */
async function talk(browser: Browser): Promise<Talk> {
  const [her, him] = await arriveTwo(browser, ["Ada", "Bo"]);
  await ask("update wallets set credits = credits + 200 where member_id = any($1)", [[her.id, him.id]]);
  const id = await write(him, her, "Hello there");
  return { her, him, chat: `/chats/${id}` };
}

const bubbles = (page: Page) => page.locator(".bubble p[dir=auto]");
const texts = async (page: Page) => await bubbles(page).allTextContents();
const field = (page: Page) => page.getByRole("textbox", { name: pattern(say, "chat:composer.label") });
const rows = (page: Page) => page.getByRole("list", { name: say("chat:row.list") }).getByRole("listitem");

test("D6.5 both see who is online, who is writing, and what was read; a member who switches typing off neither shows nor sees it", {
  tag: "@core",
}, async ({ browser }) => {
  const { her, him, chat } = await talk(browser);
  await open(her.page, chat);
  await expect(her.page.getByText(say("chat:header.online"))).toBeVisible();
  await open(him.page, chat);
  await expect(him.page.getByText(say("chat:state.read"))).toBeVisible();
  const typing = say("chat:header.typing");
  await field(him.page).pressSequentially("Where was");
  await expect(her.page.getByText(typing)).toBeVisible();
  await field(him.page).fill("Where was that?");
  await him.page.keyboard.press("Enter");
  await him.page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") }).click();
  await expect(her.page.getByText("Where was that?").first()).toBeVisible();
  await expect(her.page.getByText(typing)).toHaveCount(0);

  await open(her.page, "/notifications/privacy");
  await her.page.getByRole("switch", { name: say("chat:switch.typing"), exact: true }).uncheck();
  await expect(her.page.getByText(say("chat:switch.typing_off"))).toBeVisible();
  await her.page.getByRole("switch", { name: say("chat:switch.read"), exact: true }).uncheck();
  await expect(her.page.getByText(say("chat:switch.read_off"))).toBeVisible();
  await open(her.page, chat);
  await reload(him.page);
  await expect(him.page.getByText(say("chat:state.sent")).last()).toBeVisible();
  await expect(him.page.getByText(say("chat:state.read"))).toHaveCount(0);
  const reported = her.page.waitForRequest("**/api/typing.php", { timeout: 3_000 }).catch(() => null);
  await field(her.page).pressSequentially("At the lake");
  const answered = him.page.waitForResponse("**/api/typing.php");
  await field(him.page).pressSequentially("So");
  expect(await (await answered).json()).toEqual({});
  expect(await reported).toBeNull();
  for (const { page } of [her, him]) await expect(page.getByText(typing)).toHaveCount(0);
});

/** Cuts the page's event stream, and keeps it from opening again until the returned function is called. */
async function cutStream(page: Page): Promise<() => Promise<void>> {
  const reopen = () =>
    page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.route("**/api/events.php*", (route) => route.abort());
  await reopen();
  return async () => {
    await page.unroute("**/api/events.php*");
    const opened = page.waitForRequest("**/api/events.php*");
    await reopen();
    await opened;
  };
}

test("R4.22 D6.5 after a broken connection no message is missing or doubled, in the chat and in the list", async ({
  browser,
}) => {
  const { her, him, chat } = await talk(browser);
  const list = await her.context.newPage();
  await open(her.page, chat);
  await open(list, "/chats");
  // past the first refresh, which would hide that something is missing
  await her.page.waitForResponse("**/api/likes.php*");
  const expected = ["Hello there"];
  for (const round of [1, 2]) {
    const mend = [await cutStream(her.page), await cutStream(list)];
    for (const number of [1, 2, 3]) await write(him, her, `lost ${round} ${number}`);
    // because of her own message the list of chats can't show that others before it are missing
    await write(her, him, `mine ${round}`);
    for (const again of mend) await again();
    await write(him, her, `then ${round}`);
    expected.push(...[1, 2, 3].map((number) => `lost ${round} ${number}`), `mine ${round}`, `then ${round}`);
    await expect.poll(() => texts(her.page)).toEqual(expected);
    await expect(rows(list).first()).toContainText(`then ${round}`);
  }
  await expect(rows(list)).toHaveCount(1);
});

test("R4.22 R9.02 without the event stream the timer alone shows new messages, in the chat and in the count", async ({
  browser,
}) => {
  const { her, him, chat } = await talk(browser);
  await her.page.route("**/api/events.php*", (route) => route.abort());
  await her.page.clock.install();
  await open(her.page, chat);
  await passTimeUntil(her.page, her.page.getByText("Hello there").first());
  await her.page.clock.fastForward(6_000);
  await write(him, her, "first of two");
  await write(him, her, "second of two");
  await passTimeUntil(her.page, her.page.getByText("second of two").first());
  expect(await texts(her.page)).toEqual(["Hello there", "first of two", "second of two"]);
  await her.page.getByRole("link", { name: say("chat:header.back") }).click();
  await expect(rows(her.page).first()).toContainText("second of two");
  await write(him, her, "a third");
  await passTimeUntil(her.page, rows(her.page).first().getByText("a third"));
  await expect(her.page.getByText(say("navigation:unread", { count: 1 })).first()).toBeAttached();
});

test("R7.03 what is typed offline is sent once, when the connection is back; after five minutes only by a tap", {
  tag: "@core",
}, async ({ browser }) => {
  const { her, him, chat } = await talk(browser);
  await her.page.clock.install();
  await open(her.page, chat);
  const type = async (text: string) => {
    await field(her.page).fill(text);
    await her.page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") }).click();
  };
  const declines = her.page.getByRole("button", { name: say("answer-promise:decline.open") });
  await expect(declines).toBeVisible();
  await her.context.setOffline(true);
  await type("From the tunnel");
  const deletes = her.page.getByRole("button", { name: say("chat:state.delete"), exact: true });
  // it waits without a word of its own: the note above the field says why
  await passTimeUntil(her.page, deletes);
  await expect(her.page.getByText(say("chat:state.unknown"))).toHaveCount(0);
  // the answer waits, so there is nothing left to decline
  await expect(declines).toHaveCount(0);
  await her.context.setOffline(false);
  await expect(deletes).toHaveCount(0);
  await expect(her.page.getByText(say("chat:state.sent")).last()).toBeVisible();

  await her.context.setOffline(true);
  await type("Too late");
  await passTimeUntil(her.page, deletes);
  await her.page.clock.fastForward("06:00");
  await expect(her.page.getByText(say("chat:state.unknown"))).toBeVisible();
  await her.context.setOffline(false);
  await her.page.clock.fastForward("00:10");
  await expect(her.page.getByText(say("chat:state.unknown"))).toBeVisible();
  await her.page.getByRole("button", { name: say("chat:state.retry") }).click();
  await expect(her.page.getByText(say("chat:state.unknown"))).toHaveCount(0);
  await open(him.page, chat);
  // the message may still be on its way
  await expect.poll(() => texts(him.page)).toEqual(["Hello there", "From the tunnel", "Too late"]);
});

test("R7.03 a message without an answer is sent when the event stream is back, though the browser was never offline", {
  tag: "@one-width",
}, async ({ browser }) => {
  const { her, him, chat } = await talk(browser);
  const { page } = her;
  await page.clock.install();
  await open(page, chat);
  await page.route("**/api/message.php", (route) => route.abort());
  await field(page).fill("While you restart");
  await page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") }).click();
  await passTimeUntil(page, page.getByText(say("chat:state.unknown")));
  await page.unroute("**/api/message.php");
  // opens the stream again, as its own timer does after an error
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText(say("chat:state.unknown"))).toHaveCount(0);
  await open(him.page, chat);
  await expect.poll(() => texts(him.page)).toEqual(["Hello there", "While you restart"]);
});

test("R7.03 a message that fails after its chat was left is in the list and in a notice, and is sent when the connection is back", {
  tag: "@one-width",
}, async ({ browser }) => {
  const { her, him, chat } = await talk(browser);
  const { page } = her;
  await page.clock.install();
  await open(page, chat);
  const unsent = rows(page).first().getByText(say("chat:row.unsent"), { exact: true });
  const notice = page.getByRole("status").getByRole("link", { name: say("chat:toast.unsent", { name: him.name }) });
  const sendAndLeave = async (text: string) => {
    await field(page).fill(text);
    await page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") }).click();
    await page.getByRole("link", { name: say("chat:header.back") }).click();
    await expect(rows(page)).toHaveCount(1);
  };
  await page.route("**/api/message.php", (route) => route.abort());
  await sendAndLeave("From the tunnel");
  await passTimeUntil(page, unsent);
  await expect(notice).toBeVisible();
  await page.unroute("**/api/message.php");
  await her.context.setOffline(true);
  await her.context.setOffline(false);
  await expect(unsent).toHaveCount(0);
  await expect(rows(page)).toContainText([say("chat:row.you", { text: "From the tunnel" })]);

  await rows(page).getByRole("link", { name: him.name }).click();
  await page.route("**/api/message.php", async (route) => {
    await rows(page).first().waitFor();
    await route.fulfill({ status: 404, json: { error: { code: "profile_not_found", message: "Gone." } } });
  });
  await sendAndLeave("Second thoughts");
  await notice.click();
  await expect(page).toHaveURL(new RegExp(`${chat}$`));
  await expect(page.getByText(say("chat:state.refused"))).toBeVisible();
  await page.getByRole("link", { name: say("chat:header.back") }).click();
  await expect(unsent).toBeVisible();
  await expectAccessible(page);
  await reload(page);
  await expect(unsent).toBeVisible();
  await open(him.page, chat);
  await expect.poll(() => texts(him.page)).toEqual(["Hello there", "From the tunnel"]);
});

test("R7.03 the answer to a first message leaves its author on the page that they have gone to", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [her, him] = await arriveTwo(browser, ["Ada", "Bo"]);
  const { page } = her;
  await open(page, `/members/${him.id}/chat`);
  const { done, release } = await holdAnswer(page, "**/api/message.php");
  await field(page).fill("Hello Bo");
  await page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") }).click();
  await done;
  await page.getByRole("link", { name: say("chat:header.back") }).click();
  await expect(rows(page)).toContainText([say("chat:row.you", { text: "Hello Bo" })]);
  const opened = page.waitForRequest(/\/chats\/[^/]+\.data/, { timeout: 3_000 }).catch(() => null);
  release();
  expect(await opened).toBeNull();
  await expect(page).toHaveURL(/\/chats$/);
});

const removal = async (page: Page, name: string) => {
  await page.getByRole("button", { name: say("chat:row.more", { name }) }).click();
  await page.getByRole("menuitem", { name: say("chat:row.remove") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("chat:row.remove") })
    .click();
  await expect(page.getByText(say("chat:row.removed", { name }))).toBeVisible();
};
const unread = (page: Page) => page.getByText(say("navigation:unread", { count: 1 }));
const listed = async ({ request }: BrowserContext) =>
  (await (await request.get("/api/chats.php")).json()).chats.length as number;

test("R4.19 a removed chat leaves the unread count at once; an undo brings both back; a closed tab removes it", {
  tag: "@core",
}, async ({ browser }) => {
  const { her, him } = await talk(browser);
  await open(her.page, "/chats");
  await expect(unread(her.page).first()).toBeAttached();
  await removal(her.page, him.name);
  await expect(unread(her.page)).toHaveCount(0);
  await expect(her.page).not.toHaveTitle(/^\(\d+\)/);
  await her.page.getByRole("button", { name: say("chat:row.undo_for", { name: him.name }) }).click();
  await expect(unread(her.page).first()).toBeAttached();
  await expect(rows(her.page)).toContainText(["Hello there"]);
  await removal(her.page, him.name);
  expect(await listed(her.context)).toBe(1);
  await her.page.close({ runBeforeUnload: true });
  await expect.poll(() => listed(her.context)).toBe(0);
  expect(await listed(him.context)).toBe(1);
});

test("R4.19 if a removal fails, an alert says so and the chat is back, with its unread message", async ({
  browser,
}) => {
  const { her, him } = await talk(browser);
  await her.page.clock.install();
  await her.page.route("**/api/chat.php", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 404, json: {} }) : route.fallback(),
  );
  await open(her.page, "/chats");
  await removal(her.page, him.name);
  await expect(unread(her.page)).toHaveCount(0);
  const alert = her.page.getByRole("alert").getByText(say("chat:row.remove_failed", { name: him.name }));
  await passTimeUntil(her.page, alert);
  await expect(rows(her.page)).toContainText(["Hello there"]);
  await expect(unread(her.page).first()).toBeAttached();
});

/** Inserts messages of one member into the chat, the oldest first, all older than its other messages. */
async function plant({ him, chat }: Talk, bodies: readonly string[]): Promise<void> {
  const insert = `insert into messages (conversation_id, author_id, body, credits, key, created_at)
    select $1, $2, body, 0, gen_random_uuid(), now() - interval '2 hours' + n * interval '20 seconds'
    from unnest($3::text[]) with ordinality as line (body, n)`;
  await ask(insert, [chat.split("/").at(-1), him.id, bodies]);
}

test("R2.22 a chat opens at the first unread message, or leads there; a search leads to the message it found", async ({
  browser,
}) => {
  const given = await talk(browser);
  const { her, him, chat } = given;
  const { page } = her;
  await plant(
    given,
    Array.from({ length: 200 }, (_, index) => `line ${index + 1}`),
  );
  await ask("update conversation_members set unread = 131 where member_id = $1", [her.id]);
  await open(page, chat);
  await page.getByRole("button", { name: say("chat:thread.to_unread") }).click();
  const divider = page.getByText(say("chat:thread.unread"), { exact: true });
  await expect(divider).toBeInViewport();
  // unread are 130 of the inserted messages and "Hello there"
  await expect(page.getByText("line 71", { exact: true })).toBeInViewport();
  await expect(page.getByRole("button", { name: say("chat:thread.to_unread") })).toHaveCount(0);

  await open(page, "/chats");
  await page.getByRole("searchbox", { name: say("chat:search.label") }).fill("LINE 12");
  await expect(page.getByRole("status").getByText(say("chat:search.found", { count: 11 }))).toBeVisible();
  await page
    .getByRole("list", { name: say("chat:search.results") })
    .getByRole("link", { name: him.name })
    .last()
    .click();
  await expect(page.locator(".bubble").getByText("line 12", { exact: true })).toBeInViewport();
  await expect(page.locator(".message-found")).toHaveText("line 12");
  await open(page, "/chats");
  await page.getByRole("searchbox", { name: say("chat:search.label") }).fill("zebra");
  await expect(page.getByText(say("chat:search.none", { words: "zebra" }))).toBeVisible();
});

test("R2.22 emoji go to the cursor, a draft is in the list, and a link is followed only after a warning", async ({
  browser,
}) => {
  const { her, him, chat } = await talk(browser);
  const { page } = her;
  await write(him, her, "Look: https://exаmple.org/a?b=1 or javascript:alert(1) or me@example.org");
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).hostname !== "localhost") foreign.push(request.url());
  });
  await open(page, chat);
  await field(page).fill("good night");
  await field(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 5));
  await page.getByRole("button", { name: say("chat:emoji.open") }).click();
  const panel = page.getByRole("region", { name: say("chat:emoji.title") });
  await panel.getByRole("searchbox", { name: say("chat:emoji.search") }).fill("crescent");
  await panel.getByRole("gridcell").first().click();
  await expect(field(page)).toHaveValue(/^good ?\p{Emoji}️? ?night$/u);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("button", { name: say("chat:emoji.open") })).toBeFocused();
  // a phone leaves the focus on the button
  await page.keyboard.press("Enter");
  await expect(panel).toBeVisible();
  await page.getByRole("button", { name: say("chat:emoji.open") }).focus();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);

  const links = page.locator(".message-link");
  await expect(links).toHaveCount(1);
  await links.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("https://xn--exmple-4nf.org/a?b=1")).toBeVisible();
  await expect(dialog.getByText(say("chat:link.encoded"))).toBeVisible();
  const out = dialog.getByRole("link", { name: say("chat:link.open") });
  expect(await out.getAttribute("rel")).toBe("noopener noreferrer nofollow");
  expect(await out.getAttribute("referrerpolicy")).toBe("no-referrer");
  await dialog.getByRole("button", { name: say("chat:link.stay") }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole("link", { name: say("chat:header.back") }).click();
  await expect(rows(page).first()).toContainText(/Draft: good/);
  expect(foreign).toEqual([]);
});

test("R8.04 R4.24 a picker whose script is lost reloads the page once; then only the picker is missing, and comes back", {
  tag: "@one-width",
}, async ({ browser }) => {
  const { her, chat } = await talk(browser);
  const { page } = her;
  const script = /\/assets\/emoji-picker-[^/]*\.js$/;
  await page.route(script, (route) => route.abort());
  await open(page, chat);
  await field(page).fill("good night");
  const opening = page.getByRole("button", { name: say("chat:emoji.open") });
  const loaded = page.waitForEvent("load");
  await opening.click();
  await loaded;
  await waitUntilInteractive(page);
  await expect(field(page)).toHaveValue("good night");
  await opening.click();
  const panel = page.getByRole("region", { name: say("chat:emoji.title") });
  await expect(panel.getByText(say("shell:error.part"))).toBeVisible();
  await expect(field(page)).toHaveValue("good night");
  await page.unroute(script);
  await panel.getByRole("button", { name: say("shell:offline.again") }).click();
  await expect(panel.getByRole("searchbox", { name: say("chat:emoji.search") })).toBeVisible();
});

test("D11.3 D11.2 contact details to a stranger: the author is asked once; a finger that holds a message opens its menu", {
  tag: "@one-width",
}, async ({ browser }) => {
  const { her, him, chat } = await talk(browser);
  const sends = him.page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") });
  const question = him.page.getByRole("alertdialog", { name: say("chat:ask.title") });
  await open(him.page, chat);
  await field(him.page).fill("Call me: 0171 2345678");
  await sends.click();
  await expect(question).toBeFocused();
  await question.getByRole("button", { name: say("chat:ask.edit") }).click();
  await expect(field(him.page)).toBeFocused();
  await expect(field(him.page)).toHaveValue("Call me: 0171 2345678");
  await sends.click();
  await expect(question).toHaveCount(0);
  await expect(bubbles(him.page).last()).toHaveText("Call me: 0171 2345678");
  await field(him.page).fill("Or write to bo@example.org");
  await sends.click();
  await expect(bubbles(him.page).last()).toHaveText("Or write to bo@example.org");

  await her.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(her.page, chat);
  const message = bubbles(her.page).filter({ hasText: "Hello there" });
  const copy = her.page.getByRole("menuitem", { name: say("moderation:copy") });
  const report = her.page.getByRole("menuitem", { name: say("moderation:report.do_message") });
  const touch = await her.context.newCDPSession(her.page);
  const hold = async (isOpen: () => Promise<void>) => {
    const position = { x: 12, y: 8 };
    // waits until it stands still and nothing covers it, but does not touch it
    await message.tap({ position, trial: true });
    const box = await message.boundingBox();
    const at = { x: (box?.x ?? 0) + position.x, y: (box?.y ?? 0) + position.y };
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await isOpen();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await hold(() => expect(copy).toBeVisible());
  await copy.click();
  await expect(her.page.getByText(say("moderation:copied"))).toBeVisible();
  expect(await her.page.evaluate(() => navigator.clipboard.readText())).toBe("Hello there");
  await expect(copy).toHaveCount(0);
  await hold(() => expect(copy).toBeVisible());
  // Back closes the menu, not the chat
  await her.page.goBack();
  await expect(copy).toHaveCount(0);
  await expect(message).toBeVisible();
  await hold(() => expect(report).toBeVisible());
  await report.click();
  await expect(her.page.getByRole("dialog")).toBeVisible();
});
