import { getAuditLog } from "#contract/audit-log.ts";
import { logIn } from "#contract/auth.ts";
import { requestBan } from "#contract/complaints.ts";
import { decideComplaint, takeComplaints } from "#contract/office.ts";
import { deleteMember, getMemberFile, sanctionMember } from "#contract/staff-members.ts";
import { deleteOwnAccount, restoreByLink } from "#server/features/account/test-leaving.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { plantPurchase } from "#server/features/payments/test-purchase.ts";
import { test as base, expect } from "#server/test.ts";

const test = base
  .extend("admin", { scope: "file" }, ({ given }) => staffMember(given, "admin"))
  .extend("support", { scope: "file" }, ({ given }) => staffMember(given, "support"))
  .extend("moderator", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  /** A member who bought ten credits for ten euros and has five free ones. */
  .extend("buyer", { scope: "file" }, ({ signedUp, services, siteIds: [siteId] }) => async () => {
    const made = await signedUp();
    const paymentId = await plantPurchase(services, { id: made.id, siteId });
    const refunds = async () => {
      const rows = services.db.selectFrom("refunds").select(["amount_minor", "credits", "reason"]);
      return await rows.where("payment_id", "=", paymentId).execute();
    };
    return { ...made, paymentId, refunds };
  })
  .extend("statusOf", ({ services }) => async (id: string) => {
    const account = services.db.selectFrom("accounts").select("status").where("id", "=", id);
    return (await account.executeTakeFirst())?.status;
  });

const ten = [{ amount: 1_000, currency: "EUR" }];

test("D3.9 D11.4 staff delete an account at its member's request with a refund, for a reason that is logged; a mail confirms it, and its link brings the account back", async ({
  buyer,
  support,
  moderator,
  admin,
  given,
  mails,
  statusOf,
  visitor,
}) => {
  const { id, form, refunds } = await buyer();
  const body = { id, refund: true, reason: "Wrote from the account’s address" };
  expect((await moderator.client.call(deleteMember, { body })).status).toBe(403);
  expect((await support.client.call(getMemberFile, { query: { id } })).body.unspent).toEqual(ten);
  expect((await support.client.call(deleteMember, { body })).body).toEqual({ refunds: ten });
  expect((await support.client.call(deleteMember, { body })).body.error?.code).toBe("staff_item_gone");
  expect(await refunds()).toEqual([{ amount_minor: 1_000, credits: 10, reason: "account_deleted" }]);
  const { entries } = (await admin.client.call(getAuditLog, { query: { member: id } })).body;
  expect(entries).toContainEqual(expect.objectContaining({ action: "member_deleted", reason: body.reason }));
  const mail = (await mails(form.email)).find(({ subject }) => subject.endsWith("has been deleted"));
  expect(mail?.text).toContain("We’ll send €10.00 back");
  expect(mail?.text).toContain("Didn’t ask us for this?");
  expect(mail?.text).not.toContain("someone else knows the old one");
  await restoreByLink(given, form.email);
  expect(await statusOf(id)).toBe("active");
  const { email: login, password } = form;
  expect((await visitor().call(logIn, { body: { login, password } })).status).toBe(200);
});

test("D11.2 D11.4 a suspended member's account that staff deleted is suspended again when it comes back; the suspension's mail names the withdrawal form", async ({
  buyer,
  admin,
  given,
  mails,
  statusOf,
}) => {
  const { id, form } = await buyer();
  const measure = { id, version: 0, measure: "suspended", days: 30, ground: "harassment", words: "Why" } as const;
  expect((await admin.client.call(sanctionMember, { body: measure })).status).toBe(200);
  const mail = (await mails(form.email)).find(({ text }) => text.includes("Why"));
  expect(mail?.text).toContain("worth €10.00");
  expect(mail?.text).toContain("/withdrawal");
  await admin.client.call(deleteMember, { body: { id, refund: false, reason: "By letter" } });
  await restoreByLink(given, form.email);
  expect(await statusOf(id)).toBe("suspended");
});

test("D11.2 a ban refunds, unless staff keep it; by default not after a fraud; the mail says which", async ({
  buyer,
  admin,
  services,
  mails,
}) => {
  const cases = [
    { ground: "harassment", refund: undefined, refunded: true },
    { ground: "harassment", refund: false, refunded: false },
    { ground: "scam", refund: undefined, refunded: false },
    { ground: "scam", refund: true, refunded: true },
  ] as const;
  for (const { ground, refund, refunded } of cases) {
    const { id, form, refunds } = await buyer();
    const body = { id, version: 0, measure: "banned", days: 7, ground, words: "Why", refund } as const;
    expect((await admin.client.call(sanctionMember, { body })).status).toBe(200);
    expect(await refunds()).toEqual(refunded ? [{ amount_minor: 1_000, credits: 10, reason: "banned" }] : []);
    expect(await balanceOf(services.db, id)).toBe(refunded ? 5 : 15);
    const mail = (await mails(form.email)).find(({ text }) => text.includes("Why"));
    expect(mail?.text).toContain(refunded ? "We’ll send €10.00 back" : "We’re keeping the €10.00");
  }
});

test("D11.2 a ban of a member who bought nothing, or has spent it, says nothing of credits", async ({
  signedUp,
  admin,
  mails,
}) => {
  const { id, form } = await signedUp();
  const body = { id, version: 0, measure: "banned", days: 7, ground: "harassment", words: "Why" } as const;
  await admin.client.call(sanctionMember, { body });
  expect((await mails(form.email)).find(({ text }) => text.includes("Why"))?.text).not.toMatch(/bought/);
});

test("D10.1 a ban at the member's own request refunds, with the sum in its mail, also of an account deleted before", async ({
  buyer,
  support,
  mails,
}) => {
  for (const deletes of [false, true]) {
    const { client, form, refunds } = await buyer();
    const { number } = (await client.call(requestBan, { body: { email: form.email, text: "" } })).body;
    if (deletes) await deleteOwnAccount(client);
    const { items } = (await support.client.call(takeComplaints, { body: { count: 12 } })).body;
    const item = items.find(({ facts }) => facts.some(({ value }) => value === number));
    await support.client.call(decideComplaint, { body: { id: item?.id ?? "", verdict: "banned", words: "" } });
    expect(await refunds()).toEqual([{ amount_minor: 1_000, credits: 10, reason: "account_deleted" }]);
    const mail = (await mails(form.email)).find(({ text }) => text.includes(number) && /back/.test(text));
    expect(mail?.text).toContain("We’ll send €10.00 back");
  }
});
