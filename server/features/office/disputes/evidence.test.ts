import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { getAuditLog } from "#contract/audit-log.ts";
import { sendMessage } from "#contract/chat.ts";
import { languages, staffRoles } from "#contract/constants.ts";
import { minuteMs } from "#contract/durations.ts";
import { changeStaffSites } from "#contract/staff.ts";
import { refundPayment } from "#contract/staff-members.ts";
import { makeMember } from "#demo/factories.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { loadTerms } from "#server/features/mails/index.ts";
import { offeredRefund } from "#server/features/office/money/test-refund.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { anonymisePayments } from "#server/features/payments/index.ts";
import { openShop } from "#server/features/payments/test-shop.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { TestClient } from "#server/http/test-client.ts";
import { readPdfText } from "#server/lib/test-read-pdf.ts";
import { drawEvidence } from "./draw-evidence.ts";
import { writeEvidence } from "./write-evidence.ts";

const shop = await openShop();
const { app, services, siteIds, newBuyer, orderSmallest, press, runJobs } = shop;
const { db, texts, clock } = services;
afterAll(shop.close);

const get = (client: TestClient, id: string, language = "en") =>
  client.get(`/staff-evidence/${id}.pdf?language=${language}`);

/** The words of the file, with a space for each end of a line. */
async function textOf(id: string, language: (typeof languages)[number] = "en"): Promise<string> {
  const evidence = await writeEvidence({ db, texts, language, now: clock.now() }, id);
  if (!evidence) throw new Error("there is no such payment");
  const pdf = await drawEvidence(evidence.document, { language, at: clock.now(), uncompressed: true });
  return readPdfText(pdf).replaceAll(/\s+/g, " ");
}

/** A buyer who wrote to a member, got a part back, and whose bank took all of it. */
async function disputed(name: string) {
  const { client } = await staffMember({ app, services }, "finance");
  const buyer = await newBuyer();
  await db.updateTable("accounts").set({ name }).where("id", "=", buyer.id).execute();
  const words = "I agree that you show me to others.";
  const consent = { member_id: buyer.id, subject: "sexuality", given: true, words, language: "en" };
  const other = { ...consent, subject: "explicit_interests", words: "Something that is private" };
  await db
    .insertInto("consents")
    .values([consent, other].map((one) => ({ ...one, created_at: clock.now() })))
    .execute();
  const login = { account_id: buyer.id, created_at: clock.now(), used_at: clock.now(), country: "PT" };
  const expires_at = new Date(clock.now().getTime() + 60 * minuteMs);
  const session = {
    ...login,
    token_hash: Buffer.from(randomUUID()),
    expires_at,
    user_agent: "Mozilla/5.0 Firefox/140.0",
  };
  await db.insertInto("sessions").values(session).execute();
  const { path, id } = await orderSmallest(buyer.cookie);
  await press(path, "pay", { method: "card" });
  await runJobs();
  clock.advance(minuteMs);
  const anna = new TestClient(app);
  anna.cookies.set("auth", buyer.cookie.slice("auth=".length));
  const ben = await makeMember(services, { siteId: siteIds[0] ?? 0 });
  const sent = { body: { member: ben.id, text: "Secret words of a chat" } };
  expect((await anna.call(sendMessage, sent, { key: randomUUID() })).status).toBe(200);
  clock.advance(minuteMs);
  const refund = await offeredRefund(client, id);
  expect((await client.call(refundPayment, { body: refund })).status).toBe(200);
  await runJobs();
  clock.advance(minuteMs);
  await press(path, "charge_back");
  await runJobs();
  const { name: benName } = await db
    .selectFrom("accounts")
    .select("name")
    .where("id", "=", ben.id)
    .executeTakeFirstOrThrow();
  const payment = await db.selectFrom("payments").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { client, buyer, id, payment, refund, benName };
}

test("R13.04 the file of a disputed payment has the order, the buyer's words, the use of the credits, logins, emails and refunds", async () => {
  const { id, payment, buyer, benName } = await disputed("Zofia");
  const text = await textOf(id);
  const { email } = await db
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", buyer.id)
    .executeTakeFirstOrThrow();
  const receipt = await db.selectFrom("receipts").selectAll().where("payment_id", "=", id).executeTakeFirstOrThrow();
  for (const part of [
    `2026-${String(receipt.number).padStart(6, "0")}`,
    id,
    payment.begin_text.replaceAll(/\s+/g, " "),
    "I agree that you show me to others.",
    "Zofia",
    email,
    "Portugal",
    "Firefox",
    "Taken back by the bank",
    "Refund ordered",
    "Credits booked",
    "Use of the credits · Message sent",
    "The terms of",
  ]) {
    expect(text, part).toContain(part);
  }
  // a long one is broken at its hyphens
  expect(text.replaceAll(" ", "")).toContain(payment.provider_reference);
  // the day of the purchase, and the emails that were sent about it
  expect(text).toMatch(
    /Emails to the buyer .* Paid .* Refund paid out|Emails to the buyer .* Paid .* Taken back by the bank/,
  );
  for (const secret of ["Secret words", benName, "Something that is private"]) expect(text).not.toContain(secret);
  expect(text).toMatch(/1 \/ \d+/);
});

