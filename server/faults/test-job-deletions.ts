import { randomBytes, randomUUID } from "node:crypto";
import type { JobPlant, JobTown } from "./test-job-town.ts";

const ids = (town: JobTown, id: string = randomUUID()) => ({ siteId: town.siteId, memberId: town.eva.id, id });

/** What each job that deletes by age finds: things that are just too old. */
export const deletions: Readonly<Record<string, JobPlant>> = {
  "purge-keys": async ({ insert, ago }) => {
    const key = { scope: "visitor", call: "POST /api/x.php", body_hash: Buffer.from("x"), answer: "{}" };
    await insert("idempotency_keys", { ...key, key: randomUUID(), created_at: ago(2) });
  },
  "purge-outbox": async ({ insert, ago, siteId: site_id }) => {
    const mail = { site_id, channel: "mail", recipient: "a@example.org", subject: "x", body_text: "x" };
    await insert("outbox", { ...mail, created_at: ago(31) });
  },
  "purge-access": async ({ insert, ago, eva }) => {
    const own = { account_id: eva.id, created_at: ago(500) };
    const token = () => ({ token_hash: randomBytes(32) });
    await insert("sessions", { ...own, ...token(), used_at: ago(500), expires_at: ago(1) });
    await insert("email_links", { ...own, ...token(), kind: "login", expires_at: ago(31) });
    await insert("known_devices", { ...own, ...token(), used_at: ago(401) });
  },
  "purge-challenges": async ({ insert, ago }) => {
    await insert("spent_challenges", { hash: randomBytes(32), expires_at: ago(1) });
  },
  "purge-updates": async ({ insert, ago, eva }) => {
    await insert("updates", { member_id: eva.id, kind: "new_device", path: "x", created_at: ago(366) });
  },
  "purge-mail-feedback": async ({ insert, ago, eva }) => {
    const report = { account_id: eva.id, mail_id: randomUUID(), kind: "soft_bounce", mail_epoch: 0 };
    await insert("mail_feedback", { ...report, at: ago(61) });
  },
  "purge-sms-records": async ({ insert, ago }) => {
    await insert("sms_handed_over", { id: randomUUID(), handed_over_at: ago(8) });
  },
  "end-proposals": async ({ insert, ago, siteId: site_id, services }) => {
    const staff = { email: `${randomUUID()}@example.org`, name: "x", role: "finance", created_at: ago(400) };
    const { id: staff_id } = await services.db
      .insertInto("staff")
      .values(staff)
      .returning("id")
      .executeTakeFirstOrThrow();
    const proposal = { site_id, kind: "credits", change: "{}", staff_id, created_at: ago(375) };
    await insert("proposals", { ...proposal, expires_at: ago(1) });
    await insert("proposals", { ...proposal, expires_at: ago(368), state: "expired", decided_at: ago(367) });
  },
  "purge-direct-debits": async ({ plantDirectDebit, ago, services, eva, siteId }) => {
    const debit = await plantDirectDebit(services.db, { memberId: eva.id, siteId, now: ago(2) });
    await plantDirectDebit(services.db, { memberId: eva.id, siteId, now: ago(2) });
    const confirmed = services.db.updateTable("direct_debits").set({ confirmed_at: ago(2) });
    await confirmed.where("id", "=", debit).execute();
  },
  "purge-first-messages": async ({ insert, ago, eva, siteId }) => {
    const first = { site_id: siteId, author_id: eva.id, begins: true, text_hash: randomBytes(32) };
    for (const [risky, days] of [
      [false, 2],
      [true, 2],
      [true, 31],
    ] as const) {
      await insert("first_messages", { ...first, risky, conversation_id: randomUUID(), created_at: ago(days) });
    }
    const review = { site_id: siteId, member_id: eva.id, recipients: 3, opened_at: ago(400) };
    await insert("reviews", { ...review, closed_at: ago(367) });
  },
  "purge-notices": async ({ insert, member, ago, eva, siteId }) => {
    const { id: from_id } = await member();
    const notice = { member_id: eva.id, from_id, kind: "like", site_id: siteId, due_at: null };
    await insert("notices", { ...notice, happened_at: ago(8) });
    await insert("notices_sent", { account_id: eva.id, kind: "like", channel: "email", sent_at: ago(8) });
  },
  "purge-visits": async ({ insert, member, ago, siteId }) => {
    const [a, b] = [await member(), await member()];
    const visited_on = ago(91).toISOString().slice(0, 10);
    await insert("visits", { visitor_id: a.id, visited_id: b.id, site_id: siteId, visited_on });
  },
  "purge-bounces": async ({ insert, ago, siteId }) => {
    const day = ago(732).toISOString().slice(0, 10);
    await insert("bounces", { site_id: siteId, day, screen: "index", network: "", visits: 2 });
  },
  "purge-statements": async ({ insert, ago, eva, siteId }) => {
    const statement = { site_id: siteId, member_id: eva.id, decision_id: randomUUID(), side: "owner" };
    await insert("statements", { ...statement, decision: "warned", words: "x", created_at: ago(731) });
  },
  "purge-rejected-photos": async ({ insert, ago, siteId }) => {
    await insert("rejected_photos", { site_id: siteId, body_hash: randomBytes(32), rejected_at: ago(5 * 365 + 1) });
  },
  "purge-complaints": async ({ insert, ago, siteId }) => {
    const complaint = { site_id: siteId, number: randomUUID(), kind: "complaint", email: "x", text: "x" };
    await insert("complaints", { ...complaint, logged_in: false, created_at: ago(400), closed_at: ago(366) });
  },
  "purge-content-notices": async ({ insert, ago, siteId }) => {
    const notice = { site_id: siteId, name: "x", email: "x", language: "en", place: "x", reason: "scam", text: "x" };
    const decided = { mailed: true, acted: false, words: "x", decided_at: ago(366) };
    await insert("content_notices", { ...notice, ...decided, created_at: ago(400) });
  },
  "purge-withdrawals": async ({ insert, ago, siteId }) => {
    const withdrawal = { site_id: siteId, outcome: "recorded", email: "x", number: randomUUID() };
    await insert("withdrawals", { ...withdrawal, created_at: ago(366) });
  },
  "purge-claims": async ({ insert, staff, ago }) => {
    await insert("staff_claims", { queue: "photos", item: randomUUID(), staff_id: await staff(), until: ago(1) });
  },
  "purge-staff-access": async ({ insert, staff, ago }) => {
    const owned = { staff_id: await staff(), token_hash: randomBytes(32), expires_at: ago(1) };
    await insert("staff_sessions", { ...owned, created_at: ago(2), used_at: ago(2), user_agent: "x" });
    await insert("staff_invitations", owned);
    await insert("staff_reads", { staff_id: owned.staff_id, thing: randomBytes(32), hour: ago(1) });
  },
  "purge-audit-log": async ({ insert, staff, ago, emptyAuditLog }) => {
    await emptyAuditLog();
    for (const days of [5 * 366 + 3, 5 * 366 + 2]) await insert("audit_log", { action: "x", at: ago(days) });
    await insert("audit_log", { action: "x", at: ago(1) });
    const check = { checked_at: ago(400), last_id: 1, hash: randomBytes(32) };
    await insert("audit_checks", check);
    await staff({ created_at: ago(5 * 366 + 3), password_hash: "x" });
  },
  "forget-results": async ({ insert, ago, siteId }) => {
    const day = ago(91).toISOString().slice(0, 10);
    const origin = { lander: "x", slug: "", variant: "", network: "x", ref: randomUUID(), language: "en", day };
    const subs = { sub1: "click", sub2: "", sub3: "" };
    await insert("visit_counts", { ...origin, ...subs, site_id: siteId, id: randomBytes(16), visits: 3 });
    const { id } = await insert("conversions", { ...origin, ...subs, site_id: siteId, step: "signup" }, "id");
    const postback = { conversion_id: id, url: "https://net.example/", status: "sent", next_at: ago(31) };
    await insert("postbacks", { ...postback, created_at: ago(31) });
  },
  "purge-departures": async ({ services, ago }) => {
    const day = ago(61).toISOString().slice(0, 10);
    for (const key of ["deleted.txt", "standing.json"]) {
      await services.files.put(`departures/${day}/${randomUUID()}/1-${key}`, Buffer.from("x"), "text/plain");
    }
  },
  "purge-downloads": async (town) => {
    const { insert, services, member, ago, siteId } = town;
    const { id: member_id } = await member();
    const id = randomUUID();
    const times = { requested_at: ago(9), ready_at: ago(8), expires_at: ago(1) };
    await insert("data_downloads", { id, member_id, site_id: siteId, origin: "http://x", bytes: 1, ...times });
    await services.files.put(`downloads/${siteId}/${member_id}/${id}/data.zip`, Buffer.from("x"), "application/zip");
  },
  "purge-verifications": async (town) => {
    const { insert, services, member, ago, siteId } = town;
    const { id: member_id } = await member();
    const picture_id = randomUUID();
    const request = { member_id, site_id: siteId, kind: "selfie", status: "waiting", pose: "thumb_up", picture_id };
    await insert("verifications", { ...request, asked_at: ago(31), sent_at: ago(31) });
    await services.files.put(`photos/${siteId}/${member_id}/verification/${picture_id}/x.jpg`, Buffer.from("x"), "x");
  },
  "purge-reports": async (town) => {
    const { insert, services, member, ago, siteId } = town;
    const [anna, ben] = [await member(), await member()];
    const photo = randomUUID();
    const report = { site_id: siteId, reporter_id: anna.id, reported_id: ben.id, reason: "other", changed_at: ago(40) };
    const copies = { photo_until: ago(1), chat: "[]", chat_until: ago(1), evidence: "{}" };
    await insert("reports", { ...report, ...copies, about: "photo", about_id: photo, created_at: ago(40) });
    const closed = { status: "closed", created_at: ago(400), closed_at: ago(366), evidence: "{}" };
    await insert("reports", { ...report, ...closed, about: "profile", about_id: ben.id });
    await services.files.put(`photos/${siteId}/${ben.id}/reported/${photo}/full.webp`, Buffer.from("x"), "image/webp");
  },
  "erase-accounts": async ({ services, leaver }) => {
    const { id, siteId } = await leaver(15);
    await services.files.put(`photos/${siteId}/${id}/${randomUUID()}/full.jpg`, Buffer.from("x"), "image/jpeg");
    await services.files.put(`downloads/${siteId}/${id}/x/data.zip`, Buffer.from("x"), "application/zip");
  },
  "remove-chat-photo-files": async ({ insert, services, member, ago, siteId }) => {
    const { id: author_id } = await member();
    const id = randomUUID();
    const photo = { id, site_id: siteId, author_id, width: 1, height: 1, thumbhash: "x", body_hash: randomBytes(32) };
    await insert("chat_photos", { ...photo, created_at: ago(1) });
    await services.files.put(`photos/${siteId}/${author_id}/chat/${id}/full.jpg`, Buffer.from("x"), "image/jpeg");
  },
  "remove-unfinished-photo": async (town) => {
    const photo = ids(town);
    await town.services.files.put(
      `photos/${photo.siteId}/${photo.memberId}/${photo.id}/full.jpg`,
      Buffer.from("x"),
      "x",
    );
    return { ...photo, edition: "" };
  },
  "remove-unfinished-picture": async (town) => {
    const photo = ids(town);
    const folder = `photos/${photo.siteId}/${photo.memberId}/verification/${photo.id}`;
    await town.services.files.put(`${folder}/x.jpg`, Buffer.from("x"), "image/jpeg");
    return photo;
  },
  "remove-unfinished-chat-photo": async (town) => {
    const photo = ids(town);
    const folder = `photos/${photo.siteId}/${photo.memberId}/chat/${photo.id}`;
    await town.services.files.put(`${folder}/full.jpg`, Buffer.from("x"), "image/jpeg");
    return photo;
  },
  "remove-photo-files": async (town) => {
    const { siteId, memberId, id } = ids(town);
    const folder = `photos/${siteId}/${memberId}/${id}/`;
    const to = `photos/${siteId}/${memberId}/reported/${id}/full.webp`;
    await town.services.files.put(`${folder}full.webp`, Buffer.from("x"), "image/webp");
    return { folder, keep: { from: `${folder}full.webp`, to } };
  },
  "end-suspensions": async ({ services, member, ago }) => {
    const { id } = await member();
    const until = { status: "suspended", suspended_until: ago(1) };
    await services.db.updateTable("accounts").set(until).where("id", "=", id).execute();
    await services.db.updateTable("profiles").set({ listed: false }).where("member_id", "=", id).execute();
  },
};
