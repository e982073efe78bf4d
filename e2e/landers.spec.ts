import { expect, type Page } from "@playwright/test";
import { logInAs } from "./member.ts";
import { bytesAfterTouch, bytesBeforeTouch, countScriptBytes, open } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const source = "network=adnet&ref=spring&sub1=a&sub2=b&sub3=c";

/** The label of a choice: the control itself is too small to be tapped. */
const choose = (page: Page, name: string, value: string) =>
  page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();
const start = (page: Page) => page.locator("form.start").getByRole("button");

/** For each lander, the actions and checks that show that its own idea works. */
const landers: Record<string, (page: Page) => Promise<unknown>> = {
  alonetonight: async (page) => {
    await choose(page, "gender", "male");
    await choose(page, "seeks", "female");
    await choose(page, "interests", "cooking");
    await expect(page.locator("[data-light=evening]")).toHaveCSS("opacity", "1");
    await expect(page.locator(".city-last")).toHaveCSS("opacity", "1");
  },
  collagelanding: async (page) => {
    await choose(page, "seeks", "female");
    await expect(page.locator("[data-gender=male]").first()).toHaveCSS("opacity", "0.55");
  },
  gallery: async (page) => {
    await expect(page.locator(".wall-work").first()).toBeVisible();
    await page.getByRole("link", { name: say("landers:gallery.to_frame") }).click();
    await expect(page.getByRole("heading", { name: say("landers:gallery.own") })).toBeInViewport();
  },
  iconslanding: async (page) => {
    await choose(page, "interests", "coffee");
    await expect(page.locator("[data-pick=coffee]")).toBeVisible();
    await expect(page.locator("[data-pick=wine]")).toBeHidden();
  },
  maplanding: async (page) => {
    const region = page.locator(".map-region").first();
    const name = (await region.getAttribute("aria-label"))?.replace(/:.*/, "") ?? "";
    await region.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".map-here strong")).toHaveText(name);
    await expect(region).toHaveAttribute("aria-current", "true");
  },
  socialnetwork: async (page) => {
    await choose(page, "interests", "hiking");
    await expect(page.getByText(say("landers:socialnetwork.says_hiking"))).toBeVisible();
    await expect(page.getByText(say("landers:socialnetwork.honest"))).toBeVisible();
  },
  tinderswipe: async (page) => {
    const top = page.locator(".swipe-card[data-place='0']");
    for (const code of ["hiking", "cooking", "music", "beach", "reading"] as const) {
      await expect(top.getByRole("heading")).toHaveText(say(`landers:tinderswipe.ask_${code}`));
      await page.getByRole("button", { name: say(`landers:tinderswipe.${code === "cooking" ? "no" : "yes"}`) }).click();
    }
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("landers:tinderswipe.found"));
    await expect(page.locator(".deck-match").first()).toBeVisible();
    await expect(page.locator(".deck-liked")).not.toContainText(say("landers:tinderswipe.cooking"));
  },
  transitionsvideolanding: async (page) => {
    await choose(page, "interests", "music");
    await expect(page.locator("g[data-scene='4']").first()).toHaveCSS("opacity", "1");
    await expect(page.getByRole("checkbox", { name: say("landers:common.pause") })).toBeAttached();
  },
  video: async (page) => {
    await choose(page, "seeks", "male");
    await expect(page.locator("[data-person=male]")).toHaveCSS("opacity", "1");
    await choose(page, "gender", "female");
    await expect(page.locator("[data-you=female]")).toHaveCSS("opacity", "1");
  },
};

test("R2.02 R2.03 R2.06 each lander opens, its own idea works, and it ends in the signup", async ({ page }) => {
  for (const [name, works] of Object.entries(landers)) {
    await test.step(name, async () => {
      const answer = await page.goto(`/landers/${name}?${source}`);
      expect(answer?.status()).toBe(200);
      expect(await countScriptBytes(page), "scripts before a touch").toBeLessThanOrEqual(bytesBeforeTouch);
      await open(page, `/landers/${name}/spring?${source}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
      await expect(page.getByRole("banner").getByRole("link", { name: say("shell:nav.log_in") })).toBeVisible();
      await expect(page.getByRole("navigation", { name: say("navigation:main") })).toHaveCount(0);
      await expect(page.getByRole("contentinfo")).toContainText("Rendezvous is for adults aged 18 and over.");
      // the scripts of the cards' gesture are loaded after the page, which works without them
      const bytes = await countScriptBytes(page, "drag-card", "swipe-game-and-visitors");
      expect(bytes, "scripts").toBeLessThanOrEqual(bytesAfterTouch);
      await works(page);
      await picture(page, name);
      await choose(page, "gender", "male");
      await choose(page, "seeks", "female");
      await start(page).click();
      const dialog = page.getByRole("dialog", { name: say("shell:nav.sign_up") });
      await expect(dialog.getByRole("heading", { name: say("account:signup.you") })).toBeVisible();
      expect(new URL(page.url()).search, "no answer in the address").not.toMatch(/gender|seeks/);
    });
  }
});

test("R2.03 R3.09 without scripts a lander's form posts the answers to the signup, outside the URL", {
  tag: ["@core", "@one-width"],
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const name of Object.keys(landers)) {
    const answer = await page.goto(`/landers/${name}?${source}`);
    expect(answer?.status(), name).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  }
  await test.step("tinderswipe, with one page per answer", async () => {
    await page.goto(`/landers/tinderswipe?${source}`);
    for (let card = 0; card < 5; card += 1)
      await page.getByRole("button", { name: say("landers:tinderswipe.yes") }).click();
    await expect(page.locator(".deck-match").first()).toBeVisible();
    expect(page.url()).toContain("network=adnet");
  });
  await test.step("alonetonight, with the picked evening", async () => {
    await page.goto(`/landers/alonetonight?${source}`);
    await choose(page, "gender", "male");
    await choose(page, "seeks", "female");
    await choose(page, "interests", "music");
    await start(page).click();
    await expect(page).toHaveURL(new RegExp(`/signup\\?${source}&lander=alonetonight$`));
    await expect(page.locator("input[name=seeks][value=female]")).toBeChecked();
    await expect(page.locator("input[name=gender][value=male]")).toBeChecked();
    await expect(page.locator("input[name=interests]")).toHaveValue("music");
    await expect(page.locator("input[name=network]")).toHaveValue("adnet");
  });
});

test("R1.13 R2.03 R2.28 another niche's slug redirects, an unknown lander is not found, a member sees the search", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await open(page, `/de/landers/gallery/bdsm-spring?${source}`);
  await expect(page).toHaveURL(new RegExp(`/de/landers/gallery/spring\\?${source}$`));
  for (const path of ["/landers/nothing", "/landers/Gallery2/spring", "/landers/gallery/spring/more", "/landers"]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
  for (const slug of ["anything", "%F0%9F%92%8C", "..%2F..%2Fstaff", "she-"]) {
    expect((await page.goto(`/landers/video/${slug}`))?.status(), slug).toBe(200);
  }
  await logInAs(context, "robin");
  await open(page, `/landers/maplanding?${source}`);
  await expect(page).toHaveURL(/\/members$/);
});