test("R13.04 letters that the font lacks are written by their code, all others as they are", async () => {
  const { id } = await disputed("Łucja Ωραία Жанна 中村 😀");
  const text = await textOf(id);
  expect(text).toContain("Łucja Ωραία Жанна [U+4E2D][U+6751] [U+1F600]");
});

test.each(languages)(
  "R13.04 the file in %s has no text without its words, and no letter that the font lacks",
  async (language) => {
    const { payment_id: id } = await db.selectFrom("chargebacks").select("payment_id").executeTakeFirstOrThrow();
    const text = await textOf(id, language);
    expect(text).not.toMatch(/\{\w+\}|\b(?:evidence|money|transactions):|\ufffd|\[U\+/);
  },
);

test("R13.04 D11.4 the file is for finance and admins of the payment's site, and each download is in the audit log", async () => {
  const { id, buyer, client } = await disputed("Zofia");
  for (const role of staffRoles) {
    const staff = await staffMember({ app, services }, role);
    const allowed = role === "finance" || role === "admin";
    expect((await get(staff.client, id)).statusCode, role).toBe(allowed ? 200 : 404);
  }
  const boss = await staffMember({ app, services }, "admin");
  const limited = await staffMember({ app, services }, "finance");
  await boss.client.call(changeStaffSites, { body: { id: limited.id, sites: ["abendrot"] } });
  expect((await get(limited.client, id)).statusCode).toBe(404);
  const buyerOfIt = new TestClient(app);
  buyerOfIt.cookies.set("auth", buyer.cookie.slice("auth=".length));
  for (const [who, what] of [
    [buyerOfIt, id],
    [new TestClient(app), id],
    [client, randomUUID()],
    [client, "x"],
  ] as const) {
    expect((await get(who, what)).statusCode).toBe(404);
  }
  const { headers, rawPayload } = await get(client, id, "de");
  expect(headers).toMatchObject({ "cache-control": "no-store", "content-type": "application/pdf" });
  expect(headers["content-disposition"]).toMatch(/^attachment; filename="evidence-2026-\d{6}\.pdf"$/);
  expect(rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  await get(client, id, "de");
  const query = { action: "evidence_downloaded", member: buyer.id } as const;
  const { entries } = (await boss.client.call(getAuditLog, { query })).body;
  expect(entries.map(({ role, subject, detail }) => [role, subject, detail.language])).toEqual([
    ["finance", `payment:${id}`, "de"],
    ["finance", `payment:${id}`, "de"],
    ["admin", `payment:${id}`, "en"],
    ["finance", `payment:${id}`, "en"],
  ]);
});

test("R13.04 of an erased buyer's payment the file has the order, and says that the account is erased", async () => {
  const { id, buyer } = await disputed("Gone Girl");
  await inTransaction(db, (trx) => anonymisePayments(trx, buyer.id));
  const text = await textOf(id);
  expect(text).toContain("Account erased");
  expect(text).not.toContain("Gone Girl");
});

test("R13.04 the file has the terms in the words of the order, until they change: then it says so", async () => {
  const { id, payment } = await disputed("Zofia");
  const about = await siteAndCompany(db, payment.site_id);
  const { sections } = await loadTerms({ db, texts, about, language: "en" }, clock.now().toISOString());
  const words = sections.flatMap(({ title, blocks }) => [
    title,
    ...blocks.flatMap((block) => (block.kind === "text" ? block.text : block.items)),
  ]);
  const gone = texts.t("en", "evidence:terms.gone");
  const before = await textOf(id);
  for (const each of words) expect(before).toContain(each.replaceAll(/\s+/g, " ").trim());
  expect(before).not.toContain(gone);
  clock.advance(minuteMs);
  const { name } = about.company;
  await db.updateTable("companies").set({ name: "Another Company B.V." }).execute();
  const after = await textOf(id);
  expect(after).toContain(gone);
  expect(after).not.toContain(words.at(-1));
  await db.updateTable("companies").set({ name }).execute();
});
