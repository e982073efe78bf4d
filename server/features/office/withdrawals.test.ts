import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { replyWaitDays } from "#contract/complaints.ts";
import { dayMs } from "#contract/durations.ts";
import { decideWithdrawal, takeComplaints, takeWithdrawals, undoDecision } from "#contract/office.ts";
import { requestWithdrawal } from "#contract/withdrawals.ts";
import { decideHeld } from "#server/features/office/held-decisions.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { openShop } from "#server/features/payments/test-shop.ts";
import { TestClient } from "#server/http/test-client.ts";

const shop = await openShop();
const { services, app, newBuyer, orderSmallest, press } = shop;
afterAll(shop.close);

const runJobs = async () => {
  while ((await services.jobs.drain(services)) > 0);
};
const declare = async (email: string, number: string) => {
  const answer = await new TestClient(app).call(requestWithdrawal, { body: { email, number } }, { key: randomUUID() });
  expect(answer.status).toBe(200);
};

test("D7.7 a withdrawal comes with the payments of its person, is answered by mail once, and is closed by that", async () => {
  const finance = await staffMember({ app, services }, "finance");
  const buyer = await newBuyer();
  const { path, id: payment } = await orderSmallest(buyer.cookie);
  await press(path, "pay");
  await runJobs();
  await declare(buyer.email, "R-1");
  await declare("stranger@example.org", "R-2");
  await declare("other@example.org", payment.toUpperCase());
  await runJobs();
  services.mail.sent.length = 0;

  const take = async () => (await finance.client.call(takeWithdrawals, { body: { count: 12 } })).body.items;
  const [own, unknown, byNumber] = await take();
  expect(own?.payments).toMatchObject([{ id: payment, status: "completed", named: false, withdrawable: {} }]);
  expect(unknown).toMatchObject({ member: null, payments: [] });
  // whose payment the number is shows beside the address that was typed
  expect(byNumber).toMatchObject({ member: null, payments: [{ id: payment, named: true, withdrawable: null }] });
  expect(byNumber?.facts).toContainEqual({ label: "email", value: "other@example.org" });

  const answer = (id = "", words = "") =>
    finance.client.call(decideWithdrawal, { body: { id, verdict: "answered", words } });
  expect((await answer(own?.id)).body.error?.field_codes).toEqual({ words: "required" });
  const words = "We have refunded it.\nIt takes three days.";
  const answers = await Promise.all([answer(own?.id, words), answer(own?.id, words)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await answer(unknown?.id, "Which address did you buy with?")).status).toBe(200);
  await runJobs();
  const mailTo = (to: string) => services.mail.sent.filter((mail) => mail.to === to);
  expect(mailTo(buyer.email).map(({ subject }) => subject)).toEqual(["Rendezvous: about your withdrawal"]);
  for (const line of words.split("\n")) expect(mailTo(buyer.email)[0]?.text).toContain(line);
  // it may be any words, typed by a stranger
  expect(mailTo(buyer.email)[0]?.text).not.toContain("R-1");
  expect(mailTo("stranger@example.org")[0]?.text).toContain("Which address did you buy with?");
  expect((await take()).map(({ id }) => id)).toEqual([byNumber?.id]);
});

test("D7.7 R2.01 a question about a withdrawal waits as a complaint, with the day of the withdrawal, and comes back with the reply", async () => {
  const finance = await staffMember({ app, services }, "finance");
  const buyer = await newBuyer();
  await declare(buyer.email, "R-4711");
  await declare("stranger@example.org", "Call me, you thief!");
  await runJobs();
  services.mail.sent.length = 0;
  const declared = services.clock.now();
  const { items } = (await finance.client.call(takeWithdrawals, { body: { count: 12 } })).body;
  const own = items.find(({ member }) => member?.id === buyer.id);
  const stranger = items.find(({ facts }) => facts.some(({ value }) => value === "stranger@example.org"));
  expect(own?.facts).toContainEqual({ label: "language", value: "English" });
  const [reply] = own?.replies ?? [];
  expect(reply).toMatchObject({ fits: true, text: expect.stringContaining("which email address") });
  services.clock.advance(1_000);
  const ask = (id = "", words = "") => finance.client.call(decideWithdrawal, { body: { id, verdict: "asked", words } });
  expect((await ask(own?.id)).body.error?.field_codes).toEqual({ words: "required" });
  for (const id of [own?.id, stranger?.id]) expect((await ask(id, reply?.text)).status).toBe(200);
  expect((await ask(own?.id, reply?.text)).status).toBe(409);
  await runJobs();
  const asked = services.mail.sent.find(({ to }) => to === buyer.email);
  expect(asked?.text).toContain(reply?.text);
  const waiting = async () => {
    const { client } = await staffMember({ app, services }, "finance");
    return (await client.call(takeComplaints, { body: { count: 12 } })).body.items.map(({ text }) => text);
  };
  expect(await waiting()).toEqual([]);
  const rows = services.db.selectFrom("complaints").select(["id", "text", "created_at", "member_id", "logged_in"]);
  const ofBuyer = await rows.where("email", "=", buyer.email).executeTakeFirstOrThrow();
  // the address was typed without a login
  expect(ofBuyer).toMatchObject({ created_at: declared, member_id: null, logged_in: false });
  expect(ofBuyer.text).toMatch(/^Withdrawal of .*\. Number: R-4711$/);
  // a stranger's address gets no words of others
  const ofStranger = await rows.where("email", "=", "stranger@example.org").executeTakeFirstOrThrow();
  expect(ofStranger.text).toMatch(/Number: –$/);
  // without a reply it comes back, too
  services.clock.advance((replyWaitDays + 1) * dayMs);
  expect((await waiting()).sort()).toEqual([ofBuyer.text, ofStranger.text].sort());
});

