import { expect, type Page } from "@playwright/test";
import { aboutMeLength } from "#contract/constants.ts";
import { expectAccessible } from "./accessibility.ts";
import { logInAs, newMember, send, signUpIn } from "./member.ts";
import { open, reload } from "./open.ts";
import { passTimeUntil } from "./pass-time.ts";
import { addPhotos } from "./photo.ts";
import { picture } from "./picture.ts";
import { codeOf, finishSetup, inviteStaff, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const about = (page: Page) => page.getByRole("textbox", { name: say("account:profile.about") });
const saved = (page: Page, name: string) => part(page, name).getByText(say("profiles:own.saved"), { exact: true });

/** An answered part is closed to its heading. */
const unfold = (page: Page, name: string) => part(page, name).getByRole("heading", { name, exact: true }).click();

async function openOwn(page: Page): Promise<void> {
  await open(page, "/profile");
}

test("R2.20 R3.02 each kind of field is changed by keyboard, saved when left, and visible to others", {
  tag: ["@core", "@one-width"],
}, async ({ page, context, browser }) => {
  const { id } = await newMember(context, "Editor");
  await openOwn(page);
  await picture(page, "own", { fullPage: true });

  // the link of the first missing part leads to its field
  await expect(page.getByText(say("profiles:complete.photo_text"))).toBeVisible();
  await about(page).focus();
  await page.keyboard.type("Every Sunday I bake bread.");
  await page.keyboard.press("Tab");
  await expect(saved(page, say("account:profile.about"))).toBeVisible();

  const hair = page.getByRole("group", { name: say("profiles:field.hair_color") });
  await hair.getByRole("radio", { name: say("profiles:hair_color.black") }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(hair.getByRole("radio", { name: say("profiles:hair_color.brown") })).toBeChecked();
  await expect(saved(page, say("profiles:own.details")).first()).toBeVisible();

  const interests = part(page, say("profiles:field.interests"));
  await interests.getByRole("searchbox", { name: say("profiles:own.search") }).focus();
  await page.keyboard.type("wIN");
  await expect(interests.getByText(say("profiles:own.found", { count: 1 }))).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(interests.getByText(say("profiles:own.chosen", { count: 1 }))).toBeVisible();
  await expect(saved(page, say("profiles:field.interests"))).toBeVisible();

  const home = part(page, say("profiles:own.home"));
  await home.getByLabel(say("account:signup.country")).selectOption("AT");
  const town = home.getByRole("combobox", { name: say("account:signup.town") });
  await town.focus();
  await page.keyboard.type("Graz");
  await expect(
    home
      .getByRole("listbox", { name: say("account:signup.towns") })
      .getByRole("option")
      .first(),
  ).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(saved(page, say("profiles:own.home"))).toBeVisible();

  await reload(page);
  await expect(about(page)).toHaveValue("Every Sunday I bake bread.");
  await expect(hair.getByRole("radio", { name: say("profiles:hair_color.brown") })).toBeChecked();
  const wine = interests.getByRole("checkbox", { name: say("profiles:interest.wine") });
  await expect(wine).toBeHidden();
  await unfold(page, say("profiles:field.interests"));
  await expect(wine).toBeChecked();
  await expect(town).toHaveValue(/Graz/);

  // others see a harmless text at once, without inspection
  const other = await browser.newContext();
  await logInAs(other, "alex");
  const theirs = await other.newPage();
  await open(theirs, `/members/${id}`);
  await expect(theirs.getByText("Every Sunday I bake bread.")).toBeVisible();
  await expect(theirs.getByText(say("profiles:interest.wine"))).toBeVisible();
  await expect(theirs.getByText(/Graz/)).toBeVisible();
  await other.close();

  await page.getByRole("link", { name: say("profiles:own.preview") }).click();
  await expect(page.getByText(say("members:profile.own"), { exact: true })).toBeVisible();
  await page.getByRole("link", { name: say("members:profile.as_free") }).click();
  await expect(page.getByText(say("members:profile.own_free"))).toBeVisible();
  await page.getByRole("link", { name: say("members:profile.as_premium") }).click();
  await expect(page.getByText("Every Sunday I bake bread.")).toBeVisible();
});

test("D11.5 explicit interests need consent, and are deleted when it is withdrawn", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await signUpIn(context, "Consent");
  await openOwn(page);
  const group = page.getByRole("group", { name: say("profiles:own.explicit") });
  const one = group.getByRole("checkbox", { name: say("profiles:interest.bondage") });
  const consent = group.getByRole("checkbox", { name: /I agree/ });
  const mark = saved(page, say("profiles:field.interests"));
  await expect(one).toBeHidden();
  await consent.check();
  await one.focus();
  await page.keyboard.press("Space");
  await expect(mark).toBeVisible();
  await reload(page);
  await unfold(page, say("profiles:field.interests"));
  await expect(one).toBeChecked();
  await consent.uncheck();
  await expect(mark).toBeVisible();
  await reload(page);
  await expect(consent).not.toBeChecked();
  await expect(one).toBeHidden();
});

test("R2.20 a lost connection keeps the text, says so, and saves it on reconnect", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  await signUpIn(context, "Offline");
  await page.clock.install();
  await openOwn(page);
  const mine = part(page, say("account:profile.about"));
  await page.route("**/api/profile.php", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await about(page).fill("Not lost");
  await about(page).blur();
  await passTimeUntil(page, mine.getByText(say("profiles:own.not_saved")));
  await expect(about(page)).toHaveValue("Not lost");
  await expectAccessible(page);
  await page.unroute("**/api/profile.php");
  await mine.getByRole("button", { name: say("profiles:own.retry") }).click();
  await expect(saved(page, say("account:profile.about"))).toBeVisible();
  await reload(page);
  await expect(about(page)).toHaveValue("Not lost");
});

test("R3.02 D11.3 a text that is too long shows the limit; one with a phone number is inspected first", {
  tag: "@one-width",
}, async ({ page, context, browser }) => {
  const { id } = await signUpIn(context, "Reach");
  await openOwn(page);
  await about(page).fill("x".repeat(aboutMeLength + 3));
  await about(page).blur();
  await expect(page.getByText(say("errors:field.text_too_long", { max: aboutMeLength }))).toBeVisible();
  await expect(page.getByText(say("profiles:own.over", { count: 3 }))).toBeVisible();
  await expect(about(page)).toHaveAttribute("aria-invalid", "true");
  await about(page).fill("Call me: 0171 2345678");
  await about(page).blur();
  await expect(page.getByText(say("profiles:own.inspection"), { exact: true })).toBeVisible();
  await expect(page.getByText(say("profiles:own.inspection_first"))).toBeVisible();
  // it waits for staff, who approve it, and the page gets the event
  await reload(page);
  await expect(about(page)).toHaveValue("Call me: 0171 2345678");
  await expect(page.getByText(say("profiles:own.inspection"), { exact: true })).toBeVisible();
  const staff = await browser.newContext();
  const desk = await staff.newPage();
  await finishSetup(desk, codeOf(await setUpStaff(desk, inviteStaff().path)));
  await desk.waitForURL(/\/staff$/);
  await send(staff, "PUT", "/api/staff-texts.php", { id, verdict: "approved", text: "Call me: 0171 2345678" });
  await expect(page.getByText(say("profiles:own.checked"))).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(say("profiles:own.inspection"), { exact: true })).toHaveCount(0);
});

