import { z } from "zod";
import { getUser } from "#contract/account.ts";
import { logIn } from "#contract/auth.ts";
import { defineCall } from "#contract/call.ts";
import { getChats, sendMessage } from "#contract/chat.ts";
import { getClosing, removeSite } from "#contract/closing.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { searchMembers } from "#contract/members.ts";
import { decideProposal, takeProposals } from "#contract/office.ts";
import { getDownload } from "#contract/privacy.ts";
import { getSettings } from "#contract/sites.ts";
import { changeStaffSite } from "#contract/staff-sites.ts";
import { getTransactions } from "#contract/transactions.ts";
import { getWithdrawables } from "#contract/withdrawals.ts";
import { findUnbalanced } from "#server/features/credits/test-books.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { plantPurchase } from "#server/features/payments/test-purchase.ts";
import { eraseAccounts } from "#server/features/privacy/jobs.ts";
import { test as base, expect } from "#server/test.ts";
import { removeSites } from "./closing.ts";

const closing = "abendrot";
const there = "127.0.0.1";

const test = base
  .extend("ada", ({ given }) => staffMember(given, "admin"))
  .extend("ben", ({ given }) => staffMember(given, "admin"))
  .extend(
    "setDay",
    ({ siteHas, siteIds }) =>
      (closed_until: string) =>
        siteHas({ closed_until }, siteIds[1]),
  )
  .extend(
    "inDays",
    ({ services }) =>
      (days: number) =>
        dayOf(new Date(services.clock.now().getTime() + days * dayMs)),
  );

const body = { site: closing, reason: "The site is closed" };

test("D2.2 closing takes two people, opening one; a closed site lets members take their data and money, and nothing else", async ({
  ada,
  ben,
  member,
  visitor,
  siteIds: [, siteId],
  services,
  inDays,
}) => {
  const [eva, tom] = [await member({ siteId, credits: 20 }), await member({ credits: 20 })];
  const until = inDays(40);
  const soon = { body: { site: closing, changes: [{ name: "closed_until", after: inDays(13) }] } };
  expect((await ada.client.call(changeStaffSite, soon)).body.error?.field_codes).toEqual({
    closed_until: "day_too_early",
  });
  const change = { name: "closed_until", after: until };
  const proposed = await ada.client.call(changeStaffSite, { body: { site: closing, changes: [change] } });
  expect([proposed.status, proposed.body.proposed]).toEqual([200, ["closed_until"]]);
  expect((await eva.client.call(searchMembers, { query: {} })).status).toBe(200);
  const { items } = (await ben.client.call(takeProposals, { body: {} })).body;
  await ben.client.call(decideProposal, { body: { id: items[0]?.id ?? "", verdict: "confirmed" } });
  services.clock.advance(6_000);

  for (const call of [searchMembers, getChats]) {
    const { status, body: answer } = await eva.client.call(call, { query: {} });
    expect([status, answer.error?.code], call.path).toEqual([410, "site_closed"]);
  }
  const message = { body: { member: tom.id, text: "Hello" } };
  expect((await eva.client.call(sendMessage, message)).body.error?.code).toBe("site_closed");
  for (const call of [getUser, getDownload, getWithdrawables, getTransactions]) {
    expect((await eva.client.call(call, { query: {} })).status, call.path).toBe(200);
  }
  expect((await visitor(there).call(logIn, { body: { login: "no one", password: "x" } })).status).toBe(401);
  expect((await visitor(there).call(getSettings, {})).body.settings.closed_until).toBe(until);
  // members of the other site notice nothing
  expect((await tom.client.call(searchMembers, { query: {} })).status).toBe(200);

  const longer = { name: "closed_until", before: until, after: inDays(50) };
  await ada.client.call(changeStaffSite, { body: { site: closing, changes: [longer] } });
  const open = { name: "closed_until", before: inDays(50) };
  const opened = await ada.client.call(changeStaffSite, { body: { site: closing, changes: [open] } });
  expect([opened.status, opened.body.proposed]).toEqual([200, []]);
  services.clock.advance(6_000);
  expect((await eva.client.call(searchMembers, { query: {} })).status).toBe(200);
});

test("D2.2 a call that says nothing of it closes with its site; staff's and webhooks' do not", () => {
  const parts = { method: "POST", path: "/api/new.php", summary: "-", answer: z.object({}) } as const;
  const calls = [
    defineCall({ ...parts, who: "anyone" }),
    defineCall({ ...parts, who: "member" }),
    defineCall({ ...parts, who: "staff" }),
    defineCall({ ...parts, who: "anyone", rate: "webhook" }),
  ];
  expect(calls.map(({ whileClosed }) => whileClosed)).toEqual([false, false, true, true]);
});

