import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { paymentStatuses } from "#contract/payments.ts";
import { makeMember } from "#demo/factories.ts";
import type { Db } from "#server/db/pool.ts";
import { insertPairRows } from "#server/db/test-pair-row.ts";
import { hashToken } from "#server/features/auth/index.ts";
import { chatPhotoFolder } from "#server/features/chat/index.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { plantDirectDebit } from "#server/features/payments/direct-debit/test-direct-debit.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { memberFolder, photoFolder, reportedCopy, voiceKey } from "#server/features/profiles/index.ts";
import type { Services } from "#server/services.ts";
import { downloadFolder, downloadFolders } from "./rules.ts";
import { columnsOf, foreignKeys, rowsOf, tablesDeletedWithAccount } from "./test-member-tables.ts";

type Planted = {
  id: string;
  siteId: number;
  other: { id: string };
  /** Every marker, by its place: a column, file, mail or job. */
  markers: Map<string, string>;
};

/** How to write a marker, by the column types that can hold text. */
const writers: Record<string, (marker: string) => unknown> = {
  text: (marker) => marker,
  citext: (marker) => marker,
  varchar: (marker) => marker,
  _text: (marker) => [marker],
  jsonb: (marker) => JSON.stringify({ marker }),
  json: (marker) => JSON.stringify({ marker }),
  bytea: (marker) => Buffer.from(marker),
};

