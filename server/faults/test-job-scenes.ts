import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sendMessage } from "#contract/chat.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { likeMember } from "#contract/likes.ts";
import { addMonths } from "#contract/months.ts";
import { setNotification } from "#contract/notifications.ts";
import { requestDownload } from "#contract/privacy.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { plantEndpoint } from "#server/features/advertising/webhooks/test-endpoints.ts";
import { plantOdds } from "#server/features/chat/first-messages/test-received.ts";
import { book, giveBack } from "#server/features/credits/index.ts";
import { lockPayment, queueSms, refundPayment } from "#server/features/payments/index.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import type { JobPlant, JobTown } from "./test-job-town.ts";

const minutes = (count: number) => count * 60_000;
const origin = "http://localhost:3000";

async function dataOf({ services }: JobTown, name: string): Promise<object> {
  const { rows } = await services.pool.query<{ data: object }>(
    "select data from pgboss.job where name = $1 order by created_on desc, id desc limit 1",
    [name],
  );
  if (!rows[0]) throw new Error(`the product added no ${name}`);
  return rows[0].data;
}

/** A buyer whose payment is completed at the provider, and booked if its webhook has come. */
async function purchase(town: JobTown, booked: boolean) {
  const buyer = await town.newBuyer();
  const { path, id, reference } = await town.orderSmallest(buyer.cookie);
  await town.press(path, "pay");
  if (booked) {
    const { body, headers } = town.webhook(reference);
    await town.tell(body, headers);
  }
  return { ...buyer, memberId: buyer.id, paymentId: id, reference, path };
}

async function memberWithNews(town: JobTown, weekly?: "digest") {
  const lastActiveAt = town.ago(0.1);
  const [anna, ben] = [await town.member({ credits: 20 }), await town.member({ lastActiveAt })];
  if (weekly) {
    await ben.client.call(setNotification, { body: { kind: weekly, channel: "email", enabled: true } });
    const profile = town.services.db.updateTable("profiles").set({ last_active_at: lastActiveAt });
    await profile.where("member_id", "=", ben.id).execute();
  }
  await anna.client.call(likeMember, { body: { id: ben.id } });
  if (!weekly) town.services.clock.advance(minutes(20));
  return { anna, ben };
}

/** A photo in inspection with its file, in the way of the upload or of a chat. */
async function inspectedPhoto(town: JobTown, table: "photos" | "chat_photos") {
  const id = randomUUID();
  const photo = { id, site_id: town.siteId, width: 1, height: 1, thumbhash: "x", created_at: town.ago(0) };
  let member: string;
  if (table === "photos") {
    ({ id: member } = await town.member());
    await town.insert(table, { ...photo, member_id: member, status: "inspection" });
  } else {
    const carried = await messageOf(town, "photo");
    member = carried.author_id;
    await town.insert(table, { ...photo, ...carried, body_hash: randomBytes(32), status: "inspection" });
  }
  const folder = `photos/${town.siteId}/${member}/${table === "photos" ? "" : "chat/"}${id}/`;
  await town.services.files.put(`${folder}full.jpg`, Buffer.from("x"), "image/jpeg");
  return { photo: id };
}

/** A message in a chat of two new members; answers its ids. */
async function messageOf(town: JobTown, attachment: "photo" | "voice") {
  const [{ id: author_id }, { id: other_id }] = [await town.member(), await town.member()];
  const [a_id, b_id] = [author_id, other_id].sort();
  const begun = { site_id: town.siteId, a_id, b_id, started_by: author_id, created_at: town.ago(0) };
  const { id: conversation_id } = await town.insert("conversations", begun, "id");
  const message = { conversation_id, author_id, attachment, body: "", credits: 0, key: randomUUID() };
  const { id: message_id } = await town.insert("messages", { ...message, created_at: town.ago(0) }, "id");
  return { author_id, message_id };
}

/** A rejected voice message. */
async function rejectedVoice(town: JobTown) {
  const id = randomUUID();
  const voice = { id, site_id: town.siteId, media_type: "audio/webm", seconds: 1, waveform: [1] };
  const rejection = { status: "rejected", reason: "other", decision_id: randomUUID() };
  const carried = { ...(await messageOf(town, "voice")), body_hash: randomBytes(32), created_at: town.ago(0) };
  await town.insert("voice_messages", { ...voice, ...rejection, ...carried });
  return { voice: id };
}

