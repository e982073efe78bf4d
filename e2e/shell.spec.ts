import { expect, type Page } from "@playwright/test";
import { demoPassword } from "#demo/password.ts";
import { expectNoSidewaysScroll } from "./accessibility.ts";
import { logInAs, newMember, password, signUpIn } from "./member.ts";
import { open } from "./open.ts";
import { passTimeUntil } from "./pass-time.ts";
import { cards } from "./search-page.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

const navigation = (page: Page) => page.getByRole("navigation", { name: say("navigation:main") });

test("R2.04 default layout: navigation, notices, content, footer, disclaimer, and a permanent demo banner", async ({
  page,
  context,
}) => {
  await logInAs(context, "robin");
  for (const path of ["/members", "/likes", "/credits", "/notifications"]) {
    await open(page, path);
    await expect(navigation(page)).toBeVisible();
    await expect(page.getByRole("main")).toBeVisible();
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByText("Rendezvous is for adults aged 18 and over")).toBeVisible();
    await expect(footer.getByRole("link", { name: say("shell:footer.withdraw") })).toBeVisible();
    await expect(footer.getByRole("link", { name: say("shell:footer.imprint") })).toBeHidden();
    await footer.getByText(say("shell:footer.legal"), { exact: true }).click();
    await expect(footer.getByRole("link", { name: say("shell:footer.imprint") })).toBeVisible();
    const banner = page.getByRole("complementary", { name: say("shell:demo.title") });
    await expect(banner).toContainText(say("shell:demo.text"));
    await expect(banner.getByRole("button")).toHaveCount(0);
  }
});

test("a visitor who logs in sees no page without the style sheet of members", { tag: "@core" }, async ({ page }) => {
  await open(page, "/");
  await page
    .getByRole("link", { name: say("shell:nav.log_in") })
    .first()
    .click();
  await page.getByLabel(say("auth:login.name"), { exact: true }).fill("robin@demo.invalid");
  await page.getByLabel(say("auth:login.password"), { exact: true }).fill(demoPassword);
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    new MutationObserver((_changes, observer) => {
      const item = document.querySelector(".nav-item");
      if (item === null) return;
      dataset.firstLook = getComputedStyle(item).display;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: say("auth:login.send"), exact: true }).click();
  await expect(navigation(page)).toBeVisible({ timeout: 15_000 });
  await expect(page.locator("html")).toHaveAttribute("data-first-look", "flex");
  await navigation(page).locator("a[href='/chats']").click();
  await page.getByRole("main").locator("a[href*='/chats/']").first().click();
  await expect(page.locator(".bubble").first()).not.toHaveCSS("border-radius", "0px");
});

test("R2.05 chat layout: the conversation list is beside the chat on wide screens only", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  await logInAs(context, "robin");
  await open(page, "/chats");
  const first = page.getByRole("main").locator("a[href*='/chats/']").first();
  await first.click();
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/);
  const list = page.getByRole("heading", { name: say("chat:title"), exact: true });
  await page.setViewportSize({ width: 992, height: 800 });
  await expect(list).toBeVisible();
  await page.setViewportSize({ width: 991, height: 800 });
  await expect(list).toBeHidden();
  await expectNoSidewaysScroll(page);
});

test("quality: beside the list of chats the keyboard reaches the message's field in two tabs, and shows where it is", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/chats");
  await page.getByRole("main").locator("a[href*='/chats/']").first().click();
  const field = page.getByRole("textbox");
  await expect(field).toBeVisible();
  await open(page, page.url());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  const row = page
    .getByRole("list", { name: say("chat:row.list") })
    .getByRole("link")
    .first();
  while (!(await row.evaluate((link) => link === document.activeElement))) await page.keyboard.press("Shift+Tab");
  expect(await row.evaluate((link) => getComputedStyle(link, "::after").outlineStyle)).toBe("solid");
});