test("D2.2 a site is removed by two people, once it is closed, its day is over, and nothing is owed", async ({
  ada,
  member,
  siteIds: [, siteId],
  services,
  setDay,
  inDays,
}) => {
  const ask = async (site = closing) =>
    (await ada.client.call(removeSite, { body: { ...body, site } })).body.error?.code;
  expect(await ask()).toBe("site_not_closed");
  await setDay(inDays(0));
  expect(await ask()).toBe("site_not_closed");
  await setDay(inDays(-1));
  const buyer = await member({ siteId });
  const payment = await plantPurchase(services, buyer);
  expect(await ask()).toBe("site_owes");
  expect((await ada.client.call(getClosing, { query: { site: closing } })).body).toMatchObject({
    owed: [{ amount: 1_000, currency: "EUR", members: 1 }],
    removal: null,
  });
  await services.db.updateTable("payments").set({ status: "pending" }).where("id", "=", payment).execute();
  expect(await ask()).toBe("site_owes");
  await services.db.updateTable("payments").set({ status: "failed" }).where("id", "=", payment).execute();
  expect(await ask("rendezvous")).toBe("site_in_use");
  await setDay("");
});

test("D2.1 D2.2 D3.9 a removed site loses its members and hosts, though a job is killed, and keeps its books; another site is as before", async ({
  ada,
  ben,
  member,
  siteIds: [here, siteId],
  services,
  setDay,
  inDays,
}) => {
  const { db, clock } = services;
  const eva = await member({ siteId, photo: true, credits: 20 });
  const max = await member({ siteId, credits: 20, gender: "male" });
  await max.client.call(sendMessage, { body: { member: eva.id, text: "Hello" } });
  await member({ siteId, fictional: true });
  const refunded = await plantPurchase(services, max);
  const done = { refunded_minor: 1_000 };
  await db.updateTable("payments").set(done).where("id", "=", refunded).execute();
  const banned = await member({ siteId });
  const ban = { status: "banned", banned_at: clock.now() } as const;
  await db.updateTable("accounts").set(ban).where("id", "=", banned.id).execute();
  const tom = await member({ credits: 20 });
  const elsewhere = async () => {
    const rows = await db.selectFrom("accounts").select("id").where("site_id", "=", here).orderBy("id").execute();
    return rows.map(({ id }) => id);
  };
  const before = await elsewhere();
  const payments = db
    .selectFrom("payments")
    .select(["id", "amount_minor"])
    .where("site_id", "=", siteId)
    .where("status", "=", "completed")
    .orderBy("id");
  const paid = await payments.execute();

  await setDay(inDays(-1));
  const asked = await ada.client.call(removeSite, { body });
  expect([asked.status, asked.body.proposed, asked.body.banned]).toEqual([200, true, 1]);
  expect(asked.body.members).toBeGreaterThanOrEqual(2);
  const { items } = (await ben.client.call(takeProposals, { body: {} })).body;
  const decision = { body: { id: items[0]?.id ?? "", verdict: "confirmed" } } as const;
  expect((await ada.client.call(decideProposal, decision)).status).toBe(409);
  expect((await ben.client.call(decideProposal, decision)).status).toBe(200);

  await Promise.allSettled([removeSites.run(services, {}), removeSites.run(services, {})]);
  const { files } = services;
  const killed = { ...services, files: { ...files, remove: () => Promise.reject(new Error("killed")) } };
  await expect(eraseAccounts.run(killed, {})).rejects.toThrow("not erased");
  await removeSites.run(services, {});
  const left = (await ada.client.call(getClosing, { query: { site: closing } })).body.removal;
  expect([left?.finished_at, left?.left]).toEqual([null, expect.any(Number)]);
  expect(left?.left).toBeGreaterThan(0);
  await eraseAccounts.run(services, {});
  await removeSites.run(services, {});
  await removeSites.run(services, {});

  const accounts = db.selectFrom("accounts").select("id").where("site_id", "=", siteId);
  expect(await accounts.execute()).toEqual([{ id: banned.id }]);
  expect(await db.selectFrom("site_hosts").select("host").where("site_id", "=", siteId).execute()).toEqual([
    { host: `${closing}.invalid` },
  ]);
  expect((await ada.client.call(getClosing, { query: { site: closing } })).body.removal?.finished_at).not.toBeNull();
  expect(await elsewhere()).toEqual(before);
  expect((await tom.client.call(searchMembers, { query: {} })).status).toBe(200);
  expect(await findUnbalanced(db)).toEqual([]);
  expect(await payments.execute()).toEqual(paid);
});
