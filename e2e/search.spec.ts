import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { logInAs, signUpIn } from "./member.ts";
import { holdAnswer, open, reload } from "./open.ts";
import { picture } from "./picture.ts";
import { cards, chip, chips, expectTotal, openFilters, text } from "./search-page.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

const show = (filters: Locator) =>
  filters.getByRole("button", {
    name: new RegExp(`${pattern(say, "members:search.show_other").source}|Show 1 member`),
  });

/** Sets filters and shows the results; checks that the button announced their number before. */
async function choose(page: Page, act: (filters: Locator) => Promise<void>, address: RegExp): Promise<number> {
  const filters = await openFilters(page);
  await act(filters);
  await expect(show(filters)).toBeVisible();
  const announced = Number(/\d+/.exec((await show(filters).textContent()) ?? "")?.[0]);
  await show(filters).click();
  await expect(page).toHaveURL(address);
  expect(await expectTotal(page)).toBe(announced);
  return announced;
}

test("R1.02 D4.1 the filters are labelled and accessible", { tag: "@one-width" }, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/members?filters=none");

  const filters = await openFilters(page);
  await expect(filters.getByRole("switch", { name: text("filter.fit") })).toBeChecked();
  await expect(filters.getByText(text("filter.fit_note"))).toBeVisible();
  await filters.locator("summary").first().click();
  await picture(page, "filters");
});

test("R1.02 R3.11 D4.3 every filter narrows the search, is in the URL, and is a chip that removes it", {
  tag: "@core",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/members?filters=none");
  const all = await expectTotal(page);

  const steps: { choose: (filters: Locator) => Promise<void>; address: RegExp; says: string }[] = [
    {
      choose: (form) => form.getByText(text("filter.gender_female"), { exact: true }).click(),
      address: /gender=female/,
      says: text("filter.gender_female"),
    },
    {
      choose: async (form) => {
        const youngest = form.getByRole("slider", { name: text("filter.age_from") });
        await youngest.focus();
        for (let year = 18; year < 30; year += 1) await youngest.press("ArrowRight");
      },
      address: /min_age=30/,
      says: text("filter.ages_from", { from: 30 }),
    },
    {
      choose: (form) => form.getByRole("switch", { name: text("filter.photo") }).click(),
      address: /photo=1/,
      says: text("filter.photo"),
    },
    {
      choose: async (form) => {
        await form.locator("summary").first().click();
        await form.getByRole("searchbox", { name: text("filter.interests_search") }).fill("read");
        await form.getByText(say("profiles:interest.reading"), { exact: true }).click();
      },
      address: /interests=reading/,
      says: say("profiles:interest.reading"),
    },
  ];
  let last = all;
  for (const step of steps) {
    const now = await choose(page, step.choose, step.address);
    expect(now).toBeLessThanOrEqual(last);
    last = now;
    await expect(chip(page, step.says)).toBeVisible();
  }
  await expect(chips(page).getByRole("listitem")).toHaveCount(steps.length + 1);

  await test.step("the URL is enough: a reload, or another member, gets the same search", async () => {
    await reload(page);
    await expect(chip(page, say("profiles:interest.reading"))).toBeVisible();
    expect(await expectTotal(page)).toBe(last);
  });

  await test.step("Back goes through the searches, and a chip removes its filter", async () => {
    await page.goBack();
    await expect(page).not.toHaveURL(/interests/);
    await expect(chip(page, say("profiles:interest.reading"))).toHaveCount(0);
    await page.goForward();
    await expect(page).toHaveURL(/interests/);
    // a phone's Back closes the filters, and the search stays
    const filters = await openFilters(page);
    if ((await filters.getAttribute("open")) !== null) {
      await page.goBack();
      await expect(filters).toHaveCount(0);
      await expect(page).toHaveURL(/interests/);
    }
    for (const step of steps.toReversed()) {
      await chip(page, step.says).click();
      await expect(page).not.toHaveURL(step.address);
      // the URL changes a moment before the page: until then the other chips' links still have this filter
      await expect(chip(page, step.says)).toHaveCount(0);
    }
    expect(await expectTotal(page)).toBeGreaterThanOrEqual(all);
  });
});

