import { expect } from "@playwright/test";
import { splashScreens } from "#contract/splash-screens.ts";
import { ask } from "./database.ts";
import { asInstalled } from "./installed.ts";
import { logInAs, signUpIn } from "./member.ts";
import { open, waitUntilInteractive } from "./open.ts";
import { visit } from "./screens.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

test("R2.29 the browser reads the manifest of the page's language without complaint", {
  tag: "@one-width",
}, async ({ page }) => {
  await open(page, "/fi/login");
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(url).toMatch(/\/manifest\.webmanifest\?locale=fi$/);
  expect(JSON.parse(data ?? "")).toMatchObject({ lang: "fi", start_url: "/fi/members", display: "standalone" });
});

test("R2.15 an iPhone gets a splash image for each screen, other devices none", { tag: "@one-width" }, async ({
  browser,
  page,
}) => {
  const images = 'link[rel="apple-touch-startup-image"]';
  await open(page, "/login");
  await expect(page.locator(images)).toHaveCount(0);
  const size = { width: 390, height: 844 };
  const phone = await visit(browser, { userAgent: iPhone, viewport: size, screen: size, deviceScaleFactor: 3 });
  await open(phone.page, "/login");
  await expect(phone.page.locator(images)).toHaveCount(splashScreens.length * 2);
  const first = await phone.page.locator(images).first().getAttribute("href");
  expect((await phone.context.request.get(first ?? "")).headers()["content-type"]).toBe("image/png");
  // a shared page is the same for every device: the phone adds the two of its own screen
  await open(phone.page, "/");
  await expect(phone.page.locator(images)).toHaveCount(2);
  const own = await phone.page.locator(images).first().getAttribute("href");
  expect((await phone.context.request.get(own ?? "")).headers()["content-type"]).toBe("image/png");
});

test("R2.10 only the installed app has a back button, and only if there is a page to go back to", {
  tag: ["@core", "@one-width"],
}, async ({ page }) => {
  await logInAs(page.context(), "robin");
  const back = page.getByRole("banner").getByRole("button", { name: say("shell:nav.back"), exact: true });
  const card = page.getByRole("main").locator("a[href^='/members/']").first();
  await open(page, "/members?filters=none");
  await card.click();
  await expect(page).toHaveURL(/\/members\/[0-9a-f-]{36}$/);
  await expect(back).toHaveCount(0);

  await asInstalled(page);
  await open(page, "/members?filters=none");
  await expect(back).toHaveCount(0);
  await card.click();
  await expect(page).toHaveURL(/\/members\/[0-9a-f-]{36}$/);
  await back.click();
  await expect(page).toHaveURL(/\/members\?filters=none$/);
});

test("R4.23 R4.21 a hidden page sends a beacon; with lb the first screen is counted if the visitor leaves there", {
  tag: "@one-width",
}, async ({ page }) => {
  const beacon = () => page.waitForRequest(/\/api\/page-hidden\.php/);
  const hide = () =>
    page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    });
  // the browser's tools do not show the body of a beacon
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, data) => {
      const { dataset } = document.documentElement;
      if (data instanceof Blob) void data.text().then((text) => Object.assign(dataset, { sent: data.type + text }));
      return send(url, data);
    };
  });
  await open(page, "/login");
  const plain = beacon();
  await hide();
  expect((await plain).url()).toMatch(/page-hidden\.php\?$/);
  await expect(page.locator("html")).toHaveAttribute("data-sent", "application/json{}");

  await open(page, "/login?lb=1&network=meadow");
  const bounce = beacon();
  await hide();
  expect((await bounce).url()).toMatch(/\?bounce=login&network=meadow$/);
  await expect
    .poll(
      async () => (await ask("select visits from bounces where screen = 'login' and network = 'meadow'", [])).length,
    )
    .toBe(1);

  await open(page, "/login?lb=1&network=meadow");
  await page.getByRole("banner").getByRole("link").first().click();
  // the address changes before the screen does
  await expect(page.getByRole("heading", { level: 1, name: say("home:heading") })).toBeVisible();
  const stayed = beacon();
  await hide();
  expect((await stayed).url()).toMatch(/page-hidden\.php\?$/);
});

