import { randomUUID } from "node:crypto";
import { replyToComplaint, sendComplaint } from "#contract/complaints.ts";
import { dayMs } from "#contract/durations.ts";
import * as office from "#contract/office.ts";
import { setStaffLanguages } from "#contract/staff.ts";
import { getMemberFile } from "#contract/staff-members.ts";
import { mandateReference } from "#server/features/payments/direct-debit/rules.ts";
import { formatNumber, ibanKey, issueReceipt } from "#server/features/payments/index.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { test as base, expect } from "#server/test.ts";
import { asksToStopMails } from "./saved-replies.ts";
import { staffMember } from "./staff/test-staff.ts";

const test = base
  .extend("sue", ({ given }) => staffMember(given, "support"))
  .extend("fred", ({ given }) => staffMember(given, "finance"));

type Staff = Awaited<ReturnType<typeof staffMember>>;
const take = async ({ client }: Staff) =>
  (await client.call(office.takeComplaints, { body: { count: 12 } })).body.items;
const itemOf = async (staff: Staff, id: string) => (await take(staff)).find((item) => item.id === id);
const find = async ({ client }: Staff, body: { text?: string; state?: "open" | "waiting" | "done" }) =>
  (await client.call(office.findComplaints, { body: { text: "", ...body } })).body.complaints;

test.beforeEach(async ({ services }) => {
  await services.db.deleteFrom("complaints").execute();
  await services.db.deleteFrom("staff_claims").execute();
});