test("D4.1 D4.3 the two-way fit, place, distance, presence and order are in the URL and are chips too", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/members?filters=none");
  const fitting = await expectTotal(page);
  const filters = await openFilters(page);
  await filters.getByRole("switch", { name: text("filter.fit") }).click();
  await expect(filters.getByText(text("filter.fit_off"))).toBeVisible();
  await show(filters).click();
  await expect(page).toHaveURL(/anyone=1/);
  const anyone = await expectTotal(page);
  expect(anyone).toBeGreaterThan(fitting);
  await chip(page, text("filter.anyone")).click();
  await expect(page).toHaveURL(/filters=none/);
  expect(await expectTotal(page)).toBeLessThan(anyone);

  await open(page, "/members?country=GB&countryregion=GB-ENG&distance=100&online=1&new=1&sort=nearest");
  for (const says of [
    "United Kingdom",
    "England",
    text("filter.within", { distance: "100 km" }),
    text("filter.online"),
    text("filter.new"),
    text("filter.sorted", { sort: text("filter.sort_nearest") }),
  ]) {
    await expect(chip(page, says)).toBeVisible();
  }
  await page
    .getByRole("main")
    .getByRole("link", { name: text("search.clear"), exact: true })
    .click();
  await expect(page).toHaveURL(/\?sort=nearest$/);
  // the URL changes before the page
  await expect(chip(page, text("filter.online"))).toHaveCount(0);

  const again = await openFilters(page);
  await again.getByText(text("filter.sort_best"), { exact: true }).click();
  await show(again).click();
  await expect(page).toHaveURL(/sort=best/);
  // the URL changes before the list
  await expect(async () => {
    const marks = await cards(page)
      .getByText(/\d+% match/)
      .allTextContents();
    const percentages = marks.map((words) => Number.parseInt(words, 10));
    expect(percentages.length).toBeGreaterThan(10);
    expect(percentages).toEqual(percentages.toSorted((a, b) => b - a));
  }).toPass({ timeout: 10_000 });
});

test("R1.02 D4.3 the search begins near: each card of the first page shows how near its member lives", {
  tag: "@one-width",
}, async ({ page, context }) => {
  for (const who of ["robin", "alex"] as const) {
    await logInAs(context, who);
    await open(page, "/members?filters=none");
    const near = `${pattern(say, "members:card.within").source}|${say("members:card.same_town")}`;
    await expect(cards(page).getByText(new RegExp(near))).toHaveCount(24);
    // the number above counts members who are not on the page yet, without fictional profiles
    await expect(page.getByText(pattern(say, "members:visitor.more_title"))).toBeVisible();
  }
});

test("R3.11 the list loads more by itself, then on request, and Back restores it", {
  tag: ["@core", "@one-width"],
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/members?filters=none");
  await expect(cards(page)).toHaveCount(24);
  for (const count of [48, 72, 96]) {
    await cards(page).last().scrollIntoViewIfNeeded();
    await expect(cards(page)).toHaveCount(count);
  }
  const more = page.getByRole("link", { name: text("search.more"), exact: true });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(120);
  await expect(cards(page).nth(96)).toBeFocused();

  const opened = cards(page).nth(60);
  await opened.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  await opened.click();
  await expect(page).toHaveURL(/\/members\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect(cards(page)).toHaveCount(120);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 200);
  await expect(cards(page).nth(60)).toBeInViewport();
});

test("R3.11 on a phone the filters' title and close button stay visible while the filters scroll", {
  tag: "@one-width",
}, async ({ page }) => {
  await open(page, "/members");
  const sheet = await openFilters(page);
  const title = sheet.getByRole("heading", { name: say("members:search.filters"), exact: true });
  // wait until the sheet has slid into its place
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)));
  const top = (await title.boundingBox())?.y;
  await sheet.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
  expect(await sheet.evaluate((dialog) => dialog.scrollTop)).toBeGreaterThan(100);
  await expect(title).toBeInViewport({ ratio: 1 });
  expect(Math.abs(((await title.boundingBox())?.y ?? 0) - (top ?? 0))).toBeLessThan(2);
  await expect(sheet.getByRole("button", { name: say("shell:close"), exact: true })).toBeInViewport({ ratio: 1 });
  await picture(page, "filters-scrolled");
});

