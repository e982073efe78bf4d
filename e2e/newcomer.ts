import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { open } from "./open.ts";
import { ownAddress } from "./own-address.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

const password = "three quiet words";
const origin = () => new URL(process.env.E2E_ADDRESS ?? "").origin;

export type Newcomer = { id: string; name: string; email: string };

/** Signs somebody up without walking through the screens; the context is logged in as them, not confirmed yet. */
export async function signUpIn(context: BrowserContext, name: string): Promise<Newcomer> {
  const email = `${randomUUID()}@example.org`;
  const answer = await context.request.post("/api/signup.php", {
    headers: { origin: origin(), "idempotency-key": randomUUID(), "x-forwarded-for": ownAddress() },
    data: {
      name: `${name} ${randomUUID().slice(0, 6)}`,
      email,
      password,
      date_of_birth: "1994-05-17",
      gender: "female",
      seeks: "male",
      city_id: 2_950_159,
      sexuality_consent: true,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { user } = await answer.json();
  return { id: user.id, name: user.profile.name, email };
}

/** Opens the link of the newest mail to an address and presses its button, in this page. */
export async function confirmIn(page: Page, email: string): Promise<void> {
  const mail = page.getByRole("link", { name: new RegExp(email) }).first();
  await expect(async () => {
    await open(page, `/outbox?to=${encodeURIComponent(email)}`);
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.click();
  const link = page
    .locator("a[href*='/']")
    .filter({ hasText: /[A-Za-z0-9_-]{43}/ })
    .first();
  await open(page, (await link.getAttribute("href")) ?? "");
  await page.getByRole("button", { name: say("access:link.activation_send") }).click();
  await expect(page.getByRole("heading", { name: say("account:activate.done_title") })).toBeVisible();
}

/** Deletes the account that a context is logged in with. */
export async function deleteAccountIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.delete("/api/account.php", {
    headers: { origin: origin() },
    data: { password },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
