import { randomUUID } from "node:crypto";
import { objectToDecision } from "#contract/decisions.ts";
import * as office from "#contract/office.ts";
import { uploadPhoto } from "#contract/photos.ts";
import { picture, sendTo } from "#server/features/chat/photos/test-photos.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { blockAfterChargeback } from "#server/features/payments/direct-debit/block-store.ts";
import { newIban, test as withBuyers } from "#server/features/payments/direct-debit/test-debtor.ts";
import { expect, type Member } from "#server/test.ts";
import { decisionsOf } from "./test-office.ts";

const test = withBuyers
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"));

const upload = ({ client }: Pick<Member, "client">, body: Buffer) =>
  client.call(uploadPhoto, { body }, { key: randomUUID() });

test("DSA 17 a photo that a program refuses: one statement for the profile, one for the chat; upheld, it can be used", async ({
  pair,
  member,
  mia,
  max,
  mails,
}) => {
  const [anna, ben] = await pair();
  const cleo = await member();
  const file = await picture("#a10", "#01a");
  const { id } = (await upload(cleo, file)).body.photo;
  await mia.client.call(office.decidePhoto, { body: { id, verdict: "advertising" } });

  // whatever repeats the refusal says nothing new, also two at once
  const refused = await Promise.all([upload(anna, file), upload(anna, file)]);
  for (const { status, body } of [...refused, await upload(anna, file)]) {
    expect([status, body.error?.code]).toEqual([422, "photo_rejected_before"]);
  }
  const [statement, ...others] = await decisionsOf(anna);
  expect(others).toEqual([]);
  expect(statement).toMatchObject({
    decision: "photo_refused",
    ground: "advertising",
    source: "program",
    content: { about: "photo", text: "" },
    objection: null,
  });
  const [mail, ...more] = await mails(anna.email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("A program made this decision by itself");
  expect(mail?.text).toContain("A program compared it with photos we’ve rejected before.");
  expect(mail?.text).toContain("Our terms, “How we treat each other”");
  expect(mail?.text).toContain("certified bodies");
  expect(mail?.text).not.toContain("by a person on our team");
  expect(await decisionsOf(ben)).toEqual([]);

  expect((await sendTo(anna, ben, file)).body.error?.code).toBe("photo_rejected_before");
  await sendTo(anna, ben, file);
  expect((await decisionsOf(anna)).map(({ decision }) => decision)).toEqual(["chat_photo_refused", "photo_refused"]);

  const objected = { id: statement?.id ?? "", text: "It is my own shop" };
  expect((await anna.client.call(objectToDecision, { body: objected })).status).toBe(200);
  const uphold = { id: objected.id, verdict: "upheld", words: "You’re right." } as const;
  expect((await max.client.call(office.decideObjection, { body: uphold })).status).toBe(200);
  expect((await upload(anna, file)).status).toBe(200);
});

test("DSA 17 a direct debit that was taken back: a statement for its member, and for another with the same bank account", async ({
  buyer,
  mia,
  mails,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  const iban = newIban();
  const [eva, tom] = [await buyer(), await buyer()];
  const { payment } = await eva.pay({ iban });
  const chargeback = { paymentId: payment.payment_id, memberId: eva.id, siteId: siteIds[0], method: "sepa" };
  await blockAfterChargeback({ db, services, now: clock.now() }, chargeback);
  await blockAfterChargeback({ db, services, now: clock.now() }, chargeback);
  const stated = { decision: "direct_debit_refused", ground: "charged_back", source: "program", content: null };
  expect(await decisionsOf(eva)).toMatchObject([stated]);
  expect((await eva.authorise({ iban })).body.error?.code).toBe("direct_debit_blocked");
  expect(await decisionsOf(eva)).toHaveLength(1);
  const told = (await mails(eva.email)).filter(({ subject }) => subject.startsWith("A decision"));
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain("Our terms, “How we check, and what we do”");

  expect(await decisionsOf(tom)).toEqual([]);
  const answers = await Promise.all([tom.authorise({ iban }), tom.authorise({ iban })]);
  for (const { body } of answers) expect(body.error?.code).toBe("direct_debit_blocked");
  const [his, ...others] = await decisionsOf(tom);
  expect([his, others]).toMatchObject([stated, []]);
  // the other person is not named
  expect(JSON.stringify(his)).not.toContain(eva.name);

  const objected = { id: his?.id ?? "", text: "It is my account" };
  await tom.client.call(objectToDecision, { body: objected });
  // the one who answers reads which payment it was, and when it came back
  const taken = { payment_id: payment.payment_id, provider_reference: "c1", amount_minor: 995, credits: 0 };
  const [created_at, reversed_at] = [new Date("2026-11-22T12:00Z"), new Date("2026-11-24T12:00Z")];
  await db
    .insertInto("chargebacks")
    .values({ ...taken, created_at, reversed_at })
    .execute();
  const [item] = (await mia.client.call(office.takeObjections, { body: {} })).body.items;
  expect(item?.facts).toEqual(
    expect.arrayContaining([
      { label: "payment", value: expect.stringMatching(/^€\d+\.\d\d, /) },
      { label: "charged_back", value: expect.stringContaining("22") },
      { label: "charge_reversed", value: expect.stringContaining("24") },
    ]),
  );
  const uphold = { id: objected.id, verdict: "upheld", words: "You’re right." } as const;
  expect((await mia.client.call(office.decideObjection, { body: uphold })).status).toBe(200);
  expect((await tom.authorise({ iban })).status).toBe(200);
});