test("R2.08 R2.16 badges are capped at 99+; the title and the app's icon count messages and likes until the logout", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await page.addInitScript(() => {
    navigator.setAppBadge = async (count) => {
      document.documentElement.dataset.appBadge = String(count);
    };
  });
  await page.route("**/api/chats.php", async (route) => {
    const response = await route.fetch();
    // after the logout the page asks once more whether it is logged in
    if (!response.ok()) return await route.fulfill({ response });
    const answer: { chats: object[] } = await response.json();
    const [chat, ...others] = answer.chats;
    const read = others.map((other) => ({ ...other, num_unread_messages: 0 }));
    await route.fulfill({
      response,
      json: { chats: [{ ...chat, num_unread_messages: 150 }, ...read], older_unread: 0 },
    });
  });
  await page.route("**/api/likes.php*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), new_likes: 123 } });
  });
  await open(page, "/members");
  for (const name of ["messages", "likes"]) {
    const entry = navigation(page).getByRole("link", { name: new RegExp(`^${say(`navigation:${name}`)}`) });
    await expect(entry.first()).toContainText("99+", { timeout: 15_000 });
  }
  await expect(page).toHaveTitle(/^\(273\) /);
  await expect(page.locator("html")).toHaveAttribute("data-app-badge", "273");
  await page.getByRole("button", { name: say("navigation:account.menu", { name: "Robin" }) }).click();
  await page.getByRole("button", { name: say("navigation:account.log_out") }).click();
  await expect(page.getByRole("link", { name: say("shell:nav.log_in") }).first()).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-app-badge", "0");
});

test("R7.03 a notice never covers an error, at the bottom or at the very top, also when the error moves", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/members?gender=female");
  await page.getByRole("main").locator("a[href*='/members/']").first().click();
  const like = page.getByRole("button", { name: new RegExp(`^${say("likes:like")}`) }).first();
  await expect(like).toBeVisible();
  await page.route("**/api/like.php", (route) =>
    route.fulfill({ status: 400, json: { error: { code: "invalid_input", message: "No." } } }),
  );
  /** Shows an error at a position of the screen. */
  const refuse = (top: number) =>
    page.evaluate((y) => {
      // a new element each time: a moved one would be animated
      document.querySelector("#refusal")?.remove();
      const refusal = document.body.appendChild(document.createElement("p"));
      refusal.id = "refusal";
      refusal.role = "alert";
      refusal.textContent = "Refused";
      Object.assign(refusal.style, { position: "fixed", top: `${y}px`, left: "20px", height: "24px", margin: "0" });
      document.dispatchEvent(new Event("scroll"));
    }, top);
  const expectApart = async () => {
    await expect(async () => {
      const [notice, refusal] = [
        await page.locator(".toast").first().boundingBox(),
        await page.locator("#refusal").boundingBox(),
      ];
      if (!notice || !refusal) throw new Error("the notice or the error is missing");
      const apart = Math.max(refusal.y - notice.y - notice.height, notice.y - refusal.y - refusal.height);
      expect(apart).toBeGreaterThanOrEqual(8);
    }).toPass();
  };
  await refuse(700);
  await like.click();
  await expect(page.locator(".toast").first()).toBeVisible();
  await page.locator(".toast").first().hover();
  await expectApart();
  for (const top of [0, 60, 85, 95, 110, 600]) {
    await refuse(top);
    await expectApart();
  }
});

test("R2.21 the three kinds of likes stay in one row on a small phone", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  await logInAs(context, "robin");
  await page.setViewportSize({ width: 340, height: 800 });
  for (const prefix of ["/de", "/fi", "/fr", ""]) {
    await open(page, `${prefix}/likes`);
    const tops = await page
      .locator(".like-tab")
      .evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size, prefix).toBe(1);
    await expectNoSidewaysScroll(page);
  }
});

