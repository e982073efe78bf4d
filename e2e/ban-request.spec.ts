import { expect } from "@playwright/test";
import { ask } from "./database.ts";
import { linkTo } from "./mails.ts";
import { newMember, userOf } from "./member.ts";
import { open } from "./open.ts";
import { codeOf, finishSetup, inviteStaff, onceCarriedOut, pressVerdict, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

test("D10.1 D11.9 a visitor asks for a ban, confirms it by mail, staff are asked before it, and the owner undoes it", async ({
  browser,
}) => {
  const guest = await browser.newContext();
  const owner = await browser.newContext();
  const member = await newMember(owner, "Banned");
  const page = await guest.newPage();
  await open(page, "/pages/ban");
  await page.getByLabel(say("complaints:ban_email"), { exact: true }).fill(member.email);
  await page.getByRole("button", { name: say("complaints:ban_send") }).click();
  await expect(page.getByText(say("complaints:ban_confirm_title"))).toBeVisible();

  await open(page, await linkTo(guest.request, member.email, /Do you want to be banned/));
  await expect(page.getByRole("main")).toContainText(member.email);
  await page.getByRole("button", { name: say("complaints:link_confirm_send") }).click();
  await expect(page.getByRole("heading", { name: say("complaints:link_waiting_title") })).toBeFocused();

  await test.step("the key of a ban asks first", async () => {
    // before what other journeys sent
    const oldest = "update complaints set created_at = created_at - interval '30 days' where proven_address = $1";
    await ask(oldest, [member.email]);
    const { path } = inviteStaff("admin");
    const staff = await (await browser.newContext()).newPage();
    await finishSetup(staff, codeOf(await setUpStaff(staff, path)));
    await staff.getByRole("link", { name: say("staff:queues.complaints") }).click();
    await expect(staff.getByText(member.email)).toBeVisible();
    await expect(staff.getByText(say("staff:sender.link"))).toBeVisible();
    await pressVerdict(staff, "b");
    const question = staff.getByRole("dialog");
    await expect(question).toContainText(say("staff:queue.sure"));
    await staff.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    expect(await userOf(owner)).not.toBeNull();
    await pressVerdict(staff, "b");
    await question.getByRole("button", { name: say("staff:queue.ban") }).click();
    await expect(staff.getByText(member.email)).toHaveCount(0);
    const undecided = "select id from complaints where proven_address = $1 and closed_at is null";
    await expect.poll(() => ask(undecided, [member.email]), onceCarriedOut).toEqual([]);
    await staff.context().close();
  });

  await open(page, await linkTo(guest.request, member.email, /as you asked/));
  await expect(page.getByRole("heading", { name: say("complaints:link_banned_title") })).toBeVisible();
  await page.getByRole("button", { name: say("complaints:link_undo") }).click();
  await expect(page.getByRole("heading", { name: say("complaints:link_undone_title") })).toBeFocused();
  await page
    .getByRole("main")
    .getByRole("link", { name: say("shell:nav.log_in") })
    .click();
  await expect(page).toHaveURL(/\/login/);
});