/** A member who wrote to one who is banned since. */
async function chatWithFraud(town: JobTown) {
  const [anna, fraud] = [await town.member({ credits: 5 }), await town.member()];
  await anna.client.call(sendMessage, { body: { member: fraud.id, text: "Hello" } }, { key: randomUUID() });
  const banned = { status: "banned", banned_at: town.ago(0) } as const;
  await town.services.db.updateTable("accounts").set(banned).where("id", "=", fraud.id).execute();
  return { anna, fraud };
}

const someMail: JobPlant = async ({ eva, siteId }) => ({
  id: randomUUID(),
  ...{ siteId, accountId: eva.id, to: eva.email, language: "en", origin },
  ...{ kind: "activation", params: { name: eva.name, link: "/x" } },
});

/** What each job that sends, books or notes finds, or gets as its data. */
export const scenes: Readonly<Record<string, JobPlant>> = {
  "send-mail": someMail,
  "send-mass-mail": someMail,
  "send-recovery": async ({ member, siteId }) => {
    const { id: accountId } = await member();
    return { id: randomUUID(), siteId, accountId, way: "reset", language: "en", origin };
  },
  "send-sms": async (town) => {
    const { services, eva, siteId } = town;
    const until = new Date(services.clock.now().getTime() + minutes(60));
    const text = { siteId, memberId: eva.id, to: "+31612345678", text: "123456", until };
    await queueSms(services, services.db, text);
    return await dataOf(town, "send-sms");
  },
  "send-push": async ({ insert, services, member }) => {
    const { id: accountId } = await member();
    const sessions = services.db.selectFrom("sessions").select("id").where("account_id", "=", accountId);
    const { id: session_id } = await sessions.executeTakeFirstOrThrow();
    const endpoint = `https://fcm.googleapis.com/${randomUUID()}`;
    const device = { account_id: accountId, session_id, endpoint, p256dh: "x", auth: "x", time_zone: "UTC" };
    const { id } = await insert("push_subscriptions", { ...device, created_at: services.clock.now() }, "id");
    const until = new Date(services.clock.now().getTime() + minutes(60)).toISOString();
    const push = { title: "x", url: "/", language: "en", tag: "x", topic: "x", urgent: false, until, about: [] };
    return { subscriptionId: id, accountId, ...push };
  },
  "end-left-talks": async ({ insert, services, member, ago, siteId }) => {
    const [asker, asked] = [await member(), await member()];
    const times = { asked_at: ago(0.01), ring_until: ago(0.01), begun_at: ago(0.01) };
    const talk = { site_id: siteId, asker_id: asker.id, asked_id: asked.id, ...times };
    const { id } = await insert("talks", talk, "id");
    for (const member_id of [asker.id, asked.id]) {
      await services.db
        .insertInto("talk_sides")
        .values({ member_id, talk_id: id, seen_at: ago(0.01) })
        .execute();
    }
  },
  "send-notices": async (town) => void (await memberWithNews(town)),
  "send-digests": async (town) => {
    town.services.clock.set("2026-11-22T16:30:00Z");
    await memberWithNews(town, "digest");
  },
  "send-suggestions": async ({ services, member, ago }) => {
    services.clock.set("2026-11-26T16:30:00Z");
    await member({ createdAt: ago(1), gender: "male", sexuality: "hetero" });
    const anna = await member({ createdAt: ago(30), sexuality: "hetero" });
    await anna.client.call(setNotification, { body: { kind: "suggestions", channel: "email", enabled: true } });
    const profile = services.db.updateTable("profiles").set({ last_active_at: ago(0.1) });
    await profile.where("member_id", "=", anna.id).execute();
  },
  "send-postbacks": async ({ insert, services, ago, siteId }) => {
    const day = ago(0).toISOString().slice(0, 10);
    const origin = { lander: "", slug: "", variant: "", network: "x", ref: "", language: "en", day };
    const subs = { sub1: "", sub2: "", sub3: "", site_id: siteId, step: "signup" };
    const { id } = await insert("conversions", { ...origin, ...subs }, "id");
    const postback = { conversion_id: id, url: `https://net.example/?id=${id}`, status: "waiting" };
    await insert("postbacks", { ...postback, next_at: services.clock.now(), created_at: ago(0) });
  },
  "send-webhooks": async ({ insert, services, ago }) => {
    const { id: endpoint_id } = await plantEndpoint(services);
    await insert("webhook_deliveries", { endpoint_id, type: "test", data: "{}", next_at: ago(0), created_at: ago(0) });
  },
  "sum-conversions": async ({ insert, services, ago, siteId }) => {
    const sums_url = "https://net.example/?n={count}&id={report}";
    await saveSetting(services.db, siteId, "postbacks", [{ network: "sums", steps: ["signup"], sums_url }]);
    const origin = { lander: "", slug: "", variant: "", network: "sums", ref: "", language: "en" };
    const subs = { sub1: "", sub2: "", sub3: "", site_id: siteId, step: "signup", to_sum: true };
    const day = ago(2).toISOString().slice(0, 10);
    for (let count = 0; count < 10; count += 1) await insert("conversions", { ...origin, ...subs, day });
  },
  "record-state": async ({ services, member, ago }) => {
    const { id } = await member();
    await services.db
      .updateTable("profiles")
      .set({ muted_until: ago(-1) })
      .where("member_id", "=", id)
      .execute();
    return { id };
  },
  "prepare-download": async (town) => {
    const anna = await town.member();
    await anna.client.call(requestDownload);
    return await dataOf(town, "prepare-download");
  },
  "check-picture": async (town) => await inspectedPhoto(town, "photos"),
  "check-chat-picture": async (town) => await inspectedPhoto(town, "chat_photos"),
  "notify-photo-inspected": async (town) => await inspectedPhoto(town, "chat_photos"),
  "notify-voice-rejected": rejectedVoice,
  "decide-held": async (town) => {
    const { photo: item } = await inspectedPhoto(town, "photos");
    const id = randomUUID();
    const held = { id, queue: "photos", item, staff_id: await town.staff() };
    const decision = JSON.stringify({ id: item, verdict: "approved", hold: true });
    await town.insert("held_decisions", { ...held, decision });
    return { id };
  },
  "settle-promises": async ({ insert, member, siteId, ago }) => {
    const [anna, ben] = [await member({ credits: 5 }), await member()];
    const promise = { message_id: randomUUID(), conversation_id: randomUUID(), author_id: anna.id, site_id: siteId };
    await insert("answer_promises", { ...promise, recipient_id: ben.id, credits: 2, sent_at: ago(8), due_at: ago(1) });
  },
  "count-answer-odds": async (town) => {
    const authors: string[] = [];
    for (let index = 0; index < 10; index += 1) authors.push((await town.member()).id);
    await plantOdds(town.services, await town.member(), authors, { received: 10, answered: 7 });
  },
  "warn-contacts": async (town) => {
    const { fraud } = await chatWithFraud(town);
    return { memberId: fraud.id, decisionId: randomUUID(), ground: "scam" };
  },
  "separate-pair": async (town) => {
    const [anna, ben] = [await town.member(), await town.member()];
    await anna.client.call(likeMember, { body: { id: ben.id } });
    const pair = { owner_id: anna.id, member_id: ben.id, site_id: town.siteId };
    await town.insert("hidden_pairs", { ...pair, created_at: town.ago(0) });
    return { owner: anna.id, member: ben.id };
  },
  "remind-of-dates": async (town) => {
    const [anna, ben] = [await town.member(), await town.member()];
    const told = { owner_id: anna.id, other_id: ben.id, other_name: "x", site_id: town.siteId, time_zone: "UTC" };
    const times = { starts_at: town.ago(0.2), remind_at: town.ago(0.1), ends_at: town.ago(-0.8) };
    await town.insert("shared_dates", {
      ...told,
      ...times,
      place: "x",
      note: "x",
      friend: "x",
      created_at: town.ago(1),
    });
  },
  "withdraw-warnings": async (town) => {
    const { anna, fraud } = await chatWithFraud(town);
    const warning = { site_id: town.siteId, member_id: anna.id, about_id: fraud.id, about_name: "Ben", ground: "scam" };
    const at = { last_at: town.ago(1), warned_at: town.ago(1), credits: 0, decision_id: randomUUID() };
    await town.insert("fraud_warnings", { ...warning, ...at });
    const back = { status: "active", banned_at: null } as const;
    await town.services.db.updateTable("accounts").set(back).where("id", "=", fraud.id).execute();
    return { memberId: fraud.id };
  },
  "count-fair": async ({ services, member, siteId, insert, ago }) => {
    await services.db.deleteFrom("fair_days").execute();
    const paidBack = await services.db
      .selectFrom("ledger")
      .select("member_id")
      .distinct()
      .where("cause", "=", "no_answer")
      .where("member_id", "is not", null)
      .limit(10)
      .execute();
    // the same ten each time: the job counts the site's members, too
    for (let count = 0; count < 10; count += 1) {
      const member_id = paidBack[count]?.member_id ?? (await member()).id;
      const back = { site_id: siteId, member_id, cause: "no_answer", cause_id: randomUUID() };
      await insert("ledger", { ...back, amount: 1, balance: 1, created_at: ago(1) });
    }
  },
  "notify-text-shown": async ({ eva }) => ({ member: eva.id }),
  "sandbox-webhook": async (town) => ({ reference: (await purchase(town, false)).reference }),
  "late-sandbox-webhook": async (town) => ({ reference: (await purchase(town, false)).reference }),
  "complete-sandbox-payment": async (town) => {
    const buyer = await town.newBuyer();
    const { path, reference } = await town.orderSmallest(buyer.cookie);
    await town.press(path, "later");
    return { reference };
  },
  "check-payments": async (town) => {
    await purchase(town, false);
    const { id } = await town.newBuyer();
    const { rows } = await town.services.pool.query<{ id: string }>("select id from bundles limit 1");
    const order = { member_id: id, site_id: town.siteId, bundle_id: rows[0]?.id, provider: "sandbox", origin };
    const price = { credits: 1, list_minor: 100, amount_minor: 100, currency: "EUR", vat_percent: 21, language: "en" };
    const never = { body_hash: createHash("sha256").update(id).digest(), key: randomUUID(), created_at: town.ago(1.1) };
    const begin = { begin_text: "x", begin_language: "en" };
    await town.insert("payments", { ...order, ...price, ...begin, ...never });
    town.services.clock.advance(minutes(11));
  },
  "send-refund": async (town) => await queuedRefund(town),
  "refund-returned": async (town) => {
    const { id: memberId, cookie, paymentId } = await purchase(town, true);
    const { db, clock } = town.services;
    const spent = { memberId, siteId: town.siteId, causeId: randomUUID() };
    await book(db, { ...spent, amount: -4, cause: "message", now: clock.now() });
    const headers = { host: "localhost", cookie, "sec-fetch-site": "same-origin", "idempotency-key": randomUUID() };
    const withdrawal = {
      method: "POST",
      url: "/api/withdrawal.php",
      headers,
      payload: { payment_id: paymentId },
    } as const;
    const { statusCode } = await town.app.inject(withdrawal);
    if (statusCode !== 200) throw new Error("the withdrawal was refused");
    await inTransaction(db, (trx) => giveBack(trx, 4, { ...spent, cause: "declined", now: clock.now() }));
  },
  "cancel-order": async (town) => {
    const { cookie } = await town.newBuyer();
    return { id: (await town.orderSmallest(cookie)).id };
  },
  "reconcile-payments": async (town) => {
    // a payment of which the provider says another amount, and a refund whose job was given up
    const { reference } = await purchase(town, true);
    const held = town.services.db.updateTable("sandbox_payments").set({ amount_minor: 1 });
    await held.where("reference", "=", reference).execute();
    await queuedRefund(town);
    town.services.clock.advance(minutes(25 * 60));
  },
  "count-chosen-bundles": async (town) => void (await purchase(town, true)),
  "forget-payment-method": async ({ insert, ago }) => {
    const [reference, customer] = [`sm_${randomUUID()}`, `sc_${randomUUID()}`];
    await insert("sandbox_mandates", { reference, customer, method: "card", label: "x", created_at: ago(1) });
    return { provider: "sandbox", customer, reference };
  },
  "announce-terms": async ({ services, insert, member, ago, siteIds }) => {
    // of the other site, which then has one member
    const site_id = siteIds[1] ?? 0;
    await services.db.deleteFrom("terms_versions").where("site_id", "=", site_id).execute();
    await services.db.deleteFrom("accounts").where("site_id", "=", site_id).execute();
    await member({ siteId: site_id });
    const applies_on = ago(-40).toISOString().slice(0, 10);
    await insert("terms_versions", { site_id, texts: "{}", announced_at: ago(1), applies_on });
  },
  "fill-with-fictional": async ({ services, siteIds }) => {
    // the other site without its fictional profiles gets the same one, with the same photo
    const siteId = siteIds[1] ?? 0;
    const fictional = services.db.selectFrom("profiles").select("member_id").where("site_id", "=", siteId);
    await services.db
      .deleteFrom("accounts")
      .where("id", "in", fictional.where("fictional", "=", true))
      .execute();
    await services.files.remove(`photos/${siteId}/`);
    return { siteId, count: 1 };
  },
  "reconcile-ledger": async ({ member }) => void (await member({ credits: 5 })),
  "mail-imported": async ({ insert, siteId, ago }) => {
    // anew each time: a mailbox gets few emails a day
    for (const email of [1, 2].map(() => `${randomUUID()}@example.org`)) {
      const row = { site_id: siteId, mailbox_hash: randomBytes(32), email, language: "en", created_at: ago(0) };
      await insert("imported_members", { ...row, source: "Elsewhere", details: "{}" });
    }
  },
  "note-worker": async () => undefined,
  // of an installation that is configured no more
  "pull-refusals": async ({ insert }) => void (await insert("installations", { name: randomUUID() })),
  "fetch-settlements": async (town) => {
    const { db, clock } = town.services;
    // a payout of one payment, of a day that is over and that no run has fetched
    await db.updateTable("sandbox_payments").set({ completed_at: null }).execute();
    await purchase(town, true);
    clock.set("2026-11-21T05:49:00Z");
    await db.deleteFrom("settlements").execute();
  },
  "note-partner-sales": async (town) => void (await partnerSale(town)),
  "close-partner-months": async (town) => {
    await partnerSale(town);
    const later = new Date(town.services.clock.now().getTime() + 40 * dayMs);
    town.services.clock.set(later.toISOString());
  },
  "watch-disputes": async (town) => {
    const { db } = town.services;
    const { paymentId: payment_id } = await purchase(town, true);
    await db.updateTable("payments").set({ method: "card" }).where("id", "=", payment_id).execute();
    for (let count = 0; count < 3; count += 1) {
      const taken = { payment_id, provider_reference: randomUUID(), amount_minor: 1, credits: 0 };
      await town.insert("chargebacks", { ...taken, created_at: town.ago(0) });
    }
    // each is shown once
    await db.deleteFrom("payment_issues").where("kind", "=", "dispute_ratio").execute();
  },
  "verify-audit-log": async ({ insert, ago }) => void (await insert("audit_log", { action: "x", at: ago(1) })),
};

