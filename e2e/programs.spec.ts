import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { linkTo } from "./mails.ts";
import { randomLetters } from "./member.ts";
import { picture } from "./picture.ts";
import { runJob } from "./run-job.ts";
import { codeOf, finishSetup, inviteStaff, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";
import { data } from "./world.ts";

const say = sayIn("en");
const words = (key: string) => say(`api-keys:${key}`);

test("R13.05 an admin makes an API key, sees it once, and revokes it @one-width", async ({ browser, request }) => {
  const page = await (await browser.newContext()).newPage();
  await finishSetup(page, codeOf(await setUpStaff(page, inviteStaff("admin").path)));
  await page.getByRole("link", { name: words("title") }).click();
  await expect(page.getByRole("heading", { level: 1, name: words("title") })).toBeVisible();
  await expect(page.getByRole("link", { name: "/api/docs" })).toBeVisible();
  const name = `A dashboard with quite a long name ${randomBytes(4).toString("hex")}`;
  const key = page.getByRole("article").filter({ hasText: name });
  const send = async (secret: string) =>
    (await request.get("/api/program-numbers.php", { headers: { authorization: `Bearer ${secret}` } })).status();

  await test.step("a key without a scope is refused in words", async () => {
    await page.getByLabel(words("name"), { exact: true }).fill(name);
    await page.getByRole("button", { name: words("add") }).click();
    await expect(page.getByText(say("errors:field.required")).first()).toBeVisible();
    await picture(page, "API keys, refused", { fullPage: true });
  });
  await test.step("the key is shown and works", async () => {
    await page.getByLabel(words("scope.figures")).check();
    await page.getByRole("button", { name: words("add") }).click();
    await expect(page.getByText(words("made_once"))).toBeVisible();
    await expect(key).toContainText(words("scope.figures"));
    await picture(page, "API keys, a new one", { fullPage: true });
  });
  const secret = (await page.getByText(/^rv_[\da-f]{32}_[\w-]{43}$/).textContent()) ?? "";
  expect(await send(secret)).toBe(200);
  await page.reload();
  await expect(key).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  await key.getByRole("button").click();
  await expect(page.getByText(words("revoked_now"))).toBeVisible();
  await expect(key).toContainText(words("state.revoked"));
  await picture(page, "API keys, revoked", { fullPage: true });
  expect(await send(secret)).toBe(401);
});

/** Imports a person as the operator would. */
function importPerson(email: string, name: string): void {
  const file = join(mkdtempSync(join(tmpdir(), "import-")), "members.csv");
  const line = `${email},${name},female,male,1990-04-05,en`;
  writeFileSync(file, `email,name,gender,seeks,date_of_birth,language\n${line}\n`);
  execFileSync(process.execPath, ["scripts/site.ts", "import", "rendezvous", file, "--source", "Old Flames"], {
    env: { ...process.env, DATA_DIR: data },
  });
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with" : "without";
  test(`R13.05 an imported person joins by the email's link ${how} scripts, and another one erases it`, async ({
    browser,
    request,
  }) => {
    test.setTimeout(240_000);
    const mark = randomLetters();
    const [joins, erases] = [`joins.${mark}@example.org`, `erases.${mark}@example.org`];
    importPerson(joins, `Jo ${mark}`);
    importPerson(erases, `Er ${mark}`);
    const subject = /join/i;
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    let address = "";
    await runJob("mail-imported");
    // it comes by itself each minute, should this one be lost
    await expect(async () => {
      address = await linkTo(request, erases, subject);
    }).toPass({ timeout: 150_000 });
    await page.goto(address);
    await expect(page.getByText(/Old Flames/)).toBeVisible();
    await picture(page, `an import, ${how} scripts`, { fullPage: true });
    await page.getByRole("button", { name: say("imports:erase") }).click();
    await expect(page.getByRole("heading", { name: say("imports:erased_title") })).toBeVisible();
    expect((await page.goto(address))?.status()).toBe(410);
    await expect(page.getByRole("heading", { name: say("imports:over_title") })).toBeVisible();
    await picture(page, `an import that is over, ${how} scripts`);

    await page.goto(await linkTo(request, joins, subject));
    const go = async (label: string) => await page.getByRole("button", { name: say(label), exact: true }).click();
    if (javaScriptEnabled) {
      await expect(page.getByLabel(say("account:signup.name"), { exact: true })).toHaveValue(`Jo ${mark}`);
      await go("account:signup.continue");
    }
    await expect(page.getByLabel(say("account:signup.email"), { exact: true })).toHaveValue(joins);
    await page.getByLabel(say("account:signup.password"), { exact: true }).fill("a fine long pass phrase");
    await page.locator('input[name="sexuality_consent"]').check();
    await picture(page, `an import, before joining ${how} scripts`, { fullPage: true });
    await go("account:signup.send");
    await page.waitForURL(/complete-signup|members|signup-matches/);
    const { user } = await (
      await context.request.get("/api/user.php", { headers: { "x-request-type": "client" } })
    ).json();
    expect([user.status, user.profile.name]).toEqual(["active", `Jo ${mark}`]);
  });
}
