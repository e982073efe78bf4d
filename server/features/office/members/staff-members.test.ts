import { randomUUID } from "node:crypto";
import { getAuditLog } from "#contract/audit-log.ts";
import { sendComplaint } from "#contract/complaints.ts";
import { staffRoles } from "#contract/constants.ts";
import { likeMember } from "#contract/likes.ts";
import { reportMember } from "#contract/moderation.ts";
import { decideProposal } from "#contract/office.ts";
import * as contract from "#contract/staff-members.ts";
import { getUpdates } from "#contract/updates.ts";
import { offeredRefund } from "#server/features/office/money/test-refund.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { waitingPhoto } from "#server/features/office/test-office.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { test as base, expect, type Member } from "#server/test.ts";

const test = base
  .extend("staff", { scope: "file" }, async ({ given }) => ({
    support: await staffMember(given, "support"),
    moderator: await staffMember(given, "moderator"),
    finance: await staffMember(given, "finance"),
    admin: await staffMember(given, "admin"),
  }))
  .extend("find", { scope: "file" }, ({ staff }) => async (text: string) => {
    const { status, body } = await staff.support.client.call(contract.findMembers, { body: { text } });
    if (status !== 200) return body.error?.field_codes?.text ?? body.error?.code;
    // similar names are offered where nothing has the text
    return body.similar ? [] : body.members.map(({ id }) => id);
  })
  .extend("file", { scope: "file" }, ({ staff }) => async (role: keyof typeof staff, { id }: Pick<Member, "id">) => {
    return (await staff[role].client.call(contract.getMemberFile, { query: { id } })).body;
  })
  /** A payment that was completed, as the provider would have left it. */
  .extend("paid", { scope: "file" }, ({ services }) => (member: Member) => {
    const price = { credits: 10, list_minor: 1000, amount_minor: 1000, currency: "EUR", vat_percent: 21 };
    return plantPayment(services, member, price);
  });

test("D11.4 staff find a member by any number or word that they have, and no other", async ({
  member,
  find,
  paid,
  staff,
  services,
}) => {
  const [anna, ben] = [await member({ name: "Zoe Beispiel" }), await member({ name: "Zoe100%" })];
  const payment = await paid(anna);
  const { db } = services;
  const { provider_reference: reference } = await db
    .selectFrom("payments")
    .select("provider_reference")
    .where("id", "=", payment)
    .executeTakeFirstOrThrow();
  const { number } = (await anna.client.call(sendComplaint, { body: { email: anna.email, text: "Slow" } })).body;
  const { report } = (
    await ben.client.call(reportMember, {
      body: { member: anna.id, about: "profile", reason: "fake", text: "" },
    })
  ).body;
  const words = [anna.id, anna.email.toUpperCase(), "zoe beispiel", "ZOE B", payment, reference ?? "", report, number];
  for (const word of words) expect(await find(word), word).toEqual([anna.id]);
  const paymentIn = async (role: keyof typeof staff, text: string) =>
    (await staff[role].client.call(contract.findMembers, { body: { text } })).body.payment;
  expect(await paymentIn("finance", payment)).toBe(payment);
  expect(await paymentIn("support", payment)).toBeNull();
  expect(await paymentIn("finance", "zoe beispiel")).toBeNull();
  expect(await find("zoe")).toEqual(expect.arrayContaining([anna.id, ben.id]));
  expect(await find("Zoe100%")).toEqual([ben.id]);
  for (const word of ["zoe%", "' or 1=1 --", randomUUID(), "2026-000999", "+31612345678", "%", "\\"]) {
    expect(await find(word), word).toEqual([]);
  }
  expect(await find("\u0000")).toBe("forbidden_characters");
  // without a text: the newest
  expect(await find("  ")).toEqual(expect.arrayContaining([anna.id, ben.id]));
});

