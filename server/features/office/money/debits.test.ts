import { getAuditLog } from "#contract/audit-log.ts";
import { sendComplaint } from "#contract/complaints.ts";
import { findDebits, findPayments } from "#contract/money.ts";
import { takeComplaints } from "#contract/office.ts";
import { changeStaffSites } from "#contract/staff.ts";
import { findMembers, getMemberFile } from "#contract/staff-members.ts";
import { barIban, cancelDebit, getPaymentFile, liftDebitBlock, unbarIban } from "#contract/staff-payments.ts";
import { withdraw } from "#contract/withdrawals.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect, newIban } from "#server/features/payments/direct-debit/test-debtor.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";

const test = base
  .extend("finance", { scope: "file" }, async ({ given }) => (await staffMember(given, "finance")).client)
  .extend("support", { scope: "file" }, async ({ given }) => (await staffMember(given, "support")).client)
  .extend("admin", { scope: "file" }, async ({ given }) => (await staffMember(given, "admin")).client)
  .extend("fileOf", { scope: "file" }, ({ finance }) => async (id: string) => {
    return (await finance.call(getPaymentFile, { query: { id } })).body;
  });

test("D7.5 D11.4 a direct debit is found by the reference on the bank statement, and by the account number of any site", async ({
  buyer,
  finance,
  support,
  fileOf,
  services,
  siteIds,
}) => {
  const [anna, ben] = [await buyer(), await buyer({ siteId: siteIds[1] ?? 0 })];
  const { payment } = await anna.pay();
  const { debit } = await fileOf(payment.payment_id);
  expect(debit).toMatchObject({ reference: expect.stringMatching(/^RV-[0-9A-F]{12}$/), cancellable: true });
  const spelled = anna.iban.toLowerCase().replace(/(.{4})/g, "$1 ");
  const membersBy = async (text: string) =>
    (await support.call(findMembers, { body: { text } })).body.members.map(({ id }) => id);
  for (const text of [debit?.reference ?? "", (debit?.reference ?? "").toLowerCase(), anna.iban, spelled]) {
    expect(await membersBy(text), text).toEqual([anna.id]);
  }
  expect(await membersBy(` ${anna.iban.slice(-4)}`)).toContain(anna.id);
  expect(await membersBy(newIban())).toEqual([]);
  const byNumber = async (number = "") =>
    (await finance.call(findPayments, { query: { number } })).body.payments.map((row) => row.payment_id);
  expect(await byNumber(debit?.reference)).toEqual([payment.payment_id]);
  const find = async (iban: string) => (await finance.call(findDebits, { body: { iban } })).body;
  expect((await find(spelled)).debits).toEqual([payment.payment_id]);
  expect((await find(ben.iban)).debits).toEqual([]);
  expect((await find("NL00")).error?.field_codes).toEqual({ iban: "iban_length" });
  const listed = await finance.call(findPayments, { query: { debits: [payment.payment_id].join(",") } });
  expect(listed.body.payments.map((row) => row.payment_id)).toEqual([payment.payment_id]);
  // the key outlives the member's direct debit, and the log has no account number
  await services.db.deleteFrom("direct_debits").where("member_id", "=", anna.id).execute();
  expect([await byNumber(debit?.reference), (await find(anna.iban)).debits]).toEqual([
    [payment.payment_id],
    [payment.payment_id],
  ]);
  const log = await services.db.selectFrom("audit_log").selectAll().execute();
  expect(JSON.stringify(log)).not.toContain(anna.iban);
  expect(log.some(({ action, member_id }) => action === "payments_searched" && member_id === anna.id)).toBe(true);
});

test("D11.4 a phone number finds its member with its country's prefix or as it is dialled at home", async ({
  buyer,
  support,
}) => {
  const anna = await buyer();
  await anna.authorise();
  const national = anna.phone.replace("+31", "0");
  for (const text of [
    anna.phone,
    anna.phone.replace("+", "00"),
    national,
    `${national.slice(0, 2)} ${national.slice(2)}`,
  ]) {
    const { members } = (await support.call(findMembers, { body: { text } })).body;
    expect(
      members.map(({ id }) => id),
      text,
    ).toContain(anna.id);
  }
});

test("D7.5 D11.4 the last four digits of an IBAN, which a bank statement shows, find its direct debits, within the own sites", async ({
  buyer,
  given,
  finance,
  admin,
  services,
}) => {
  const anna = await buyer();
  const { payment } = await anna.pay();
  const { client: local, id } = await staffMember(given, "finance");
  await admin.call(changeStaffSites, { body: { id, sites: ["abendrot"] } });
  const find = async (client: typeof finance, iban: string) => (await client.call(findDebits, { body: { iban } })).body;
  const digits = anna.iban.slice(-4);
  expect((await find(finance, ` ${digits} `)).debits).toContain(payment.payment_id);
  expect((await find(local, digits)).debits).not.toContain(payment.payment_id);
  expect((await find(finance, digits.slice(1))).error?.field_codes).toBeDefined();
  await services.db.deleteFrom("direct_debits").where("member_id", "=", anna.id).execute();
  expect((await find(finance, digits)).debits).not.toContain(payment.payment_id);
});

