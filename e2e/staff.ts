import { execFileSync } from "node:child_process";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { undoSeconds } from "#contract/office.ts";
import { signUpIn } from "./member.ts";
import { open } from "./open.ts";
import { addPhotos, keepWaiting } from "./photo.ts";
import { sayIn } from "./texts.ts";
import { address, data } from "./world.ts";

const say = sayIn("en");
let count = 0;

export const staffName = "Mia Moderator";
export const staffPassword = "seven quiet green lamps";

/** Adds a staff member as the operator would; returns the path of the invitation. */
export function inviteStaff(role: "moderator" | "finance" | "admin" = "moderator"): { email: string; path: string } {
  count += 1;
  const email = `staff.${process.pid}.${count}@example.org`;
  const command = ["scripts/staff.ts", "add", email, staffName, role, address];
  const output = execFileSync(process.execPath, command, {
    env: { ...process.env, DATA_DIR: data },
    encoding: "utf8",
  });
  return { email, path: /(\/staff\/setup\/\S+)/.exec(output)?.[1] ?? "" };
}

/** The app's code, `steps` half minutes from now: each code is accepted only once. */
export const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

/** Sets the password on the page of an invitation; returns the secret for the app. */
export async function setUpStaff(page: Page, path: string): Promise<string> {
  await open(page, path);
  await page.getByLabel(say("staff:setup.password"), { exact: true }).fill(staffPassword);
  await page.getByRole("button", { name: say("staff:setup.continue") }).click();
  await expect(page.getByRole("heading", { name: say("staff:setup.app_title") })).toBeFocused();
  const link = await page.getByRole("link", { name: say("staff:setup.open") }).getAttribute("href");
  const secret = new URL(link ?? "").searchParams.get("secret") ?? "";
  await expect(page.locator("code")).toHaveText(secret.match(/.{4}/g)?.join(" ") ?? "");
  return secret;
}

/** Types the app's code, the last step of the setup. */
export async function finishSetup(page: Page, code: string): Promise<void> {
  await page.getByLabel(say("staff:login.code"), { exact: true }).fill(code);
  await page.keyboard.press("Enter");
}

/** Presses the key of a verdict, once the item was shown long enough to be decided on. */
export async function pressVerdict(page: Page, key: string): Promise<void> {
  await expect(page.locator(".queue-choices button:disabled")).toHaveCount(0);
  await page.keyboard.press(key);
}

/** A decision is carried out once it can't be taken back any more. */
export const onceCarriedOut = { timeout: (undoSeconds + 20) * 1000 };

/** Adds photos of a new member that wait for staff. */
export async function photosToInspect(context: BrowserContext, name: string, colours: readonly string[]) {
  const member = await signUpIn(context, name);
  await addPhotos(context, colours);
  await keepWaiting(member);
  return member;
}
