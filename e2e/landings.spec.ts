import { type Browser, expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./accessibility.ts";
import { ask } from "./database.ts";
import { logInAs, newMember, send } from "./member.ts";
import { bytesAfterTouch, bytesBeforeTouch, countScriptBytes, open, reload, waitUntilInteractive } from "./open.ts";
import { Person } from "./person.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const designs = ["landing", "landing2", "landing3"] as const;
const nobody = "00000000-0000-4000-8000-000000000000";
const words = "Good evening, is that your own boat?";
const source = "network=adnet&ref=spring&sub1=a&sub2=b&sub3=c";

type Member = {
  id: string;
  name: string;
  age: number;
  fictional: boolean;
  main_image: { card_filename: string } | null;
};

const found = new Map<typeof real, Promise<Member>>();

/** A woman of the demo world whose card visitors may see. She is looked up once. */
function someone(browser: Browser, wanted: typeof real): Promise<Member> {
  const known = found.get(wanted) ?? find(browser, wanted);
  found.set(wanted, known);
  return known;
}

/** Looked up as a member, because visitors do not see every card. */
async function find(browser: Browser, wanted: typeof real): Promise<Member> {
  const finder = await browser.newContext();
  await logInAs(finder, "robin");
  const open = "select member_id from profiles where shown_to_visitors or fictional";
  const invented = await ask(`select id from accounts where email like '%@demo.invalid' and id in (${open})`, []);
  const ids = new Set(invented.map(({ id }) => id));
  let more = "";
  for (let page = 0; page < 20; page += 1) {
    const answer = await (await finder.request.get(`/api/members.php?gender=female&sort=newest${more}`)).json();
    const woman = answer.members.find((member: Member) => ids.has(member.id) && wanted(member));
    if (woman) return woman;
    if (answer.next_cursor === null) break;
    more = `&cursor=${answer.next_cursor}`;
  }
  throw new Error("the demo world has no woman of that kind");
}

const real = ({ fictional, main_image }: Member) => !fictional && main_image !== null;
const fictional = (member: Member) => member.fictional;

const tom = {
  name: "Tom",
  gender: "male",
  seeks: "female",
  birth: { day: "2", month: "8", year: "1990" },
  country: "DE",
  town: "Berlin",
} as const;

function arrive(browser: Browser, more: object = {}): Promise<Person> {
  return Person.arrive(browser, "en", tom, more);
}

test("R2.01 R2.06 each landing page shows the member, logo bar and footer, and is not indexed", async ({
  page,
  browser,
}) => {
  const { id, name, age } = await someone(browser, real);
  for (const design of designs) {
    await test.step(design, async () => {
      await open(page, `/members/${id}/${design}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name}, ${age}`);
      await expect(page).toHaveTitle(new RegExp(`^${say("landings:title", { name })}`));
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
        "href",
        new RegExp(`/members/${id}/${design}$`),
      );
      await expect(page.getByRole("banner").getByRole("link", { name: say("shell:nav.log_in") })).toBeVisible();
      await expect(page.getByRole("navigation", { name: say("navigation:main") })).toHaveCount(0);
      await expect(page.getByRole("contentinfo")).toContainText("Rendezvous is for adults aged 18 and over.");
      const photo = page.getByRole("main").getByRole("img", { name });
      await expect(photo).toHaveAttribute("loading", "eager");
      await expect(photo).toHaveAttribute("fetchpriority", "high");
      await picture(page, design, { fullPage: true });
      // a name may have thirty letters without a space
      await page.evaluate((given) => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const { currentNode: text } = texts;
          text.nodeValue = text.nodeValue?.replaceAll(given, "W".repeat(30)) ?? null;
        }
      }, name);
      await expectNoSidewaysScroll(page);
    });
  }
});