test("R2.01 a complaint waits for its sender after a question, and comes back with the reply, or after 14 days", async ({
  member,
  given,
  sue,
  services,
}) => {
  const [ben, carla] = [await member(), await member()];
  for (const { client, email } of [ben, carla]) await client.call(sendComplaint, { body: { email, text: "Slow" } });
  const [first, second] = await take(sue);
  const ask = (id = "", words = "Which page?") =>
    sue.client.call(office.decideComplaint, { body: { id, verdict: "asked", words } });
  expect((await ask(first?.id, "")).body.error?.code).toBe("invalid_input");
  for (const item of [first, second]) expect((await ask(item?.id)).status).toBe(200);
  expect(await take(sue)).toEqual([]);
  expect((await find(sue, { state: "waiting" })).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  const reply = { id: first?.id ?? "", text: "The search" };
  expect((await ben.client.call(replyToComplaint, { body: reply })).status).toBe(200);
  expect((await take(sue)).map(({ id }) => id)).toEqual([first?.id]);
  services.clock.advance(14 * dayMs);
  const later = await staffMember(given, "support");
  expect((await take(later)).map(({ id }) => id)).toEqual([first?.id, second?.id]);
  await later.client.call(office.decideComplaint, { body: { id: first?.id ?? "", verdict: "closed" } });
  expect((await find(later, { state: "done" })).map(({ id }) => id)).toEqual([first?.id]);
  expect((await find(later, { state: "open" })).map(({ id }) => id)).toEqual([second?.id]);
});

test("R2.01 staff change the subject of a complaint, and hand it over with a note that the others read", async ({
  member,
  sue,
  fred,
}) => {
  const { client, email } = await member();
  await client.call(sendComplaint, { body: { email, text: "Where is my money?" } });
  const [item] = await take(sue);
  const id = item?.id ?? "";
  expect(item).toMatchObject({ topic: "other", urgent: false });
  expect((await sue.client.call(office.changeComplaint, { body: { id, topic: "safety" } })).status).toBe(200);
  expect(await itemOf(sue, id)).toMatchObject({ topic: "safety", urgent: true });
  const topic = { id, topic: "payment" } as const;
  expect((await fred.client.call(office.changeComplaint, { body: topic })).body.error?.code).toBe("staff_item_gone");
  const pass = (note: string) => sue.client.call(office.decideComplaint, { body: { id, verdict: "to_finance", note } });
  expect((await pass("")).body.error?.field_codes).toEqual({ note: "required" });
  expect((await pass("He paid twice")).status).toBe(200);
  expect(await itemOf(sue, id)).toBeUndefined();
  expect((await itemOf(fred, id))?.handovers).toMatchObject([{ note: "He paid twice" }]);
});

test("R2.01 a complaint about data says until when the law wants an answer: a month, or the end of a shorter one", async ({
  member,
  services,
  sue,
}) => {
  const { client, email } = await member();
  const send = (topic: "privacy" | "technical") =>
    client.call(sendComplaint, { body: { email, topic, text: "A copy of my chats, please" } });
  await send("technical");
  await send("privacy");
  const dueOf = async () =>
    (await take(sue)).map(({ facts }) => facts.find(({ label }) => label === "answer_by")?.value);
  for (const [day, due] of [
    ["2026-10-20", "20 November 2026"],
    ["2026-01-31", "28 February 2026"],
  ]) {
    const sent = { created_at: new Date(`${day}T12:00:00Z`) };
    await services.db.updateTable("complaints").set(sent).where("topic", "=", "privacy").execute();
    expect((await dueOf()).filter(Boolean)).toEqual([due]);
  }
});

test("R2.01 a complaint without a login names the member of its confirmed address, whose page shows it to staff", async ({
  signedUp,
  visitor,
  given,
  sue,
}) => {
  const { id, form } = await signedUp();
  await visitor().call(sendComplaint, { body: { email: form.email.toUpperCase(), text: "I can't log in" } });
  await visitor().call(sendComplaint, { body: { email: "stranger@example.org", text: "Hello" } });
  const [first] = await take(sue);
  expect(first?.replies[0]?.title).toBe("Prove that it’s you");
  const owners = (await take(sue)).map(({ member, owner }) => [member, owner?.id]);
  expect(owners).toEqual([
    [null, id],
    [null, undefined],
  ]);
  const mia = await staffMember(given, "moderator");
  const { safety } = (await mia.client.call(getMemberFile, { query: { id } })).body;
  expect(safety?.complaints).toMatchObject([{ text: "I can't log in", sender: "unproven", state: "open" }]);
});

test("R2.01 a complaint about money has the payments of its sender beside it; finance opens their pages", async ({
  member,
  services,
  sue,
  fred,
}) => {
  const anna = await member();
  const id = await plantPayment(services, anna, { status: "completed", method: "card" });
  const send = (topic: "payment" | "technical") =>
    anna.client.call(sendComplaint, { body: { email: anna.email, topic, text: "Charged twice" } });
  await send("technical");
  await send("payment");
  const paymentsOf = (items: Awaited<ReturnType<typeof take>>, topic: string) =>
    items.find((item) => item.topic === topic)?.payments;
  const items = await take(sue);
  expect(paymentsOf(items, "technical")).toEqual([]);
  expect(paymentsOf(items, "payment")).toMatchObject([{ id, method: "card", status: "completed", openable: false }]);
  const item = items.find(({ topic }) => topic === "payment")?.id ?? "";
  const over = { id: item, verdict: "to_finance", note: "Twice?" } as const;
  expect((await sue.client.call(office.decideComplaint, { body: over })).status).toBe(200);
  expect(paymentsOf(await take(fred), "payment")).toMatchObject([{ id, openable: true }]);
});

test("R2.01 a payment whose number a stranger names shows beside the complaint, with its buyer, to staff of its site alone", async ({
  member,
  visitor,
  services,
  siteIds,
  sue,
}) => {
  const [henk, other] = [await member(), await member({ siteId: siteIds[1] })];
  const debitOf = async (buyer: typeof henk) => {
    const payment = await plantPayment(services, buyer, { status: "pending", method: "sepa" });
    const [id, key, now] = [randomUUID(), Buffer.from(randomUUID()), services.clock.now()];
    await services.db
      .insertInto("direct_debit_uses")
      .values({
        id,
        site_id: buyer.siteId,
        iban_key: key,
        phone_key: key,
        amount_minor: 995,
        payment_id: payment,
        confirmed_at: now,
      })
      .execute();
    return { payment, reference: mandateReference(id) };
  };
  const [debit, foreign] = [await debitOf(henk), await debitOf(other)];
  const text = `Who took this? ${debit.reference.toLowerCase()}, and ${foreign.reference}, 2026-999999`;
  const send = (topic: "payment" | "technical") =>
    visitor().call(sendComplaint, { body: { email: "willem@example.org", topic, text } });
  await send("technical");
  await send("payment");
  const named = async () =>
    (await take(sue)).map(({ member: sender, payments }) => [sender, payments.map(({ id, buyer }) => [id, buyer?.id])]);
  expect(await named()).toEqual([
    [null, []],
    [null, expect.toSatisfy((payments: unknown[]) => payments.length === 2)],
  ]);
  await services.db
    .updateTable("staff")
    .set({ site_ids: [henk.siteId] })
    .where("id", "=", sue.id)
    .execute();
  expect((await named())[1]).toEqual([null, [[debit.payment, henk.id]]]);
});

test("R2.01 the debits of a bank account that a stranger names show beside the complaint, however it is spaced", async ({
  member,
  visitor,
  services,
  sue,
}) => {
  const buyer = await member();
  const payment = await plantPayment(services, buyer, { status: "pending", method: "sepa" });
  const [id, now, iban] = [randomUUID(), services.clock.now(), "DE89370400440532013000"];
  await services.db
    .insertInto("direct_debit_uses")
    .values({
      id,
      site_id: buyer.siteId,
      iban_key: ibanKey(services.config, buyer.siteId, iban),
      phone_key: Buffer.from(randomUUID()),
      amount_minor: 995,
      payment_id: payment,
      confirmed_at: now,
    })
    .execute();
  const texts = [
    "de89 3704 0044 0532 0130 00 was debited, and I am no member",
    "My account is DE89370400440532013000.",
    "XDE89370400440532013000 and DE88 3704 0044 0532 0130 00 are no accounts of mine",
  ];
  for (const text of texts)
    await visitor().call(sendComplaint, { body: { email: "keller@example.org", topic: "payment", text } });
  const named = (await take(sue)).map(({ payments }) => payments.map((each) => [each.id, each.named, each.buyer?.id]));
  expect(named).toEqual([[[payment, true, buyer.id]], [[payment, true, buyer.id]], []]);
});

test("R2.01 a complaint about money marks the sender's own payment whose receipt it names", async ({
  member,
  services,
  sue,
}) => {
  const uwe = await member();
  const values = { method: "card" };
  const id = await plantPayment(services, uwe, values);
  const old = await plantPayment(services, uwe, {
    ...values,
    created_at: new Date(services.clock.now().getTime() - 60 * dayMs),
  });
  const receipt = await services.db.transaction().execute(async (db) => {
    const payment = await db.selectFrom("payments").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    await issueReceipt(db, { ...payment, member_id: uwe.id }, { method: "card", now: services.clock.now() });
    const receipts = db.selectFrom("receipts").select(["year", "number"]).where("payment_id", "=", id);
    return formatNumber(await receipts.executeTakeFirstOrThrow());
  });
  await uwe.client.call(sendComplaint, {
    body: { email: uwe.email, topic: "payment", text: `The unused ones of ${receipt} back, please` },
  });
  const [item] = await take(sue);
  expect(item?.payments).toMatchObject([
    { id, named: true, buyer: null },
    { id: old, named: false },
  ]);
});

test("R2.01 who asks to stop our emails is told how by the names on their screen, and that answer is at hand", async ({
  member,
  sue,
}) => {
  const { client, email } = await member();
  const send = (text: string) => client.call(sendComplaint, { body: { email, topic: "technical", text } });
  await send("Your stupid emails wake me up every night, and there is no way to switch them off.");
  await send("I got no email with the code.");
  const answers = (await take(sue)).map(({ replies }) => replies.find(({ title }) => title === "Switch emails off"));
  expect(answers.map((each) => each?.fits)).toEqual([true, false]);
  expect(answers[0]?.text).toContain("open “Settings” in the menu and go to “Notifications”: in the column “Email”");
});

test.for([
  ["Wie kann ich diese E-Mails abbestellen?", true],
  ["Stop met die nieuwsbrieven", true],
  ["Je veux me désabonner de vos e-mails", true],
  ["Quiero darme de baja de los correos", true],
  ["Jak wyłączyć te powiadomienia?", true],
  ["Miten saan sähköpostit pois päältä?", true],
  ["Hvordan slår jeg e-postene av?", true],
  ["Ho scritto la mia email, ma non arriva niente", false],
  ["Ik heb geen e-mail gekregen", false],
] as const)("R2.01 a letter asks to stop emails by its words: %s", ([words, asks]) => {
  expect(asksToStopMails(words)).toBe(asks);
});

test("R2.01 staff save texts for their own answers, and no one else has them", async ({ member, sue, fred }) => {
  const { client, email } = await member();
  await client.call(sendComplaint, { body: { email, topic: "payment", text: "Where is my money?" } });
  const saved = await sue.client.call(office.saveReply, { body: { title: "Thanks", text: "Thank you." } });
  expect(saved.body.replies).toMatchObject([{ title: "Thanks", text: "Thank you." }]);
  const [own, shared] = (await take(sue))[0]?.replies ?? [];
  expect([own?.title, shared?.id]).toEqual(["Thanks", null]);
  const id = own?.id ?? "";
  expect((await fred.client.call(office.deleteReply, { body: { id } })).body.replies).toEqual([]);
  expect((await take(sue))[0]?.replies[0]?.title).toBe("Thanks");
  expect((await sue.client.call(office.deleteReply, { body: { id } })).body.replies).toEqual([]);
});

test("D11.4 a complaint in a language that staff don't read names the colleagues of its desk who do", async ({
  member,
  given,
  sue,
  fred,
  services,
}) => {
  const ben = await member();
  await ben.client.call(sendComplaint, { body: { email: ben.email, text: "Hei" } });
  await services.db.updateTable("complaints").set({ language: "fi" }).execute();
  const [id = ""] = (await take(sue)).map((item) => item.id);
  const unreadBy = async (staff: Staff) => (await itemOf(staff, id))?.unread;
  // who did not say what they read is told nothing
  expect(await unreadBy(sue)).toBeNull();
  const reads = async ({ client }: Staff, languages: ("de" | "fi" | "en")[]) =>
    (await client.call(setStaffLanguages, { body: { languages } })).body.languages;
  expect(await reads(sue, ["en", "de", "en"])).toEqual(["de", "en"]);
  expect(await unreadBy(sue)).toEqual({ language: "Finnish", readers: [] });
  const aino = await staffMember(given, "support");
  await reads(aino, ["fi"]);
  // finance does not work on this desk
  await reads(fred, ["fi"]);
  const { name } = await services.db
    .selectFrom("staff")
    .select("name")
    .where("id", "=", aino.id)
    .executeTakeFirstOrThrow();
  expect(await unreadBy(sue)).toEqual({ language: "Finnish", readers: [name] });
  const listed = async ({ client }: Staff) =>
    (await client.call(office.getQueueList, { query: { queue: "complaints", language: "own" } })).body.items.length;
  expect([await listed(sue), await listed(aino)]).toEqual([0, 1]);
  await reads(sue, ["fi"]);
  expect(await unreadBy(sue)).toBeNull();
});