test("R3.11 without scripts the form, the chips and the link to the next page work", { tag: "@one-width" }, async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await logInAs(context, "robin");
  const page = await context.newPage();
  // an order that does not change when a member comes online
  await open(page, "/members?sort=newest");
  const first = await cards(page).first().getAttribute("data-member");
  await page.getByRole("link", { name: text("search.more"), exact: true }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(cards(page)).toHaveCount(24);
  expect(await cards(page).first().getAttribute("data-member")).not.toBe(first);
  await page.getByRole("link", { name: text("search.first_page"), exact: true }).click();
  await expect(cards(page).first()).toHaveAttribute("data-member", first ?? "");

  const link = page.getByRole("link", { name: /^Filters/ });
  if (await link.isVisible()) await link.click();
  const form = page.getByRole("complementary", { name: text("search.filters") });
  await form.getByRole("switch", { name: text("filter.fit") }).click();
  await form.getByRole("switch", { name: text("filter.photo") }).click();
  // a group's choices are on the same page with it open, and what was set before stays set
  const choose = async (group: "first" | "last") => {
    await form.locator("summary")[group]().click();
    await form.getByRole("button", { name: text("filter.choices"), exact: true }).click();
  };
  await choose("first");
  await expect(page).toHaveURL(/group=interests.*#filters$/);
  await expect(form.getByRole("switch", { name: text("filter.fit") })).not.toBeChecked();
  await form.getByText(say("profiles:interest.art"), { exact: true }).click();
  await form.getByText(say("profiles:interest.wine"), { exact: true }).click();
  await choose("last");
  await expect(form.getByText(say("facts:smoking.no"), { exact: true }).first()).toBeVisible();
  await form.getByRole("button", { name: /^Show/ }).click();
  for (const says of [
    text("filter.anyone"),
    text("filter.photo"),
    say("profiles:interest.art"),
    say("profiles:interest.wine"),
  ]) {
    await expect(chip(page, says)).toBeVisible();
  }
  await chip(page, text("filter.anyone")).click();
  await expect(page).toHaveURL(/\/members\?photo=1&interests=art,wine&sort=newest$/);
});

test("R3.11 a return without filters restores the last ones, says so, and can clear them", {
  tag: "@one-width",
}, async ({ page, context, browser }) => {
  await logInAs(context, "robin");
  await open(page, "/members");
  // the first search is for the ages that the member looks for (decision 0107)
  await expect(chips(page).getByRole("link")).toHaveCount(1);
  await choose(page, (form) => form.getByRole("switch", { name: text("filter.photo") }).click(), /photo=1/);
  await page
    .getByRole("link", { name: say("navigation:likes") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/likes$/);
  await page
    .getByRole("link", { name: say("navigation:search") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/members\?min_age=\d+&max_age=\d+&photo=1&last=1$/);
  await expect(page.getByRole("heading", { name: text("search.last") })).toBeVisible();
  await expect(chip(page, text("filter.photo"))).toBeVisible();
  await picture(page, "last");
  await expectAccessible(page);

  await test.step("a shared URL overrides the saved filters, and is not saved", async () => {
    await open(page, "/members?gender=male&anyone=1");
    await expect(chip(page, text("filter.photo"))).toHaveCount(0);
    await expect(page.getByRole("heading", { name: text("search.last") })).toHaveCount(0);
    await open(page, "/members");
    await expect(page).toHaveURL(/photo=1&last=1$/);
  });

  await test.step("a member who opens that URL does not read that these are their last filters", async () => {
    const other = await browser.newContext();
    await logInAs(other, "alex");
    const theirs = await other.newPage();
    await open(theirs, "/members?photo=1&last=1");
    await expect(theirs.getByRole("heading", { name: text("search.last") })).toHaveCount(0);
    await expect(chip(theirs, text("filter.photo"))).toBeVisible();
    await other.close();
  });

  await page
    .getByRole("main")
    .getByRole("link", { name: text("search.clear_last"), exact: true })
    .click();
  await expect(page).toHaveURL(/filters=none/);
  await expect(page.getByRole("heading", { name: text("search.last") })).toHaveCount(0);
  await open(page, "/members");
  await expect(page).toHaveURL(/\/members$/);
  // the cleared filters stay cleared: no ages again
  await expect(chips(page)).toHaveCount(0);
});

test("R3.11 last filters that find no one are left out; the page says so once, and can use them", {
  tag: "@one-width",
}, async ({ page, context }) => {
  const { id } = await signUpIn(context, "Nobody");
  await open(page, "/members?filters=none");
  const value = encodeURIComponent(`${id}|/members?min_age=98`);
  await context.addCookies([{ name: "last-search", value, url: page.url() }]);
  await open(page, "/members");
  await expect(page).toHaveURL(/\/members\?last=empty$/);
  await expect(page.getByText(text("search.last_empty"))).toBeVisible();
  expect(await expectTotal(page)).toBeGreaterThan(0);
  await expectAccessible(page);
  await picture(page, "last-left-out");
  await page.getByRole("link", { name: text("search.last_use") }).click();
  await expect(page).toHaveURL(/\?min_age=98$/);
  await expect(page.getByText(text("empty.title"))).toBeVisible();
  await test.step("the filters' button does not promise members that there are not", async () => {
    const filters = await openFilters(page);
    const words = text("search.show_suggestions");
    // they stay open: closing them goes back in the history, which would cut off the next navigation
    await expect(filters.getByRole("button", { name: words })).toBeVisible();
  });
  // used anyway, they are the last filters again; the page says once that it has left them out
  await open(page, "/members");
  await expect(page.getByText(text("search.last_empty"))).toBeVisible();
  await open(page, "/members");
  await expect(page).toHaveURL(/\/members$/);
  await expect(page.getByText(text("search.last_empty"))).toHaveCount(0);
});

test("R3.11 by keyboard only filters are set, interests found, and a chip is removed", async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/members?filters=none");
  const link = page.getByRole("link", { name: /^Filters/ });
  const phone = await link.isVisible();
  if (phone) {
    await link.focus();
    await page.keyboard.press("Enter");
  }
  const filters = phone
    ? page.getByRole("dialog", { name: text("search.filters") })
    : page.getByRole("complementary", { name: text("search.filters") });
  await filters.getByRole("radio", { name: text("filter.gender_fits") }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(filters.getByRole("radio", { name: text("filter.gender_female") })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(filters.getByRole("switch", { name: text("filter.fit") })).toBeFocused();
  await filters.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("wine");
  await expect(filters.getByText(text("filter.interests_found", { count: 1 }))).toBeAttached();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(filters.getByRole("checkbox", { name: say("profiles:interest.wine") })).toBeChecked();
  await show(filters).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?gender=female&interests=wine$/);
  await chip(page, say("profiles:interest.wine")).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?gender=female$/);
});

test("D4.3 a search without results suggests others, and similar members are listed with their reason", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/members?country=GB&min_age=96&max_age=97");
  await expect(page.getByRole("heading", { name: text("empty.title") })).toBeVisible();
  const ways = page.getByRole("main").getByRole("link", { name: /^Any age: \d+$/ });
  await picture(page, "nobody", { fullPage: true });
  const total = Number(/\d+/.exec((await ways.textContent()) ?? "")?.[0]);
  await ways.click();
  await expect(page).toHaveURL(/\?country=GB$/);
  expect(await expectTotal(page)).toBe(total);

  // an old URL may name a region that no longer exists
  await open(page, "/members?country=GB&countryregion=GB-ZZ");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText(text("total", { count: total }));
  await expect(heading).not.toContainText("United Kingdom");

  // a search in another country than the member's own says so
  await open(page, "/members?country=FR");
  await expect(heading).toContainText("France");

  await open(page, "/members?country=GB&min_age=30&max_age=31");
  const similar = page.getByRole("region", { name: text("similar.title") });
  await expect(similar.getByRole("heading", { name: text("similar.age") })).toBeVisible();
  await expect(similar.locator("a[data-member]").first()).toBeVisible();
  await picture(page, "similar", { fullPage: true });
  await similar.getByRole("link", { name: text("similar.age_all", { from: 25, to: 36 }) }).click();
  await expect(page).toHaveURL(/min_age=25&max_age=36/);
});

test("R1.02 a tapped card shows its photo and name as the member's page at once, while that page is loaded, on a slow phone", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  const tools = await context.newCDPSession(page);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await open(page, "/members?filters=none");
  const card = cards(page).nth(4);
  const name = (await card.locator("strong").textContent()) ?? "";
  const { done, release } = await holdAnswer(page, "**/members/*.data*");
  await card.click();
  const opening = page.locator(".opening-profile");
  await expect(opening.getByText(name)).toBeVisible();
  await expect(opening.locator(".profile-photo").first()).toBeVisible();
  await done;
  await expect(page).toHaveURL(/\/members\?filters=none/);
  // what follows is drawn by any phone: a machine that is slow itself would take longer than is waited for
  await tools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  release();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(opening).toHaveCount(0);
  await page.goBack();
  await expect(card).toBeFocused();
});