test("R10.05 a member who limits who may write first: visitors are offered no message, and read no reason", async ({
  page,
  browser,
}) => {
  const { id, name } = await newMember(await browser.newContext(), "Ines");
  const limits = "shown_to_visitors = true, only_fitting_write = true, only_verified_write = true";
  await ask(`update profiles set ${limits} where member_id = $1`, [id]);
  const main = page.getByRole("main");
  for (const design of designs) {
    await open(page, `/members/${id}/${design}`);
    await expect(main.getByRole("link", { name: say("landings:join", { name }) })).toBeVisible();
    await expect(main.getByRole("textbox")).toHaveCount(0);
    for (const words of ["landings:write", "landings:first", "landings:question"] as const) {
      await expect(main.getByText(say(words, { name }))).toHaveCount(0);
    }
  }
  await test.step("nor does the signup ask for one, on its own page and over a page", async () => {
    const message = page.getByLabel(say("account:signup.message_label"), { exact: true });
    await open(page, `/members/${id}/signup`);
    await expect(page.getByText(say("account:signup.to_see", { name }))).toBeVisible();
    await expect(message).toHaveCount(0);
    await open(page, `/members/${id}/landing`);
    await main.getByRole("link", { name: say("landings:join", { name }) }).click();
    await expect(page.getByRole("dialog").getByText(say("account:signup.to_see", { name }))).toBeVisible();
    await expect(message).toHaveCount(0);
  });
});

/** Sums up the layout shifts of the page in `window.moved`. */
const countMoves = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { moved: Number(Reflect.get(window, "moved")) + entry.value });
    }).observe({ type: "layout-shift", buffered: true });
  });

test("R2.01 a landing page loads at most 8 kB of scripts before it is touched, then 127 kB, without layout shifts", async ({
  page,
  browser,
}) => {
  const { id } = await someone(browser, real);
  await countMoves(page);
  for (const design of designs) {
    await page.goto(`/members/${id}/${design}`);
    expect(await countScriptBytes(page), design).toBeLessThanOrEqual(bytesBeforeTouch);
    await waitUntilInteractive(page);
    expect(await countScriptBytes(page), design).toBeLessThanOrEqual(bytesAfterTouch);
    expect(await page.evaluate(() => Reflect.get(window, "moved")), design).toBeLessThan(0.01);
  }
});

test("quality: a font that comes late moves nothing: the first page keeps the fallback", {
  tag: "@one-width",
}, async ({ page }) => {
  const { promise: late, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/*.woff2", async (route) => {
    await late;
    await route.continue();
  });
  await countMoves(page);
  // the page's load event waits for the font
  await page.goto("/", { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await waitUntilInteractive(page);
  const width = () =>
    page.getByRole("heading", { level: 1 }).evaluate((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      return Math.max(...[...range.getClientRects()].map((line) => line.width));
    });
  const before = await width();
  const loaded = page.waitForEvent("requestfinished", (request) => request.url().endsWith(".woff2"));
  release();
  await loaded;
  await page.evaluate(() => document.fonts.ready);
  expect(await width()).toBe(before);
  expect(await page.evaluate(() => Reflect.get(window, "moved"))).toBeLessThan(0.01);
});

test("D11.1 each landing page labels a fictional profile, and explains the label before the message", {
  tag: "@one-width",
}, async ({ page, browser }) => {
  const { id, name } = await someone(browser, fictional);
  for (const design of designs) {
    await open(page, `/members/${id}/${design}`);
    await expect(page.getByRole("main").getByText("Fictional profile", { exact: true })).toBeVisible();
    await expect(page.getByText(say("landings:fictional", { name }))).toBeVisible();
    await expect(page.getByText(say("landings:when", { name }))).toHaveCount(0);
    await expect(page.getByText(say("landings:first", { name }))).toHaveCount(0);
  }
});

for (const design of ["landing2", "landing3"] as const) {
  test(`R2.19 R3.09 R3.10 a message typed on ${design} goes to the signup, with the visitor's traffic source`, {
    tag: "@one-width",
  }, async ({ browser }) => {
    const him = await arrive(browser);
    const { page } = him;
    const { id, name } = await someone(browser, real);
    await him.open(`/members/${id}/${design}/spring?${source}`);
    const area = page.getByRole("textbox", { name: say("landings:message", { name }) });

    await test.step("an empty message gets an error at its field", async () => {
      await page.getByRole("button", { name: say("landings:send") }).click();
      await expect(area).toHaveAccessibleDescription(new RegExp(`^${say("landings:missing")}`));
      await expect(area).toBeFocused();
    });
    await area.fill(words);
    await expect(page.getByText(say("landings:missing"))).toHaveCount(0);

    await test.step("a reload loses nothing", async () => {
      await reload(page);
      await expect(area).toHaveValue(words);
    });

    await page.getByRole("button", { name: say("landings:send") }).click();
    const dialog = page.getByRole("dialog", { name: say("shell:nav.sign_up") });
    await expect(dialog.getByText(say("account:signup.step", { number: 2, total: 6 }))).toBeVisible();
    await dialog.getByRole("button", { name: say("shell:nav.back") }).click();
    await expect(dialog.getByLabel(say("account:signup.message_label"), { exact: true })).toHaveValue(words);
    await him.continueTo();
    await him.fillInForm();
    const request = page.waitForRequest("**/api/signup.php");
    await page.getByRole("button", { name: say("account:signup.send") }).click();
    expect((await request).postDataJSON()).toMatchObject({
      message: { to: id, text: words, credits: expect.any(Number) },
      tracking: { network: "adnet", ref: "spring", sub1: "a", sub2: "b", sub3: "c", lander: design, slug: "spring" },
    });
    await expect(page).toHaveURL(/step=photo/);
    expect(him.complaints).toEqual([]);
    await him.leave();
  });
}