/** Every column that can hold text gets a distinct marker, except those that a constraint limits to a list of codes. */
export async function plantMember(services: Services, siteId: number): Promise<Planted> {
  const { db } = services;
  const other = await makeMember(services, { siteId, credits: 10 });
  const { id } = await makeMember(services, { siteId, credits: 10, premium: true });
  const planted: Planted = { id, siteId, other, markers: new Map() };
  const paymentId = await plantPayments(services, planted);
  await insertRowOfEachTable(services, planted, paymentId);
  const now = services.clock.now();
  await plantDirectDebit(db, { memberId: id, siteId, now });
  await db.insertInto("direct_debit_blocks").values({ site_id: siteId, member_id: id, blocked_at: now }).execute();
  const keys = await foreignKeys(db);
  for (const table of tablesDeletedWithAccount(keys)) {
    const rows = rowsOf(table, id, keys);
    for (const { name, type, generated } of await columnsOf(db, table)) {
      const write = writers[type];
      if (!write || generated) continue;
      const word = markerFor(planted, `${table}.${name}`);
      // jobs are found by what looks like an address
      const marker = table === "accounts" && name === "email" ? `${word}@example.org` : word;
      try {
        const changed =
          await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${write(marker)} where ${sql.raw(rows)}`.execute(
            db,
          );
        if (changed.numAffectedRows === 0n) throw new Error(`no row of the planted member in ${table}`);
      } catch (error) {
        if (error instanceof Error && error.message.startsWith("no row")) throw error;
        planted.markers.delete(`${table}.${name}`);
      }
    }
  }
  await plantElsewhere(services, planted);
  return planted;
}

function markerFor({ id, markers }: Planted, where: string): string {
  const marker = `zq${id.slice(0, 8)}x${markers.size + 1}x${where.replace(/[^a-z]/g, "")}qz`;
  markers.set(where, marker);
  return marker;
}

/** Inserts a row in every table that is deleted with the account. Add one for a new table that is no `pairTable`. */
async function insertRowOfEachTable(
  { db, clock, pairTables }: Services,
  { id, siteId, other }: Planted,
  paymentId: string,
): Promise<void> {
  const now = clock.now();
  const own = { account_id: id, created_at: now };
  const [a_id = "", b_id = ""] = [id, other.id].sort();
  const insert = async (table: string, row: Record<string, unknown>) => {
    await db
      .insertInto(table as "likes")
      .values(row as never)
      .execute();
  };
  const handle = hashToken(`handle ${id}`);
  const expires_at = new Date(now.getTime() + 1e9);
  await insert("email_links", {
    token_hash: hashToken(`link ${id}`),
    kind: "mail_change",
    email: "x",
    ...own,
    expires_at,
  });
  await insert("known_devices", { token_hash: hashToken(`device ${id}`), ...own, used_at: now });
  await insert("passkey_users", { handle, account_id: id });
  const key = {
    credential_id: hashToken(`id ${id}`),
    public_key: hashToken(`key ${id}`),
    counter: 0,
    transports: [],
    synced: true,
  };
  await insert("passkeys", { handle, ...key, rp_id: "x", name: "x", created_at: now });
  await insert("signup_tracking", {
    ...own,
    network: "x",
    ref: "x",
    sub1: "x",
    sub2: "x",
    sub3: "x",
    lander: "video",
    slug: "x",
    variant: "a",
  });
  const inspected = { about_me_inspection: "x", about_me_inspection_since: now };
  await db.updateTable("profiles").set(inspected).where("member_id", "=", id).execute();
  const question = { id: randomUUID(), member_id: id, position: 1, body: "x", inspection_since: now };
  await insert("opening_questions", { ...question, created_at: now });
  const session = await db.selectFrom("sessions").select("id").where("account_id", "=", id).executeTakeFirstOrThrow();
  const push = { session_id: session.id, endpoint: id, p256dh: "x", auth: "x", time_zone: "x" };
  await insert("push_subscriptions", { ...own, ...push });
  const notification = { account_id: id, kind: "like", channel: "email" };
  await insert("notification_preferences", { ...notification, enabled: false, changed_at: now });
  await insert("notices_sent", { ...notification, sent_at: now });
  await insert("consents", {
    member_id: id,
    subject: "about_me",
    given: true,
    words: "x",
    language: "en",
    created_at: now,
  });
  await insert("updates", { member_id: id, kind: "new_device", path: "x", created_at: now });
  const next = await db
    .insertInto("terms_versions")
    .values({ site_id: siteId, texts: "{}", announced_at: now, applies_on: "2030-01-01", applied_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insert("terms_notices", { account_id: id, version_id: next.id, mailed_at: now });
  await insert("weekly_mails", { account_id: id, kind: "digest", written_at: now });
  await insert("mail_feedback", { account_id: id, mail_id: id, kind: "soft_bounce", mail_epoch: 0, at: now });
  for (const [member_id, from_id] of [
    [id, other.id],
    [other.id, id],
  ] as const) {
    await insert("notices", { member_id, from_id, kind: "like", site_id: siteId, happened_at: now, due_at: now });
    await insert("swipe_likes", { member_id, site_id: siteId });
    await insert("blocks", { blocker_id: member_id, blocked_id: from_id, site_id: siteId, created_at: now });
    await insert("hidden_pairs", { owner_id: member_id, member_id: from_id, site_id: siteId, created_at: now });
    const told = { other_name: "x", time_zone: "UTC", place: "x", note: "x", friend: "x", created_at: now };
    const times = { starts_at: now, remind_at: expires_at, ends_at: expires_at };
    await insert("shared_dates", { owner_id: member_id, other_id: from_id, site_id: siteId, ...told, ...times });
    await insert("introductions", { member_id, introduced_id: from_id, site_id: siteId, day: "2026-11-20" });
  }
  await insert("hidden_contacts", { member_id: id, site_id: siteId, contact_key: hashToken("x"), created_at: now });
  for (const table of pairTables) await insertPairRows(db, table, [id, other.id], { siteId, at: now });
  const conversation = randomUUID();
  await insert("conversations", { id: conversation, site_id: siteId, a_id, b_id, started_by: id, created_at: now });
  for (const [member_id, other_id] of [
    [id, other.id],
    [other.id, id],
  ]) {
    await insert("conversation_members", { conversation_id: conversation, member_id, other_id, last_message_at: now });
    const message = { conversation_id: conversation, body: "x", credits: 0, key: randomUUID(), created_at: now };
    const message_id = randomUUID();
    await insert("messages", { ...message, id: message_id, author_id: member_id });
    await insert("gifts", { message_id, recipient_id: other_id, gift: "rose", opened_at: now });
    await insert("message_risks", { message_id, risks: ["contact"] });
  }
  const sent = await db
    .selectFrom("messages")
    .select("id")
    .where("author_id", "=", id)
    .where("conversation_id", "=", conversation)
    .executeTakeFirstOrThrow();
  const chatPhoto = { id: randomUUID(), message_id: sent.id, site_id: siteId, author_id: id, width: 1, height: 1 };
  await insert("chat_photos", { ...chatPhoto, thumbhash: "x", body_hash: Buffer.from("x"), created_at: now });
  const voice = { id: randomUUID(), message_id: sent.id, site_id: siteId, author_id: id, media_type: "audio/webm" };
  await insert("voice_messages", {
    ...{ ...voice, seconds: 1, waveform: [1], body_hash: Buffer.from("x"), created_at: now },
  });
  const introduction = { id: randomUUID(), member_id: id, site_id: siteId, media_type: "audio/webm", key: "x" };
  await insert("voice_introductions", {
    ...{ ...introduction, seconds: 1, waveform: [1], body_hash: Buffer.from("x"), created_at: now },
  });
  const talk = await db.selectFrom("talks").select("id").where("asker_id", "=", id).executeTakeFirstOrThrow();
  await insert("talk_sides", { member_id: id, talk_id: talk.id, page: randomUUID(), seen_at: now });
  const first = { site_id: siteId, author_id: id, conversation_id: conversation, begins: true, risky: true };
  await insert("first_messages", { ...first, text_hash: hashToken("x"), created_at: now });
  const promise = { message_id: sent.id, author_id: id, recipient_id: other.id, credits: 1, sent_at: now };
  await insert("answer_promises", { ...promise, site_id: siteId, conversation_id: conversation, due_at: expires_at });
  await insert("answer_odds", { member_id: id, share: "most", within_a_day: true, counted_at: now });
  const warned = { about_id: other.id, about_name: "x", decision_id: randomUUID(), ground: "scam", last_at: now };
  await insert("fraud_warnings", { ...warned, site_id: siteId, member_id: id, credits: 1, warned_at: now });
  const blocked = { conversation_id: randomUUID(), last_at: now, paid_ids: [], paid_credits: [] };
  await insert("blocked_chats", { ...blocked, member_id: id, other_id: other.id });
  await insert("reviews", { site_id: siteId, member_id: id, recipients: 3, opened_at: now });
  const held = { site_id: siteId, conversation_id: randomUUID(), body: "x", key: randomUUID(), created_at: now };
  await insert("held_messages", { ...held, author_id: id, recipient_id: other.id });
  const photo = { id: randomUUID(), site_id: siteId, member_id: id, status: "active", width: 1, height: 1 };
  await insert("photos", { ...photo, thumbhash: "x", created_at: now });
  await insert("photo_suspicions", { photo_id: photo.id, kind: "nudity", found_at: now });
  await db.updateTable("profiles").set({ main_photo_id: photo.id }).where("member_id", "=", id).execute();
  const selfie = { member_id: id, site_id: siteId, kind: "selfie", status: "waiting", pose: "thumb_up" };
  await insert("verifications", { ...selfie, picture_id: randomUUID(), asked_at: now, sent_at: now });
  const download = { member_id: id, site_id: siteId, id: randomUUID(), origin: "http://x", requested_at: now };
  await insert("data_downloads", download);
  const code = { site_id: siteId, member_id: id, code: `of-${id.slice(0, 8)}`, percentage: 10, validity: "once" };
  const codeId = randomUUID();
  await insert("discount_codes", { ...code, id: codeId, created_at: now });
  await insert("discount_uses", { payment_id: paymentId, code_id: codeId, member_id: id, use_key: id });
  const debt = { site_id: siteId, member_id: id, amount: 3, cause: "chargeback", cause_id: randomUUID() };
  await insert("debts", { ...debt, created_at: now });
  const withdrawal = { site_id: siteId, member_id: id, payment_id: paymentId, outcome: "recorded", email: "x" };
  await insert("withdrawals", { ...withdrawal, number: "x", created_at: now });
  const complaint = { site_id: siteId, member_id: id, number: randomUUID(), kind: "complaint", email: "x", text: "x" };
  const answered = { language: "en", answer: "x", answered_at: now, closed_at: now };
  const complaintId = randomUUID();
  await insert("complaints", { ...complaint, ...answered, id: complaintId, logged_in: true, created_at: now });
  await insert("complaint_messages", { complaint_id: complaintId, member_id: id, text: "x", created_at: now });
  const statement = { site_id: siteId, member_id: id, decision_id: randomUUID(), side: "owner", decision: "warned" };
  const objection = { objected_at: now, objection: "x", answered_at: now, upheld: false, answer: "x" };
  await insert("statements", { ...statement, ...objection, words: "x", created_at: now });
  const planter = { email: `${randomUUID()}@example.org`, name: "x", role: "finance", created_at: now };
  const { id: staff_id } = await db.insertInto("staff").values(planter).returning("id").executeTakeFirstOrThrow();
  const change = { site_id: siteId, member_id: id, amount: 1, reason: "x", state: "booked", staff_id };
  await insert("staff_notes", { member_id: id, staff_id, text: "x", created_at: now });
  await insert("credit_changes", { ...change, created_at: now });
  const proposal = { site_id: siteId, member_id: id, kind: "credits", change: "{}", reason: "x", staff_id };
  await insert("proposals", { ...proposal, created_at: now, expires_at: now });
  const issue = { kind: "unusual_spending", subject: id, payment_id: paymentId, member_id: id };
  await insert("payment_issues", { ...issue, found_at: now });
  await insert("spending_limits", { member_id: id, site_id: siteId, currency: "EUR", limit_minor: 1000 });
  await insert("payment_customers", { member_id: id, provider: "x", reference: "x" });
  const method = { site_id: siteId, member_id: id, provider: "x", reference: "x", method: "card", label: "x" };
  await insert("stored_methods", { ...method, created_at: now, used_at: now });
}

/** Plants what is not deleted with the account's row: files, mails, jobs, stored answers, payments. */
async function plantElsewhere(services: Services, planted: Planted): Promise<void> {
  const { db, files, mail, sms, jobs, clock } = services;
  const { id, siteId, other } = planted;
  const now = clock.now();
  const marker = (where: string) => markerFor(planted, where);
  const { email } = await db.selectFrom("accounts").select("email").where("id", "=", id).executeTakeFirstOrThrow();

  const owner = { siteId, memberId: id };
  for (const [key, where] of [
    [`${photoFolder({ ...owner, id: randomUUID() })}full.jpg`, "file of a photo"],
    [`${chatPhotoFolder({ ...owner, id: randomUUID() })}full.jpg`, "file of a photo in a chat"],
    [voiceKey({ ...owner, id: randomUUID() }, "audio/webm"), "file of a voice message"],
    [`${memberFolder(owner)}left/behind.webp`, "file without a row"],
    [reportedCopy({ ...owner, id: randomUUID() }), "copy of a reported photo"],
    [`${downloadFolder({ ...owner, id: randomUUID() })}data.zip`, "archive"],
    [`${downloadFolders(owner)}older/data.zip`, "older archive"],
  ] as const) {
    await files.put(key, Buffer.from(marker(where)), "application/octet-stream");
  }

  const baseMail = () => ({
    id: randomUUID(),
    reference: randomUUID(),
    siteId,
    from: "x@example.org",
    language: "en" as const,
  });
  const words = (where: string) => ({
    fromName: marker(`${where} sender`),
    subject: marker(`${where} subject`),
    text: marker(`${where} text`),
    html: marker(`${where} html`),
    headers: { "X-Where": marker(`${where} header`) },
  });
  await mail.send({ ...baseMail(), ...words("mail to"), to: email.toUpperCase(), concerns: [] });
  await mail.send({ ...baseMail(), ...words("mail to old address"), to: "old@example.org", concerns: [id] });
  await mail.send({ ...baseMail(), ...words("mail about"), to: "other@example.org", concerns: [other.id, id] });
  await sms.send({ id: randomUUID(), siteId, concerns: [id], to: "+31612345678", text: marker("text message") });

  const job = { siteId, language: "en", origin: "http://localhost:3000", kind: "reset" } as const;
  const params = (where: string) => ({ name: marker(where), link: "/x" });
  await jobs.add(db, sendMailJob, { ...job, to: email, params: params("job to") });
  await jobs.add(db, sendMailJob, { ...job, to: "old@example.org", accountId: id, params: params("job of") });
  await jobs.add(db, sendMailJob, { ...job, to: "other@example.org", about: [id], params: params("job about") });
  const [done, dead] = [marker("job done"), marker("job dead")];
  await sql`
    insert into pgboss.job (name, data, state, output, completed_on) values
    ('send-mail', ${JSON.stringify({ to: email, text: done })}, 'completed', null, now()),
    ('dead-letter', ${JSON.stringify({ accountId: id })}, 'created', ${JSON.stringify({ error: dead })}, null)`.execute(
    db,
  );

  const storedAnswer = { call: "POST /api/x.php", body_hash: Buffer.from("x"), created_at: now };
  for (const [where, scope, answer, session_for] of [
    ["answer of theirs", id, {}, null],
    ["answer to a signup", "visitor", {}, id],
    ["answer that names them", other.id, { profile: { id } }, null],
  ] as const) {
    const words = JSON.stringify({ ...answer, text: marker(where) });
    await db
      .insertInto("idempotency_keys")
      .values({ ...storedAnswer, scope, key: randomUUID(), answer: words, session_for })
      .execute();
  }
  await plantReports(services, planted);
}

async function plantReports({ db, clock }: Services, planted: Planted): Promise<void> {
  const { id, other, siteId } = planted;
  const now = clock.now();
  const copy = (where: string) => JSON.stringify([{ from: id, text: markerFor(planted, where) }]);
  const evidence = (where: string) => JSON.stringify({ from: id, text: markerFor(planted, where) });
  const report = { site_id: siteId, reason: "other", created_at: now, changed_at: now, chat_until: now } as const;
  await db
    .insertInto("reports")
    .values([
      {
        ...report,
        reporter_id: id,
        reported_id: other.id,
        about: "profile",
        about_id: other.id,
        text: markerFor(planted, "words of a report"),
        chat: copy("chat of their report"),
        evidence: evidence("message of their report"),
      },
      {
        ...report,
        reporter_id: other.id,
        reported_id: id,
        about: "profile",
        about_id: id,
        text: "their words",
        chat: copy("chat of a report"),
        evidence: evidence("message of a report"),
      },
    ])
    .execute();
}

async function plantPayments(services: Services, planted: Planted): Promise<string> {
  const completedId = randomUUID();
  for (const status of paymentStatuses) {
    await plantPayment(services, planted, {
      ...(status === "completed" ? { id: completedId } : {}),
      provider_reference: `reference ${status} ${planted.id.slice(0, 4)}`,
      checkout_url: markerFor(planted, `payment ${status} checkout`),
      return_to: `/${markerFor(planted, `payment ${status} return`)}`,
      body_hash: Buffer.from(markerFor(planted, `payment ${status} body`)),
      status,
    });
  }
  await plantReceipt(services.db, planted, completedId);
  return completedId;
}

async function plantReceipt(db: Db, planted: Planted, paymentId: string): Promise<void> {
  const payment = await db.selectFrom("payments").selectAll().where("id", "=", paymentId).executeTakeFirstOrThrow();
  const { id, siteId } = planted;
  const { company_id } = await db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom("receipts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  await db
    .insertInto("receipts")
    .values({
      site_id: siteId,
      company_id,
      year: 2026,
      number: 1000 + count,
      kind: "receipt",
      payment_id: paymentId,
      member_id: id,
      seller: JSON.stringify({ name: "Seller" }),
      buyer_name: markerFor(planted, "name on a receipt"),
      credits: payment.credits,
      list_minor: payment.list_minor,
      amount_minor: payment.amount_minor,
      currency: payment.currency,
      vat_percent: payment.vat_percent,
      vat_minor: 0,
      language: "en",
      issued_at: payment.created_at,
    })
    .execute();
}
