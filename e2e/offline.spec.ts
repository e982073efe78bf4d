import { expect } from "@playwright/test";
import { logInAs } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

test.use({ serviceWorkers: "allow" });

test("R7.05 without a connection a member's page is the offline page in their language, and comes back by itself", {
  tag: ["@core", "@one-width"],
}, async ({ page, context }) => {
  const say = sayIn("de");
  await logInAs(context, "robin");
  await open(page, "/de/members");
  const isReady = async () =>
    navigator.serviceWorker.controller?.state === "activated" && (await caches.match("/offline.html")) !== undefined;
  await expect.poll(() => page.evaluate(isReady)).toBe(true);
  await context.setOffline(true);
  await page.goto("/de/chats");
  const words = page.getByRole("heading", { level: 1, name: say("shell:offline.title") });
  await expect(words).toBeVisible();
  await expect(page).toHaveURL(/\/de\/chats$/);
  // all that the browser keeps is the same for every member
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toEqual(["/offline.html"]);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: say("chat:title") })).toBeVisible();
  await expect(words).toHaveCount(0);
});

test("R7.05 a screen that is opened without a connection says so, and loads by itself once there is one", {
  tag: "@one-width",
}, async ({ page, context }) => {
  const say = sayIn("en");
  await logInAs(context, "robin");
  await open(page, "/members");
  await context.setOffline(true);
  await page
    .getByRole("navigation", { name: say("navigation:main") })
    .getByRole("link", { name: new RegExp(say("navigation:likes")) })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: say("shell:offline.title") })).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator(".like-tab").first()).toBeVisible();
  await expect(page).toHaveURL(/\/likes$/);
});

test("R7.05 a part of a screen that can't be loaded without a connection leaves the screen as it is, and loads once there is one", {
  tag: "@one-width",
}, async ({ page, context }) => {
  const say = sayIn("en");
  await logInAs(context, "robin");
  await open(page, "/members");
  await page.getByRole("main").locator("a[href^='/members/']").first().click();
  const more = page.getByRole("main").getByRole("button", { name: say("moderation:more"), exact: true });
  await more.click();
  const report = page.getByRole("menuitem", { name: /^Report / });
  await expect(report).toBeVisible();
  await context.setOffline(true);
  await report.click();
  await expect(report).toHaveCount(0);
  await expect(more).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole("dialog").getByRole("radio").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: say("shell:offline.title") })).toHaveCount(0);
});