test("R2.19 the first design leads to the signup with a message to the member, by keyboard only", {
  tag: ["@core", "@one-width"],
}, async ({ browser }) => {
  const him = await arrive(browser);
  const { page } = him;
  const { id, name } = await someone(browser, real);
  await him.open(`/members/${id}/landing?${source}`);
  const action = page.getByRole("main").getByRole("link", { name: say("landings:write", { name }) });
  await expect(action).toHaveAttribute("href", `/members/${id}/signup?${source}&lander=landing`);
  await action.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: say("shell:nav.sign_up") });
  await expect(dialog.getByLabel(say("account:signup.message_label"), { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(action).toBeFocused();
});

test("R2.01 R3.09 without scripts the form posts the message and the traffic source, outside the URL", {
  tag: "@one-width",
}, async ({ browser }) => {
  const him = await arrive(browser, { javaScriptEnabled: false });
  const { page } = him;
  const { id, name } = await someone(browser, real);
  for (const design of designs) {
    await open(page, `/members/${id}/${design}?${source}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await expect(page.getByRole("main").getByRole("img", { name })).toBeVisible();
  }
  await page.getByRole("textbox").fill(words);
  await page.getByRole("button", { name: say("landings:send") }).click();
  await expect(page).toHaveURL(new RegExp(`/members/${id}/signup\\?${source}&lander=landing3$`));
  await expect(page.getByLabel(say("account:signup.message_label"), { exact: true })).toHaveValue(words);
  await expect(page.locator("input[name=network]")).toHaveValue("adnet");
  await expect(page.getByRole("alert")).toBeEmpty();
  await him.fillInWho();
  await him.fillInYou();
  await him.fillInKey();
  await page.getByRole("button", { name: say("account:signup.send") }).click();
  await expect(page).toHaveURL(/\/complete-signup/);
  await open(page, "/chats");
  await expect(page.getByRole("main")).toContainText(name);
});

test("R1.13 another niche's slug redirects to the site's own, with the query; unknown slugs are harmless", {
  tag: "@one-width",
}, async ({ page, browser }) => {
  const { id, name } = await someone(browser, real);
  await open(page, `/de/members/${id}/landing2/bdsm-spring?${source}`);
  await expect(page).toHaveURL(new RegExp(`/de/members/${id}/landing2/spring\\?${source}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  for (const slug of ["anything", "%F0%9F%92%8C", "..%2F..%2Fstaff", "she-"]) {
    const answer = await page.goto(`/members/${id}/landing3/${slug}`);
    expect(answer?.status(), slug).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  }
});

test("R2.01 R6.02 hidden and unknown members look the same: both lead to the signup", {
  tag: "@one-width",
}, async ({ page, browser }) => {
  const hers = await browser.newContext();
  const hidden = await newMember(hers, "Hidden");
  await send(hers, "PUT", "/api/profile.php", { invisible: true, shown_to_visitors: true });
  const seen: (string | null)[] = [];
  for (const id of [hidden.id, nobody, "no-id-at-all"]) {
    for (const design of designs) {
      const answer = await page.goto(`/members/${id}/${design}?${source}`);
      expect(answer?.status()).toBe(200);
      await waitUntilInteractive(page);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("landings:nobody"));
      await expect(page.getByRole("link", { name: say("landings:nobody_join") })).toHaveAttribute(
        "href",
        `/signup?${source}&lander=${design}`,
      );
      seen.push(await page.getByRole("main").textContent());
    }
  }
  expect(new Set(seen).size).toBe(1);
  expect(await page.content()).not.toContain(hidden.name);
});

test("R2.01 a member is redirected to the profile", { tag: "@one-width" }, async ({ page, context, browser }) => {
  const { id } = await someone(browser, real);
  await logInAs(context, "robin");
  for (const design of designs) {
    await open(page, `/members/${id}/${design}?${source}`);
    await expect(page).toHaveURL(new RegExp(`/members/${id}$`));
  }
});

test("R6.01 R6.02 a site's settings decide which members visitors from advertisements see, whether they may write first, and the title", {
  tag: "@one-width",
}, async ({ page, siteHas, browser }) => {
  const { id, name } = await someone(browser, real);
  const settings = {
    niche: 3,
    logged_out_search: "none",
    logged_out_search_trafficsource: "all",
    signups: "with_trafficsource",
    signup_credits: 0,
  };
  await siteHas(settings);
  const other = await (await browser.newContext()).newPage();
  await open(other, `/members/${id}/landing`);
  await expect(other).toHaveURL(/\/signup$/);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(say("account:signup.closed"));

  // the traffic source applies from the very first page of the visit
  await open(page, `/members/${id}/landing2/spring?${source}`);
  await expect(page).toHaveURL(new RegExp(`/members/${id}/landing2/bdsm-spring\\?${source}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(page).toHaveTitle(say("landings:title_neutral"));
  await expect(page.getByRole("textbox")).toHaveCount(0);
  const join = page.getByRole("main").getByRole("link", { name: say("landings:join", { name }) });
  await expect(join).toHaveAttribute(
    "href",
    new RegExp(`^/signup\\?next=%2Fmembers%2F${id}&${source}&lander=landing2&slug=bdsm-spring$`),
  );
});

test("R2.06 a landing page shows the entry warning to a visitor from the Netherlands, not from France", {
  tag: "@one-width",
}, async ({ browser }) => {
  for (const [address, warned] of [
    ["193.0.6.139", true],
    ["212.27.48.10", false],
  ] as const) {
    const context = await browser.newContext({
      extraHTTPHeaders: { "x-forwarded-for": address },
    });
    const page = await context.newPage();
    const { id } = await someone(browser, real);
    await open(page, `/members/${id}/landing`);
    const door = page.getByRole("dialog", { name: say("shell:entry.title", { age: 18 }) });
    await expect(door).toHaveCount(warned ? 1 : 0);
    if (warned) {
      await door.getByRole("button", { name: say("shell:entry.stay", { age: 18 }) }).click();
      await open(page, `/members/${id}/landing2`);
      await expect(door).toHaveCount(0);
    }
    await context.close();
  }
});
