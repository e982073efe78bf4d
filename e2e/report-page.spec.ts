import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { ask } from "./database.ts";
import { newMember } from "./member.ts";
import { open } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const text = (key: string, params = {}) => say(`complaints:notice.${key}`, params);

test("DSA 16: a person without an account reports a profile from the footer, and every mistake is said at its field", async ({
  page,
  browser,
}) => {
  const member = await browser.newContext();
  const { id } = await newMember(member, "Reported");
  await open(page, "/pages/safety");
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: say("shell:footer.report") })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("title"));
  await expectAccessible(page);
  await picture(page, "report");
  await page.getByLabel(text("place"), { exact: true }).fill(`/members/${id}`);
  await page.getByLabel(text("reason"), { exact: true }).selectOption("scam");
  await page.getByLabel(text("text"), { exact: true }).fill("They ask for money for a flight that does not exist.");
  await page.getByRole("button", { name: text("send") }).click();
  for (const field of ["name", "email"]) {
    await expect(page.getByLabel(text(field), { exact: true })).toHaveAttribute("aria-invalid", "true");
  }
  await picture(page, "report-errors");
  await page.getByLabel(text("name"), { exact: true }).fill("Noor Visser");
  await page.getByLabel(text("email"), { exact: true }).fill("noor@example.org");
  await page.getByLabel(text("good_faith"), { exact: true }).check();
  await page.getByRole("button", { name: text("send") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("done_title"));
  await picture(page, "received");
  expect(await ask("select reason from reports where reported_id = $1", [id])).toEqual([{ reason: "scam" }]);
});

test("DSA 16 R7.03: without scripts the notice is sent too, once for two taps, and what was typed stays after a mistake", async ({
  browser,
}) => {
  const words = `A picture of a child (${randomUUID()}).`;
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/report");
  await page.getByLabel(text("place"), { exact: true }).fill("nowhere at all");
  await page.getByLabel(text("reason"), { exact: true }).selectOption("underage");
  await page.getByLabel(text("text"), { exact: true }).fill(words);
  await page.getByRole("button", { name: text("send") }).click();
  await expect(page.getByLabel(text("text"), { exact: true })).toHaveValue(words);
  await page.getByLabel(text("good_faith"), { exact: true }).check();
  const posting = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: text("send") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("done_title"));
  const posted = await posting;
  const again = await context.request.post(posted.url(), {
    headers: await posted.allHeaders(),
    data: posted.postData() ?? "",
  });
  expect(again.status()).toBe(200);
  expect(await ask("select count(*)::int as notices from reports where text = $1", [words])).toEqual([{ notices: 1 }]);
});