test("D11.4 a member's page shows each role what it needs, and sensitive fields to none", async ({
  pair,
  file,
  staff,
  paid,
}) => {
  const [anna, ben] = await pair();
  await paid(anna);
  await anna.client.call(likeMember, { body: { id: ben.id } });
  await waitingPhoto(anna);
  await anna.client.call(reportMember, {
    body: { member: ben.id, about: "profile", reason: "fake", text: "secret words" },
  });
  for (const role of staffRoles) {
    const body = await file(role, anna);
    expect(body.member).toMatchObject({ id: anna.id, name: anna.name, status: "active", version: 0 });
    expect(body.counts).toMatchObject({ likes_sent: 1, likes_received: 0 });
    expect(body.money === null, role).toBe(role === "moderator");
    expect(body.safety === null, role).toBe(role === "finance");
    expect(body.photos).toHaveLength(role === "finance" ? 0 : 1);
    const text = JSON.stringify(body);
    for (const hidden of [anna.email, "1990-", "secret words"]) expect(text).not.toContain(hidden);
  }
  const { money, safety, photos } = await file("admin", anna);
  expect(money).toMatchObject({ credits: 20, debt: 0, payments: [{ status: "completed", amount: 1000 }], waiting: [] });
  expect(safety?.reports).toMatchObject([{ made: true, other: { id: ben.id }, open: true }]);
  expect((await file("support", ben)).safety?.reports).toMatchObject([{ made: false, other: { id: anna.id } }]);
  const picture = async (role: keyof typeof staff) => (await staff[role].client.get(photos[0]?.image ?? "")).statusCode;
  expect([await picture("moderator"), await picture("finance")]).toEqual([200, 404]);
  const missing = await staff.admin.client.call(contract.getMemberFile, { query: { id: randomUUID() } });
  expect(missing.body.error?.code).toBe("profile_not_found");
});

test("D11.4 a sensitive field is shown for a reason, to the roles that need it, and each look is logged", async ({
  member,
  staff,
}) => {
  const anna = await member();
  const reveal = (role: keyof typeof staff, field: contract.SensitiveField, reason = "She wrote to us") =>
    staff[role].client.call(contract.revealFields, { body: { id: anna.id, fields: [field], reason } });
  for (const role of staffRoles) {
    for (const field of contract.sensitiveFields) {
      const allowed = (contract.sensitiveRoles[field] as readonly string[]).includes(role);
      expect((await reveal(role, field)).status, `${role} ${field}`).toBe(allowed ? 200 : 403);
    }
  }
  expect((await reveal("admin", "email")).body.fields).toEqual({ email: anna.email });
  expect((await reveal("admin", "date_of_birth")).body.fields.date_of_birth).toMatch(/^1990-/);
  expect((await reveal("admin", "phone")).body.fields).toEqual({});
  expect((await reveal("admin", "email", " ")).body.error?.field_codes).toEqual({ reason: "required" });
  const { entries } = (await staff.admin.client.call(getAuditLog)).body;
  expect(entries[0]).toMatchObject({ action: "field_revealed", member_id: anna.id, subject: "field:phone" });
  expect(entries[0]?.reason).toBe("She wrote to us");
});

test("D7.1 credits by staff: booked once, never below zero, and above the limit by two people", async ({
  member,
  staff,
  file,
  services,
}) => {
  const anna = await member({ credits: 5 });
  const { support, finance, admin } = staff;
  const change = (who: typeof support, amount: number, key = randomUUID()) =>
    who.client.call(contract.changeCredits, { body: { id: anna.id, amount, reason: "A fault of ours" } }, { key });
  const balance = async () => (await file("admin", anna)).money?.credits;
  const key = randomUUID();
  for (let tries = 0; tries < 2; tries += 1) expect((await change(support, 20, key)).body).toEqual({ booked: true });
  expect(await balance()).toBe(25);
  expect((await change(finance, -26)).body.error?.code).toBe("not_enough_credits");
  expect((await change(finance, 0)).status).toBe(400);
  // at once, one person stays within the limit of 50 a day
  const many = await Promise.all([change(support, 20), change(support, 20), change(support, 20)]);
  expect(many.filter(({ body }) => body.booked)).toHaveLength(1);
  expect(await balance()).toBe(45);

  const { waiting = [] } = (await file("finance", anna)).money ?? {};
  expect(waiting).toMatchObject([
    { text: "+20", own: false },
    { text: "+20", own: false },
  ]);
  const decide = (who: typeof support, id: string | undefined, verdict: "confirmed" | "declined") =>
    who.client.call(decideProposal, { body: { id: id ?? "", verdict } });
  expect((await decide(support, waiting[0]?.id, "confirmed")).body.error?.code).toBe("staff_role_missing");
  const both = await Promise.all([
    decide(finance, waiting[0]?.id, "confirmed"),
    decide(admin, waiting[0]?.id, "confirmed"),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await decide(finance, waiting[1]?.id, "declined")).status).toBe(200);
  expect(await balance()).toBe(65);
  expect((await change(finance, 51)).body).toEqual({ booked: false });
  const own = (await file("finance", anna)).money?.waiting[0];
  expect(own?.own).toBe(true);
  expect((await decide(finance, own?.id, "confirmed")).body.error?.code).toBe("staff_item_gone");
  const entries = services.db.selectFrom("ledger").select("amount").where("cause", "=", "staff");
  expect((await entries.where("member_id", "=", anna.id).execute()).map(({ amount }) => amount).sort()).toEqual([
    20, 20, 20,
  ]);
});