/** A purchase of a member that a partner brought; the partner gets a share of it. */
async function partnerSale(town: JobTown) {
  const { memberId: account_id } = await purchase(town, true);
  const { siteId, insert, ago, services } = town;
  const source = { network: "adnet", ref: "", sub1: "", sub2: "", sub3: "", lander: "", slug: "", variant: "" };
  await insert("signup_tracking", { account_id, created_at: ago(1), ...source });
  const closed_to = addMonths(dayOf(services.clock.now()).slice(0, 7), -1);
  const partner = { site_id: siteId, name: randomUUID(), currency: "EUR", least_payout_minor: 1, closed_to };
  const { id: partner_id } = await insert("partners", { ...partner, created_at: ago(9) }, "id");
  await services.db.deleteFrom("partner_networks").execute();
  const from_day = ago(40);
  await insert("partner_networks", { site_id: siteId, network: "adnet", partner_id, from_day });
  const paid = { signup_minor: 100, buyer_minor: 100, share_points: 2_000, hold_days: 0 };
  await insert("partner_terms", { partner_id, from_day, ...paid, created_at: ago(9) });
}

async function queuedRefund(town: JobTown) {
  const { services } = town;
  const { paymentId } = await purchase(town, true);
  const { id } = await services.db.transaction().execute(async (trx) => {
    const locked = await lockPayment(trx, "sandbox", paymentId);
    if (!locked) throw new Error("no payment");
    const { amount_minor: amount, credits } = locked.payment;
    const refund = { amount, credits, reason: "staff" as const };
    return await refundPayment(services, locked, { ...refund, now: services.clock.now() });
  });
  return { id };
}