test("R4.24 a script that can't be loaded reloads the page once, then the error page says so", {
  tag: ["@core", "@one-width"],
}, async ({ page }) => {
  await open(page, "/login");
  await page.route(/\/assets\/reset-password-[^/]*\.js$/, (route) => route.abort());
  const forgotten = page.getByRole("main").getByRole("link", { name: say("auth:login.forgot") });
  const loaded = page.waitForEvent("load");
  await forgotten.click();
  await loaded;
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator("html[data-alive]")).toBeVisible();
  let reloads = 0;
  page.on("load", () => {
    reloads += 1;
  });
  await forgotten.click();
  await expect(page.getByRole("heading", { level: 1, name: say("shell:error.title") })).toBeVisible();
  expect(reloads).toBe(0);
});

test("R4.24 what a member has typed survives the reload after an update, in its field or in its dialog", {
  tag: "@one-width",
}, async ({ page }) => {
  const update = async () => {
    const loaded = page.waitForEvent("load");
    await page.evaluate(() => {
      dispatchEvent(new Event("reload-for-chunk"));
      location.reload();
    });
    await loaded;
    await waitUntilInteractive(page);
  };
  await signUpIn(page.context(), "Typing");
  await open(page, "/profile");
  const about = page.getByRole("textbox", { name: say("account:profile.about") });
  await about.fill("I bake bread on Sundays");
  await update();
  await expect(about).toHaveValue("I bake bread on Sundays");

  await open(page, "/members?filters=none");
  await page.getByRole("main").locator("a[href^='/members/']").first().click();
  const report = async () => {
    await page
      .getByRole("main")
      .getByRole("button", { name: say("moderation:more"), exact: true })
      .click();
    await page.getByRole("menuitem", { name: /^Report / }).click();
  };
  await report();
  // the history entry says that the dialog is open, so it opens again by itself
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio").nth(2).check();
  await dialog.getByRole("textbox").fill("Asked me for money");
  await update();
  await expect(dialog.getByRole("textbox")).toHaveValue("Asked me for money");
  await expect(dialog.getByRole("radio").nth(2)).toBeChecked();
  expect(await page.evaluate(() => sessionStorage.getItem("typed"))).toBeNull();
});

test("R2.29 the app is offered on a later screen if an answer waits; after a refusal the account menu has it", {
  tag: "@one-width",
}, async ({ page }) => {
  await logInAs(page.context(), "robin");
  const own = "(select id from accounts where email = 'robin@demo.invalid')";
  await ask(`update conversation_members set unread = greatest(unread, 1) where member_id = ${own}`, []);
  await open(page, "/members");
  await page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => {
        document.documentElement.dataset.asked = "yes";
        return { outcome: "dismissed" };
      },
    });
    dispatchEvent(offer);
  });
  const offer = page.getByRole("button", { name: say("notifications:install.close") });
  await expect(offer).toHaveCount(0);
  await page
    .getByRole("navigation", { name: say("navigation:main") })
    .getByRole("link", { name: new RegExp(say("navigation:likes")) })
    .click();
  await expect(offer).toBeVisible();
  await page.getByRole("button", { name: say("notifications:install.close") }).click();
  await expect(offer).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("hide-install-hint"))).toMatch(/^\d{10}$/);
  await page.getByRole("button", { name: say("navigation:account.menu", { name: "Robin" }) }).click();
  await page.getByRole("button", { name: say("notifications:install.menu") }).click();
  await expect(page.locator("html")).toHaveAttribute("data-asked", "yes");
});

test("R2.07 R2.14 the page for language and country has no frame, and the chosen country decides about the entry warning", {
  tag: "@one-width",
}, async ({ page }) => {
  await open(page, "/lang-config?next=/pages/faq");
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByLabel(say("shell:footer.language"), { exact: true }).selectOption("de");
  await page.getByLabel(say("account:signup.country"), { exact: true }).selectOption("NL");
  await page.getByRole("button", { name: say("shell:save") }).click();
  await expect(page).toHaveURL(/\/de\/pages\/faq$/);
  await expect(page.getByRole("dialog")).toBeVisible();
  // the page itself warns too, once the country is known; it opens no signup over its content (D13.4)
  await open(page, "/lang-config?next=/pages/faq");
  await expect(page.getByRole("banner")).toHaveCount(0);
  const warning = page.getByRole("dialog");
  await expect(warning).toHaveCount(1);
  await expect(warning).toContainText(sayIn("de")("shell:entry.title", { age: 18 }));
  const cookies = await page.context().cookies();
  const days = (name: string) => {
    const { expires = 0 } = cookies.find((cookie) => cookie.name === name) ?? {};
    return Math.round((expires * 1000 - Date.now()) / 86_400_000);
  };
  expect([days("locale"), days("geoip_selected_country")]).toEqual([365, 365]);
});
