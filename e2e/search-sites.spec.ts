import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { logInAs, signUpIn } from "./member.ts";
import { open } from "./open.ts";
import { picture } from "./picture.ts";
import { cards, chips, openFilters, text, totalOf } from "./search-page.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

test("R6.02 R6.03 a visitor sees the first page, how many more there are, and a link to the signup", async ({
  page,
}) => {
  await open(page, "/members?gender=female");
  await expect(cards(page)).toHaveCount(24);
  const filters = await openFilters(page);
  await expect(filters.getByRole("switch", { name: text("filter.fit") })).toHaveCount(0);
  await expect(filters.getByText(text("filter.sort_best"), { exact: true })).toHaveCount(0);
  await filters.locator("summary").first().click();
  await expect(filters.getByText(say("profiles:interest.wine"), { exact: true })).toBeVisible();
  await expect(filters.getByText(say("profiles:interest.bondage"), { exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByText(/\d+% match/)).toHaveCount(0);
  await expect(page.getByRole("link", { name: text("search.more"), exact: true })).toHaveCount(0);
  const total = await totalOf(page.context(), page);
  const card = page.getByRole("region", { name: new RegExp(`of ${total} members`) });
  await card.scrollIntoViewIfNeeded();
  await expect(card.getByText(text("visitor.more_text"))).toBeVisible();
  await expect(cards(page)).toHaveCount(24);
  await picture(page, "visitor");
  await card.getByRole("link", { name: text("visitor.more") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("R6.02 a site shows visitors all members, or none: then it explains the login, and home shows a drawing", async ({
  page,
  siteHas,
}) => {
  await siteHas({ logged_out_search: "all" });
  await open(page, "/members?gender=female");
  await expect(cards(page)).toHaveCount(24);
  await cards(page).last().scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(48);
  await expect(page.getByText(text("visitor.more_text"))).toHaveCount(0);
  await siteHas({ logged_out_search: "none" });
  await open(page, "/members?gender=female");
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText(say("auth:login.first_search", { site: "Rendezvous" }))).toBeVisible();
  await expectAccessible(page);
  await open(page, "/");
  await expect(page.getByRole("img", { name: say("home:picture"), exact: true })).toBeInViewport();
  await picture(page, "home-drawn");
  await expect(page.getByRole("img", { name: say("landers:common.faces_demo"), exact: true })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("button", { name: say("home:sign_up") })).toBeInViewport({ ratio: 1 });
});

test("D4.3 the site decides which filters and which notes are shown", async ({ page, context, siteHas }) => {
  await logInAs(context, "robin");
  await siteHas({ search_fields: ["gender", "photo"], visible_profile_notes: ["online"] });
  await open(page, "/members?photo=1&online=1&interests=wine&country=GB&anyone=1");
  await expect(chips(page).getByRole("listitem")).toHaveCount(1);
  const filters = await openFilters(page);
  await expect(filters.getByRole("switch")).toHaveCount(1);
  await expect(filters.getByRole("slider")).toHaveCount(0);
  await expect(filters.locator("summary")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(cards(page).getByText(pattern(say, "members:card.within"))).toHaveCount(0);
  await expect(cards(page).getByText(say("members:card.same_town"))).toHaveCount(0);
});

test("D4.5 if the country has no town of a name, a town of another country is offered", async ({ page, context }) => {
  await signUpIn(context, "Traveller");
  await open(page, "/complete-signup?step=location");
  const country = page.getByLabel(say("account:signup.country"), { exact: true });
  const town = page.getByLabel(say("account:signup.town"), { exact: true });
  await country.selectOption("DE");
  const take = page.getByRole("button", {
    name: say("account:signup.town_take", { town: "Salzburg", country: "Austria" }),
  });
  await town.fill("Salzburg");
  await expect(take).toBeVisible();
  await expect(page.getByText(say("account:signup.town_elsewhere", { country: "Germany" }))).toBeVisible();
  await take.focus();
  await page.keyboard.press("Enter");
  await expect(country).toHaveValue("AT");
  await expect(town).toHaveValue(/^Salzburg/);
});

test("D2.2 a closed site says so, and leads a member to their data", { tag: "@one-width" }, async ({
  page,
  context,
  siteHas,
}) => {
  await logInAs(context, "robin");
  await siteHas({ closed_until: "2030-01-31" });
  await open(page, "/members");
  await expect(page).toHaveURL(/\/closed$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("privacy:closed.title", { name: "Rendezvous" }));
  await expectAccessible(page);
  await page.getByRole("link", { name: say("privacy:closed.data"), exact: true }).click();
  await expect(page.getByRole("button", { name: say("privacy:data.ask"), exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/closed$/);
});