test("D7.7 staff carry out a withdrawal of its sender's own purchase, for the sum that they saw, once", async () => {
  const finance = await staffMember({ app, services }, "finance");
  const buy = async () => {
    const buyer = await newBuyer();
    const { path, id } = await orderSmallest(buyer.cookie);
    await press(path, "pay");
    await runJobs();
    return { buyer, id };
  };
  const [own, other] = [await buy(), await buy()];
  await declare(own.buyer.email, "R-77");
  await runJobs();
  services.mail.sent.length = 0;
  const take = async () => (await finance.client.call(takeWithdrawals, { body: { count: 12 } })).body.items;
  const item = (await take()).find(({ member }) => member?.id === own.buyer.id);
  const [offered] = item?.payments ?? [];
  expect(offered).toMatchObject({ id: own.id, withdrawable: { credits: 10, amount: offered?.amount } });
  const refund = (payment?: { id: string; amount: number }) =>
    finance.client.call(decideWithdrawal, { body: { id: item?.id ?? "", verdict: "refunded", payment } });
  const sum = offered?.withdrawable?.amount ?? 0;
  expect((await refund()).body.error?.field_codes).toEqual({ payment: "required" });
  expect((await refund({ id: other.id, amount: sum })).body.error?.code).toBe("payment_not_found");
  expect((await refund({ id: own.id, amount: sum - 1 })).body.error?.code).toBe("payment_changed");
  const answers = await Promise.all([1, 2].map(() => refund({ id: own.id, amount: sum })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await runJobs();
  const subjects = services.mail.sent.filter(({ to }) => to === own.buyer.email).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /withdrawal/i.test(subject))).toHaveLength(1);
  const refunds = services.db.selectFrom("refunds").select(["amount_minor", "reason"]);
  expect(await refunds.where("payment_id", "=", own.id).execute()).toEqual([
    { amount_minor: sum, reason: "withdrawal" },
  ]);
  expect((await take()).some(({ id }) => id === item?.id)).toBe(false);
});

test("D7.7 D11.2 a withdrawal that staff carry out moves no money while it can be taken back", async () => {
  const finance = await staffMember({ app, services }, "finance");
  const buyer = await newBuyer();
  const { path, id: payment } = await orderSmallest(buyer.cookie);
  await press(path, "pay");
  await runJobs();
  await declare(buyer.email, "R-3");
  const take = async () => {
    const { items } = (await finance.client.call(takeWithdrawals, { body: { count: 12 } })).body;
    return items.find(({ member }) => member?.id === buyer.id);
  };
  const item = await take();
  const id = item?.id ?? "";
  const amount = item?.payments[0]?.withdrawable?.amount ?? 0;
  const hold = (sum: number) => {
    const body = { id, verdict: "refunded", payment: { id: payment, amount: sum }, hold: true } as const;
    return finance.client.call(decideWithdrawal, { body });
  };
  const refunded = async () => {
    const held = await services.db.selectFrom("held_decisions").select("id").execute();
    for (const each of held) await decideHeld.run(services, each);
    const refunds = services.db.selectFrom("refunds").select("amount_minor").where("payment_id", "=", payment);
    return (await refunds.execute()).map(({ amount_minor }) => amount_minor);
  };
  expect((await hold(amount - 1)).body.error?.code).toBe("payment_changed");
  expect((await hold(amount)).status).toBe(200);
  const refunds = await services.db.selectFrom("refunds").select("id").where("payment_id", "=", payment).execute();
  expect([refunds, await take()]).toEqual([[], undefined]);
  await finance.client.call(undoDecision, { body: { queue: "withdrawals", id } });
  expect([await refunded(), (await take())?.id]).toEqual([[], id]);
  expect((await hold(amount)).status).toBe(200);
  expect([await refunded(), await refunded(), await take()]).toEqual([[amount], [amount], undefined]);
  const log = services.db.selectFrom("audit_log").select("action").where("subject", "=", `payment:${payment}`);
  expect((await log.execute()).map(({ action }) => action)).toEqual(["withdrawal_refunded"]);
});