test("D7.5 D11.4 staff of one site find its direct debits only; those of another one are as those that never were", async ({
  buyer,
  given,
  admin,
}) => {
  const anna = await buyer();
  const { payment } = await anna.pay();
  const foundBy = async (site: string) => {
    const { client, id } = await staffMember(given, "finance");
    expect((await admin.call(changeStaffSites, { body: { id, sites: [site] } })).status).toBe(200);
    const { debits } = (await client.call(findDebits, { body: { iban: anna.iban } })).body;
    const listed = await client.call(findPayments, { query: { debits: payment.payment_id } });
    return [debits, listed.body.payments.map((row) => row.payment_id)];
  };
  expect(await foundBy("rendezvous")).toEqual([[payment.payment_id], [payment.payment_id]]);
  expect(await foundBy("abendrot")).toEqual([[], []]);
});

test("D7.5 a member's page has method, code, reference and day of each payment; support can't open it", async ({
  buyer,
  support,
}) => {
  const anna = await buyer();
  const { payment } = await anna.pay();
  const { money } = (await support.call(getMemberFile, { query: { id: anna.id } })).body;
  expect(money?.payments).toMatchObject([
    {
      ...{ id: payment.payment_id, method: "sepa", code: null },
      debit: { collect_on: payment.collect_on, reference: payment.mandate_reference },
    },
  ]);
  expect(payment.mandate_reference).toMatch(/^RV-[0-9A-F]{12}$/);
  const opened = await support.call(getPaymentFile, { query: { id: payment.payment_id } });
  expect(opened.body.error?.code).toBe("staff_role_missing");
});

test("D7.5 staff have a direct debit cancelled that the bank does not have yet, however many ask", async ({
  buyer,
  finance,
  support,
  admin,
  fileOf,
  services,
  mails,
}) => {
  const anna = await buyer();
  const { payment } = await anna.pay();
  const body = { payment_id: payment.payment_id, reason: "Not hers" };
  // the complaint that is about it says so
  const text = `What is ${(await fileOf(payment.payment_id)).debit?.reference}?`;
  await anna.client.call(sendComplaint, { body: { email: anna.email, topic: "payment", text } });
  const inComplaint = async () => {
    const { items } = (await admin.call(takeComplaints, { body: { count: 12 } })).body;
    const payments = items.find(({ member }) => member?.id === anna.id)?.payments ?? [];
    return payments.map(({ id, cancellable }) => [id === payment.payment_id, cancellable]);
  };
  expect(await inComplaint()).toEqual([[true, true]]);
  expect((await support.call(cancelDebit, { body })).body.error?.code).toBe("staff_role_missing");
  const asked = await Promise.all([finance.call(cancelDebit, { body }), admin.call(cancelDebit, { body })]);
  expect(asked.map(({ status }) => status)).toEqual([200, 200]);
  await mails();
  const file = await fileOf(payment.payment_id);
  expect(file).toMatchObject({ status: "cancelled", debit: { cancellable: false } });
  expect(await inComplaint()).toEqual([[true, false]]);
  const cancels = file.events.filter(({ kind }) => kind === "debit_cancel_asked");
  expect(cancels).toMatchObject([
    { why: "Not hers", by: expect.any(String) },
    { why: "Not hers", by: expect.any(String) },
  ]);
  expect((await finance.call(cancelDebit, { body })).body.error?.code).toBe("debit_not_cancellable");
  // its bank account may pay again
  expect((await anna.pay()).payment.status).toBe("pending");
  const card = await plantPayment(services, anna, { status: "pending", method: "card" });
  const refused = await finance.call(cancelDebit, { body: { payment_id: card, reason: "x" } });
  expect(refused.body.error?.code).toBe("debit_not_cancellable");
  const { entries } = (await admin.call(getAuditLog, { query: { action: "debit_cancel_asked", member: anna.id } }))
    .body;
  expect(entries).toMatchObject([{ reason: "Not hers" }, { reason: "Not hers" }]);
});