test("R1.02 a member's photos fill the screen, are turned by keys, and return the focus", async ({ page, context }) => {
  const { id, name } = await signUpIn(context, "Viewer");
  await addPhotos(context, ["#b35", "#35b", "#3b5"]);
  await open(page, `/members/${id}`);
  const called = (number: number) => say("members:photos.photo", { number, total: 3, name });
  const opener = (number: number) =>
    page.getByRole("link", { name: say("members:photos.enlarge", { photo: called(number) }) });
  await opener(1).focus();
  await page.keyboard.press("ArrowRight");
  await expect(opener(2)).toBeFocused();
  await page.keyboard.press("Enter");
  const viewer = page.getByRole("dialog", { name: say("members:photos.all", { name }) });
  await expect(viewer.getByRole("img", { name: called(2) })).toBeVisible();
  await picture(page, "viewer");
  await page.keyboard.press("End");
  await expect(viewer.getByRole("status")).toHaveText(called(3));
  await page.keyboard.press("ArrowLeft");
  await expect(viewer.getByRole("status")).toHaveText(called(2));
  await viewer.getByRole("button", { name: say("members:photos.previous") }).click();
  await expect(viewer.getByRole("status")).toHaveText(called(1));
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(opener(1)).toBeFocused();
});

test("R1.02 on a low phone the name, the distance and the text's first line are in view above the actions", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await logInAs(context, "robin");
  await open(page, "/members");
  const profiles = page.getByRole("main").locator("a[data-member]");
  await profiles.nth(2).click();
  const text = part(page, say("members:profile.about")).locator("p");
  const actions = page.locator(".profile-actions");
  await expect(text).toBeVisible();
  const lineHeight = await text.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  const [top, limit] = [(await text.boundingBox())?.y ?? 1_000, (await actions.boundingBox())?.y ?? 0];
  expect(top + lineHeight).toBeLessThanOrEqual(limit);
  await expect(page.locator(".warnings > .alert:visible")).toHaveCount(0);
  await page
    .getByRole("button", { name: say("moderation:more") })
    .first()
    .click({ trial: true });
});

test("R6.03 D11.8 a visitor who opens a member's page sees what visitors may, and by the login the member's page", {
  tag: "@one-width",
}, async ({ page, context }) => {
  const { members } = await (await context.request.get("/api/members.php")).json();
  const path = `/members/${members[0].id}`;
  await open(page, path);
  await expect(page).toHaveURL(new RegExp(`${path}/card`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`${members[0].name}, ${members[0].age}`);
  await expect(page.getByText(say("members:visitor.profile"))).toBeVisible();
  // one login, at the top
  const login = page.getByRole("link", { name: "Log in", exact: true });
  await expect(login).toHaveAttribute("href", `/login?next=${path}/card`);
  // no member has this id
  await open(page, "/members/00000000-0000-4000-8000-000000000000");
  await expect(page.getByText(say("errors:profile_not_found"))).toBeVisible();
  expect(context.pages()).toHaveLength(1);
});

test("R2.20 the profile is changed without scripts too", { tag: "@one-width" }, async ({ browser, context }) => {
  await signUpIn(context, "Plain");
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(await context.cookies());
  const page = await plain.newPage();
  await open(page, "/profile");
  await about(page).fill("No scripts here");
  await page.locator("label", { hasText: say("profiles:eye_color.hazel") }).click();
  await page.locator("label", { hasText: say("profiles:interest.wine") }).click();
  await page.getByRole("button", { name: say("shell:save"), exact: true }).click();
  await expect(page.getByText(say("profiles:own.saved"), { exact: true })).toBeVisible();
  await expect(about(page)).toHaveValue("No scripts here");
  await expect(page.getByRole("radio", { name: say("profiles:eye_color.hazel") })).toBeChecked();
  await unfold(page, say("profiles:field.interests"));
  await expect(page.getByRole("checkbox", { name: say("profiles:interest.wine") })).toBeChecked();
});