test("D7.4 a refund by staff takes back unspent credits only, and never more than was paid", async ({
  member,
  staff,
  file,
  paid,
  services,
}) => {
  const anna = await member({ credits: 4 });
  const payment = await paid(anna);
  const { client } = staff.finance;
  const refund = (body: Awaited<ReturnType<typeof offeredRefund>>, who = client) =>
    who.call(contract.refundPayment, { body });
  const unspent = await offeredRefund(client, payment);
  expect(unspent).toMatchObject({ amount: 400, credits: 4, left: 1000 });
  expect((await refund(unspent, staff.support.client)).body.error?.code).toBe("staff_role_missing");
  const answers = await Promise.all([refund(unspent), refund(unspent)]);
  expect(answers.map(({ status, body }) => body.error?.code ?? status).sort()).toEqual([200, "payment_changed"]);
  const all = await offeredRefund(client, payment, "all");
  expect(all).toMatchObject({ amount: 600, credits: 0 });
  expect((await refund({ ...all, amount: 601 })).body.error?.code).toBe("payment_changed");
  expect((await refund(all)).body).toMatchObject({ amount: 600, credits: 0, waits: false });
  expect((await refund(all)).body.error?.code).toBe("payment_already_returned");
  expect((await file("finance", anna)).money).toMatchObject({ credits: 0, debt: 0, payments: [{ refunded: 1000 }] });
  // the member's bank took the money back: no credit is the cause
  const other = await member({ credits: 0 });
  const takenBack = await paid(other);
  const { db } = services;
  await db.updateTable("payments").set({ charged_back_minor: 1000 }).where("id", "=", takenBack).execute();
  const back = await refund({ ...all, payment_id: takenBack });
  expect([back.status, back.body.error?.message]).toEqual([409, "This payment has already been paid back."]);
  expect((await refund({ ...all, payment_id: randomUUID() })).body.error?.code).toBe("payment_not_found");
});

test("D7.4 a part of a payment is refunded with its share of the credits, as staff saw it or not at all", async ({
  member,
  staff,
  file,
  paid,
  services,
}) => {
  const anna = await member({ credits: 8 });
  const payment = await paid(anna);
  const { client } = staff.finance;
  const refund = (body: { amount: number; credits: number; left: number }) =>
    client.call(contract.refundPayment, { body: { payment_id: payment, reason: "Half of it", ...body } });
  // 3.50 of 10.00 for ten credits
  expect((await refund({ amount: 350, credits: 4, left: 1000 })).body.error?.code).toBe("payment_changed");
  expect((await refund({ amount: 350, credits: 3, left: 1000 })).body).toMatchObject({ amount: 350, credits: 3 });
  expect((await refund({ amount: 350, credits: 3, left: 1000 })).body.error?.code).toBe("payment_changed");
  // a message meanwhile: the page showed one credit more
  const seen = await offeredRefund(client, payment);
  await services.db.updateTable("wallets").set({ credits: 2 }).where("member_id", "=", anna.id).execute();
  expect((await refund(seen)).body.error?.code).toBe("payment_changed");
  const { money } = await file("finance", anna);
  expect(money).toMatchObject({ debt: 0, payments: [{ refunded: 350, charged_back: 0 }] });
});

test("D7.1 a member reads that the team gave credits, and staff read the ledger by day with the balance after each", async ({
  member,
  staff,
  file,
  services,
}) => {
  const anna = await member({ credits: 5 });
  const { finance } = staff;
  const change = (amount: number) =>
    finance.client.call(contract.changeCredits, { body: { id: anna.id, amount, reason: "A fault of ours" } });
  expect((await change(7)).body).toEqual({ booked: true });
  expect((await change(-2)).body).toEqual({ booked: true });
  const { updates } = (await anna.client.call(getUpdates)).body;
  expect(updates.map(({ kind, path }) => [kind, path])).toEqual(
    expect.arrayContaining([
      ["credits_given", "/transactions"],
      ["credits_taken", "/transactions"],
    ]),
  );
  const day = services.clock.now().toISOString().slice(0, 10);
  const { money } = await file("finance", anna);
  expect(money?.ledger[0]).toEqual({ day, cause: "staff", entries: 2, amount: 5, balance: 10 });
  // an older row of the same day has its own balance
  expect(money?.ledger[1]).toMatchObject({ day, amount: 5, balance: 5 });
});