test("D7.5 a collection is cancelled and its IBAN refused in one step, with an answer ready for the complaint", async ({
  buyer,
  finance,
  admin,
  fileOf,
  mails,
}) => {
  const anna = await buyer();
  const { payment } = await anna.pay();
  await anna.client.call(sendComplaint, { body: { email: anna.email, topic: "payment", text: "I never agreed" } });
  const { items } = (await admin.call(takeComplaints, { body: { count: 12 } })).body;
  const [mine] = items.find(({ member }) => member?.id === anna.id)?.payments ?? [];
  expect(mine?.stopped?.answer).toMatch(/^We’ve stopped the direct debit of .*\d/);
  expect(mine?.stopped?.refused).toContain("no one can pay from this account");
  const body = { payment_id: payment.payment_id, reason: "Never agreed", refuse_iban: true };
  expect((await finance.call(cancelDebit, { body })).status).toBe(200);
  await mails();
  const file = await fileOf(payment.payment_id);
  expect(file).toMatchObject({ status: "cancelled", debit: { iban_refused_at: expect.any(String) } });
  const kinds = file.events.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["debit_cancel_asked", "iban_refused"]));
});

test("D7.5 the pre-notice leads to the page that stops the collection", async ({ buyer, mails, fileOf }) => {
  const anna = await buyer();
  const { payment } = await anna.pay();
  const [mail] = await mails(anna.email);
  const link = `/withdrawal?payment=${payment.payment_id}`;
  expect([mail?.text, mail?.html]).toEqual([expect.stringContaining(link), expect.stringContaining(link)]);
  await anna.client.call(withdraw, { body: { payment_id: payment.payment_id } });
  await mails();
  expect((await fileOf(payment.payment_id)).status).toBe("cancelled");
});

test("D7.5 finance lifts the block that a chargeback left, once, and the member can pay again", async ({
  buyer,
  finance,
  support,
  services,
}) => {
  const anna = await buyer();
  const { payment } = await anna.pay();
  const { db, clock } = services;
  const barred = db.updateTable("direct_debit_uses").set({ barred_at: clock.now() });
  await barred.where("payment_id", "=", payment.payment_id).execute();
  await db
    .insertInto("direct_debit_blocks")
    .values({ member_id: anna.id, site_id: anna.siteId, blocked_at: clock.now() })
    .execute();
  const since = async () =>
    (await finance.call(getMemberFile, { query: { id: anna.id } })).body.money?.debits_blocked_at;
  expect(await since()).toBe(clock.now().toISOString());
  expect((await anna.authorise()).body.error?.code).toBe("direct_debit_blocked");
  const lift = (who: typeof finance) =>
    who.call(liftDebitBlock, { body: { id: anna.id, reason: "A mistake of the bank" } });
  expect((await lift(support)).body.error?.code).toBe("staff_role_missing");
  const lifted = await Promise.all([lift(finance), lift(finance)]);
  expect(lifted.map(({ body }) => body.error?.code ?? "ok").sort()).toEqual(["ok", "staff_item_gone"]);
  expect(await since()).toBeNull();
  expect((await anna.pay()).payment.status).toBe("pending");
});

test("D7.5 finance refuses an IBAN whose holder never agreed: no member of the site can use it until that is taken back", async ({
  buyer,
  finance,
  admin,
  fileOf,
}) => {
  const [anna, ben] = [await buyer(), await buyer()];
  const { payment } = await anna.pay();
  const body = { payment_id: payment.payment_id, reason: "The holder never agreed" };
  const codeOf = async (call: typeof barIban | typeof unbarIban) =>
    (await finance.call(call, { body })).body.error?.code;
  expect(await codeOf(unbarIban)).toBe("staff_item_gone");
  expect([await codeOf(barIban), await codeOf(barIban)]).toEqual([undefined, "staff_item_gone"]);
  expect((await fileOf(payment.payment_id)).debit?.iban_refused_at).toMatch(/^2026/);
  const spelled = anna.iban.toLowerCase().replace(/(.{4})/g, "$1 ");
  const { error } = (await ben.authorise({ iban: spelled })).body;
  expect(error?.field_codes).toEqual({ iban: "iban_refused" });
  expect(error?.fields?.iban).toContain("account");
  expect((await ben.authorise()).status).toBe(200);
  expect(await codeOf(unbarIban)).toBeUndefined();
  expect((await fileOf(payment.payment_id)).debit?.iban_refused_at).toBeNull();
  expect((await ben.authorise({ iban: spelled })).status).toBe(200);
  const { entries } = (await admin.call(getAuditLog, { query: { member: anna.id } })).body;
  const subject = `payment:${payment.payment_id}`;
  const { events } = await fileOf(payment.payment_id);
  expect(events.slice(-2)).toMatchObject([
    { kind: "iban_refused", why: body.reason, by: expect.any(String) },
    { kind: "iban_accepted", why: body.reason, by: expect.any(String) },
  ]);
  for (const action of ["iban_refused", "iban_accepted"])
    expect(entries).toContainEqual(expect.objectContaining({ action, subject, reason: body.reason }));
});