test("R2.21 Back restores the focus on the followed link, and the scroll position", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/likes");
  const card = page.getByRole("main").locator("a[data-member]:visible").last();
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  await card.focus();
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/\/likes$/);
  await expect(page.locator(".profile-photo").first()).toBeVisible();
  await page.goBack();
  await expect(card).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test("R9.08 the navigation has its place before what follows it has arrived", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signUpIn(context, "Early");
  await open(page, "/chats");
  // the browsers that know this begin to paint with the whole header
  const link = page.locator('head > link[rel="expect"][blocking="render"]');
  await expect(page.locator((await link.getAttribute("href")) ?? "")).toHaveClass(/site-header/);
  const navigation = page.getByRole("navigation", { name: say("navigation:main") });
  const before = await navigation.boundingBox();
  // as the browser has it while the page is still arriving
  await page.evaluate(() => {
    document.querySelector(".account-button")?.parentElement?.remove();
    document.querySelector(".main-nav li:last-child")?.remove();
  });
  expect((await navigation.boundingBox())?.x).toBe(before?.x);
});

test("R2.11 the account menu leads to profile and settings and logs out; a visitor gets a login button", {
  tag: "@core",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/members");
  const opener = page.getByRole("button", { name: say("navigation:account.menu", { name: "Robin" }) });
  const menu = page.locator("#account-menu");
  await opener.click();
  await menu.getByRole("link", { name: say("navigation:account.profile"), exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await opener.focus();
  await page.keyboard.press("Enter");
  await menu.getByRole("link", { name: say("navigation:account.settings"), exact: true }).click();
  await expect(page).toHaveURL(/\/notifications$/);
  await opener.click();
  await expect.poll(() => page.evaluate(() => history.state.overlays?.length)).toBe(1);
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/notifications$/);
  await page.goBack();
  // the address comes before its page: a logout meanwhile would lead that page to the login, and only then home
  await expect(page.locator("html")).toHaveAttribute("data-screen", "profile");
  await expect(page).toHaveURL(/\/profile$/);
  await opener.click();
  await menu.getByRole("button", { name: say("navigation:account.log_out") }).click();
  await expect(page.getByRole("link", { name: say("shell:nav.log_in") }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
  await open(page, "/chats");
  await expect(page).toHaveURL(/\/login\?next=%2Fchats$/);
});

test("R2.11 R7.03 a logout that fails says that the member is still logged in, offline too, even if the menu was closed", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await page.clock.install();
  await open(page, "/members");
  const opener = page.getByRole("button", { name: say("navigation:account.menu", { name: "Robin" }) });
  const logOut = page.getByRole("button", { name: say("navigation:account.log_out") });
  const said = page.getByText(say("navigation:account.still_logged_in"));
  await page.route("**/api/logout.php", (route) => route.fulfill({ status: 500 }));
  await opener.click();
  await logOut.click();
  await expect(logOut).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Escape");
  await expect(logOut).toBeHidden();
  await passTimeUntil(page, said);
  await page.unroute("**/api/logout.php");

  await context.setOffline(true);
  await logOut.click();
  await expect(said).toBeHidden();
  await passTimeUntil(page, said);
  await context.setOffline(false);
  await logOut.click();
  await expect(page.getByRole("link", { name: say("shell:nav.log_in") }).first()).toBeVisible();
});

test("R6.09 a logout leads to the home page, even if another call finds the session ended first", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/notifications");
  const refused = page.waitForResponse((response) => response.status() === 403);
  await page.route("**/_.data*", async (route) => {
    await refused;
    await route.continue();
  });
  await page.getByRole("button", { name: say("account:settings.leave"), exact: true }).click();
  await expect(page.getByRole("link", { name: say("shell:nav.log_in") }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("R6.09 after a logout and another login Back shows no results of the member who left", {
  tag: "@one-width",
}, async ({ browser, page, context }) => {
  const { name } = await newMember(context, "Ada");
  const him = await newMember(await browser.newContext(), "Bo", { gender: "male", seeks: "female" });
  const idsOfCards = () => cards(page).evaluateAll((all) => all.map((card) => card.getAttribute("data-member")));
  await open(page, "/members?filters=none");
  await expect(cards(page)).toHaveCount(24);
  await cards(page).last().scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(48);
  const further = (await idsOfCards()).slice(24);

  await page.getByRole("button", { name: say("navigation:account.menu", { name }) }).click();
  await page.getByRole("button", { name: say("navigation:account.log_out") }).click();
  await page
    .getByRole("link", { name: say("shell:nav.log_in") })
    .first()
    .click();
  await page.getByLabel(say("auth:login.name"), { exact: true }).fill(him.email);
  await page.getByLabel(say("auth:login.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: say("auth:login.send"), exact: true }).click();
  await navigation(page).locator("a[href='/chats']").click();
  await expect(page).toHaveURL(/\/chats$/);
  await expect(cards(page)).toHaveCount(0);
  // over the chats, the page after the login, and the one after the logout
  await page.evaluate(() => history.go(-3));
  await expect(page).toHaveURL(/filters=none$/);
  await expect(cards(page).first()).toBeVisible();
  expect((await idsOfCards()).filter((id) => further.includes(id))).toEqual([]);
});

test("R8.01 a page that fails shows the error page with its message and status", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  await logInAs(context, "robin");
  await open(page, "/members");
  await page.route("**/likes.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await navigation(page)
    .getByRole("link", { name: new RegExp(say("navigation:likes")) })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Error");
  await expect(page.getByRole("main")).toContainText("An error occured, please try again later.");
  await expect(page.getByRole("main")).toContainText("500");
  await expect(page.getByRole("link", { name: say("shell:error.home") })).toBeVisible();
  // its layout stays
  await expect(navigation(page)).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
});

test("R6.09 a session that was ended elsewhere leads to the login instead of an error, and nothing of the member stays", {
  tag: ["@core", "@one-width"],
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/members?gender=female");
  await page.getByRole("main").locator("a[href*='/members/']").first().click();
  const like = page.getByRole("button", { name: new RegExp(`^${say("likes:like")}`) }).first();
  await expect(like).toBeVisible();
  await page.evaluate(() => localStorage.setItem("chat-draft:robin:eva", "Dear E"));
  await context.addCookies([{ name: "last-search", value: "robin", url: new URL("/", page.url()).href }]);
  await context.clearCookies({ name: "auth" });
  await like.click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("chat-draft:robin:eva"))).toBeNull();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("last-search");
});

test("R9.02 R4.22 user, chats and likes are requested again five seconds after the page opened", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await page.clock.install();
  await open(page, "/members");
  const requests = ["user", "chats", "likes"].map((what) => page.waitForRequest(`**/api/${what}.php`));
  await page.clock.fastForward(5_000);
  await Promise.all(requests);
});

test("R9.08 containers follow the breakpoints of the grid, at once for users who want less motion", {
  tag: "@one-width",
}, async ({ page }) => {
  const expected = [
    [560, 560],
    [576, 540],
    [768, 720],
    [992, 960],
    [1200, 1140],
  ] as const;
  await open(page, "/");
  for (const [screen, width] of expected) {
    await page.setViewportSize({ width: screen, height: 800 });
    const container = await page.locator("header .container").boundingBox();
    expect(Math.round(container?.width ?? 0), `at ${screen}`).toBe(width);
  }
});

test("performance: a member's page names each script that it needs before it reacts, so none waits for another", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.documentElement?.dataset.alive !== "true") return;
      Object.assign(window, { aliveAt: performance.now() });
      observer.disconnect();
    }).observe(document, { attributes: true, subtree: true });
  });
  await page.goto("/chats");
  const chat = await page.getByRole("main").locator("a[href*='/chats/']").first().getAttribute("href");
  await page.goto("/members");
  const profile = await cards(page).first().getAttribute("href");
  for (const path of ["/members", profile ?? "", "/swipe-game", "/chats", chat ?? "", "/likes"]) {
    const answer = await page.goto(path);
    const html = (await answer?.text()) ?? "";
    await page.waitForFunction(() => Reflect.get(window, "aliveAt") !== undefined);
    const loaded = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name, startTime }) => name.endsWith(".js") && startTime < Number(Reflect.get(window, "aliveAt")))
        .map(({ name }) => new URL(name).pathname),
    );
    expect(loaded.length, path).toBeGreaterThan(10);
    expect(
      loaded.filter((file) => !html.includes(file)),
      path,
    ).toEqual([]);
  }
});
