import { expect } from "@playwright/test";
import { arrive, arriveTwo, send } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

test("R4.18 @one-width a like's page clears that like, and the other new likes stay new", async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  const eva = await arrive(browser, "Eva");
  for (const { context } of [she, eva]) await send(context, "POST", "/api/like.php", { id: he.id });
  const { page } = he;
  const fresh = page.getByRole("main").getByText(say("likes:new"), { exact: true });
  await open(page, "/likes");
  await expect(fresh).toHaveCount(2);
  await page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(she.name) })
    .click();
  await expect(page).toHaveURL(new RegExp(`/likes/m/${she.id}$`));
  await expect(page.getByText(say("members:profile.likes_you", { name: she.name }))).toBeVisible();
  await expect(page.getByText(say("navigation:new_likes", { count: 1 })).first()).toBeAttached();
  await page.goBack();
  await expect(fresh).toHaveCount(1);
  await expect(page.locator(`[data-member="${eva.id}"]`).getByText(say("likes:new"), { exact: true })).toBeVisible();
});

test("R4.21 R2.18 @one-width t opens the like modal after so many seconds and is removed from the address; leaving the page cancels it", async ({
  browser,
}) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  await send(she.context, "POST", "/api/like.php", { id: he.id });
  const { page } = he;
  await page.clock.install();
  const dialog = page.getByRole("dialog", { name: say("likes:toast.like", { name: she.name }) });

  await test.step("another page cancels it", async () => {
    await open(page, "/likes?t=8");
    await page
      .getByRole("link", { name: say("likes:sent") })
      .first()
      .click();
    await expect(page).toHaveURL(/\/likes\/sent$/);
    await page.clock.fastForward(10_000);
    await expect(dialog).toHaveCount(0);
  });

  await test.step("after the seconds it opens, and the rest of the address stays", async () => {
    await open(page, "/visitors?a=b&t=8");
    await page.clock.fastForward(9_000);
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(/\/visitors\?a=b$/);
    await dialog.getByRole("link", { name: say("likes:match.profile") }).click();
    await expect(page).toHaveURL(new RegExp(`/members/${she.id}$`));
    // the profile marks the like as seen once it is shown
    const badge = page.getByRole("navigation").getByText(say("navigation:new_likes_one", { count: 1 }));
    await expect(badge).toHaveCount(0);
  });

  await test.step("without a new like nothing opens, and t is removed all the same", async () => {
    await open(page, "/likes?t=3");
    await page.clock.fastForward(4_000);
    await expect(page).toHaveURL(/\/likes$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test("R4.18 @one-width a new like that made a match is no longer new once its dialog or a list has shown it", async ({
  browser,
}) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  const eva = await arrive(browser, "Eva");
  const { page } = he;
  const newLikes = async () => (await (await he.context.request.get("/api/likes.php")).json()).new_likes;
  for (const { id } of [she, eva]) await send(he.context, "POST", "/api/like.php", { id });
  await send(eva.context, "POST", "/api/like.php", { id: he.id });
  expect(await newLikes()).toBe(1);
  await open(page, "/likes");
  await expect.poll(newLikes).toBe(0);
  const live = page.waitForResponse("**/api/events.php*");
  await open(page, "/members");
  await live;
  await send(she.context, "POST", "/api/like.php", { id: he.id });
  await expect(page.getByRole("dialog", { name: say("likes:match.title") })).toBeVisible();
  await expect.poll(newLikes).toBe(0);
});

test("R1.03 @one-width a double tap likes once and takes nothing back; a later tap does", async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { page } = he;
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/like.php")) sent.push(request.method());
  });
  await open(page, `/members/${she.id}`);
  const like = page.locator(".profile-actions").getByRole("button");
  await like.click({ clickCount: 2, delay: 75 });
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => sent).toEqual(["POST"]);
  await expect(async () => {
    await like.click();
    // long enough for a slow device: a press after the one that counted would like again
    await expect(like).toHaveAttribute("aria-pressed", "false", { timeout: 3_000 });
  }, "a press counts again once a double tap is over").toPass();
  await expect.poll(() => sent).toEqual(["POST", "DELETE"]);
});

test("R2.18 @one-width the notice of a match does not cover the message field of an open chat", async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { page } = he;
  await send(he.context, "POST", "/api/like.php", { id: she.id });
  await open(page, `/members/${she.id}/chat`);
  const composer = page.locator(".composer");
  await expect(composer).toBeVisible();
  await send(she.context, "POST", "/api/like.php", { id: he.id });
  const notice = page.locator(".toast", { hasText: say("likes:toast.match", { name: she.name }) });
  await expect(notice).toBeVisible();
  await expect(async () => {
    const [above, below] = await Promise.all([notice.boundingBox(), composer.boundingBox()]);
    if (!above || !below) throw new Error("the notice or the message field is missing");
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  }).toPass({ timeout: 3_000 });
});

test("R2.18 D6.2 R11.06 @one-width a match says before the tap what a message needs, and Back closes its dialog on the same page", async ({
  browser,
}) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { page } = he;
  const dialog = page.getByRole("dialog", { name: say("likes:match.title") });
  const needs = page.getByText(say("members:profile.none_left"));
  const live = page.waitForResponse("**/api/events.php*");
  await open(page, "/members");
  await live;
  await send(she.context, "POST", "/api/like.php", { id: he.id });
  await send(he.context, "POST", "/api/like.php", { id: she.id });
  await expect(dialog.getByRole("link", { name: say("likes:match.write", { name: she.name }) })).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/members$/);

  for (const name of ["Cleo", "Dora"]) {
    const { id } = await arrive(browser, name);
    await send(he.context, "POST", "/api/message.php", { member: id, text: "Hello" });
  }
  await open(page, "/likes/matches");
  await expect(page.getByRole("link", { name: say("likes:needs_credits") })).toBeVisible();
  await expect(needs).toBeVisible();
  await open(page, `/members/${she.id}`);
  await expect(needs).toBeVisible();
  const get = page.getByRole("main").getByRole("link", { name: say("members:profile.get_credits") });
  await expect(get).toHaveAttribute("href", `/credits?return_to=${encodeURIComponent(`/members/${she.id}/chat`)}`);
  const again = page.waitForResponse("**/api/events.php*");
  await open(page, "/members");
  await again;
  const last = await arrive(browser, "Eva");
  await send(last.context, "POST", "/api/like.php", { id: he.id });
  await send(he.context, "POST", "/api/like.php", { id: last.id });
  await expect(dialog.getByText(say("members:profile.none_left"))).toBeVisible();
  await expect(dialog.getByRole("link", { name: say("likes:match.write", { name: last.name }) })).toHaveCount(0);
  await expect(dialog.getByRole("link", { name: say("likes:needs_credits") })).toBeVisible();
  await open(page, "/notifications/password");
  await page.getByRole("button", { name: say("auth:password.change") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/notifications\/password$/);
});
