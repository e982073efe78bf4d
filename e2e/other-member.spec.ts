import { type Browser, expect, type Page } from "@playwright/test";
import { ask } from "./database.ts";
import { arrive, arriveTwo, type Guest, password, send } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");
const field = (page: Page) => page.getByRole("textbox", { name: pattern(say, "chat:composer.label") });
/** The page is this member's. */
const expectPageOf = (page: Page, { id }: Guest) => expect(page.locator("html")).toHaveAttribute("data-viewer", id);
const words = (page: Page) => page.getByText(say("errors:other_member")).first();

/** Ada's page of her chat with Bo, whose event stream hears nothing until `wake` is called. */
async function freezeChat(browser: Browser) {
  const [ada, bo] = await arriveTwo(browser, ["Ada", "Bo"]);
  const cleo = await arrive(browser, "Cleo");
  await ask("update wallets set credits = credits + 200 where member_id = any($1)", [[ada.id, bo.id, cleo.id]]);
  const { conversation } = await send(bo.context, "POST", "/api/message.php", { member: ada.id, text: "Hello there" });
  await ada.page.route("**/api/events.php*", (route) => route.abort());
  await open(ada.page, `/chats/${conversation.id}`);
  await expectPageOf(ada.page, ada);
  return { ada, bo, cleo, wake: () => ada.page.unroute("**/api/events.php*") };
}

/** What happens in another tab of the browser: a logout, and another member's login. */
async function changeMember({ context }: Guest, { email }: Guest): Promise<void> {
  await context.request.get("/api/logout.php", { headers: { "x-request-type": "client" } });
  await send(context, "POST", "/api/user.php", { login: email, password });
}

test("R6.09 a tab whose cookie is another member's sends nothing, says so, and becomes that member's", {
  tag: ["@core", "@one-width"],
}, async ({ browser }) => {
  const { ada, cleo } = await freezeChat(browser);
  await field(ada.page).fill("Only for you, Bo");
  await changeMember(ada, cleo);
  const loaded = ada.page.waitForEvent("load");
  await field(ada.page).press("Enter");
  await loaded;
  await expect(words(ada.page)).toBeVisible();
  await expectPageOf(ada.page, cleo);
  expect(await ask("select 1 from messages where author_id = any($1)", [[ada.id, cleo.id]])).toEqual([]);
  // nothing that she wrote stays in this browser
  expect(await ada.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("chat-")))).toEqual([]);
});

test("R6.09 a tab whose cookie is another member's shows nothing of theirs within the first one's page", {
  tag: "@one-width",
}, async ({ browser }) => {
  const { ada, cleo, wake } = await freezeChat(browser);
  await changeMember(ada, cleo);
  // the page's own data is refused too
  const loaded = ada.page.waitForEvent("load");
  await ada.page.getByRole("link", { name: say("chat:header.back") }).click();
  await loaded;
  await expectPageOf(ada.page, cleo);
  await expect(words(ada.page)).toBeVisible();

  // the stream says it as soon as it is open again, without a tap
  await changeMember(ada, ada);
  await wake();
  const reloaded = ada.page.waitForEvent("load");
  await ada.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await reloaded;
  await expectPageOf(ada.page, ada);
});
