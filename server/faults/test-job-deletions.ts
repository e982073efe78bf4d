import { randomBytes, randomUUID } from "node:crypto";
import { plantPurchase } from "#server/features/payments/test-purchase.ts";
import { retention } from "#server/features/retention.ts";
import type { JobPlant, JobTown } from "./test-job-town.ts";
import { labelOf, oldRows } from "./test-old-rows.ts";

const ids = (town: JobTown, id: string = randomUUID()) => ({ siteId: town.siteId, memberId: town.eva.id, id });

/** What each job that deletes or erases by age finds: things that are just too old. */
export const deletions: Readonly<Record<string, JobPlant>> = {
  "purge-old-rows": async (town) => {
    for (const period of retention) await oldRows[labelOf(period)]?.(town, town.ago(period.keepDays + 1));
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
  },
  "end-shared-dates": async ({ insert, ago, eva, member, siteId }) => {
    const { id: other_id } = await member();
    const told = {
      owner_id: eva.id,
      other_id,
      other_name: "x",
      site_id: siteId,
      time_zone: "UTC",
      place: "x",
      note: "x",
    };
    const times = { starts_at: ago(2), remind_at: ago(1.9), ends_at: ago(1), created_at: ago(3) };
    const { id } = await insert("shared_dates", { ...told, ...times, friend: "x" }, "id");
    await insert("updates", { member_id: eva.id, kind: "date_reminder", path: `/dates#${id}`, created_at: ago(1.9) });
  },
  "purge-direct-debits": async ({ plantDirectDebit, ago, services, eva, siteId }) => {
    const debit = await plantDirectDebit(services.db, { memberId: eva.id, siteId, now: ago(2) });
    const confirmed = services.db.updateTable("direct_debits").set({ confirmed_at: ago(2) });
    await confirmed.where("id", "=", debit).execute();
  },
  "purge-first-messages": async ({ insert, ago, eva, siteId }) => {
    const first = { site_id: siteId, author_id: eva.id, begins: true, text_hash: randomBytes(32), risky: true };
    await insert("first_messages", { ...first, conversation_id: randomUUID(), created_at: ago(2) });
  },
  "purge-audit-log": async ({ insert, staff, ago, emptyAuditLog }) => {
    await emptyAuditLog();
    for (const days of [5 * 366 + 3, 5 * 366 + 2]) await insert("audit_log", { action: "x", at: ago(days) });
    await insert("audit_log", { action: "x", at: ago(1) });
    await staff({ created_at: ago(5 * 366 + 3), password_hash: "x" });
  },
  "forget-results": async ({ insert, ago, siteId }) => {
    const day = ago(91).toISOString().slice(0, 10);
    const origin = { lander: "x", slug: "", variant: "", network: "x", ref: randomUUID(), language: "en", day };
    // become one
    for (const sub1 of ["click", "tap"]) {
      const subs = { sub1, sub2: "", sub3: "" };
      await insert("visit_counts", { ...origin, ...subs, site_id: siteId, id: randomBytes(16), visits: 3 });
    }
  },
  "purge-member-notes": async ({ services, ago }) => {
    const day = ago(61).toISOString().slice(0, 10);
    for (const key of ["1-state.json", "2-state.json"]) {
      await services.files.put(`departures/${day}/${randomUUID()}/${key}`, Buffer.from("x"), "text/plain");
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
  "purge-sealed-photos": async ({ insert, services, ago, eva, siteId }) => {
    const photo = { photo_id: randomUUID(), site_id: siteId, member_id: eva.id, decision_id: randomUUID() };
    await insert("sealed_photos", { ...photo, sealed_at: ago(91), erase_at: ago(1) });
    await services.files.put(`sealed/${photo.photo_id}/full.webp`, Buffer.from("x"), "image/webp");
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
  "remove-voice-files": async ({ insert, services, member, ago, siteId }) => {
    const { id: author_id } = await member();
    const id = randomUUID();
    const voice = { id, site_id: siteId, author_id, media_type: "audio/webm", seconds: 1, waveform: [1] };
    await insert("voice_messages", { ...voice, body_hash: randomBytes(32), created_at: ago(1) });
    await services.files.put(`photos/${siteId}/${author_id}/voice/${id}/sound.webm`, Buffer.from("x"), "audio/webm");
  },
  "remove-introduction-files": async ({ insert, services, member, ago, siteId }) => {
    const { id: member_id } = await member();
    const id = randomUUID();
    const sound = { id, site_id: siteId, member_id, media_type: "audio/webm", seconds: 1, waveform: [1], key: "x" };
    const removed = { status: "removed", body_hash: randomBytes(32), created_at: ago(1) };
    await insert("voice_introductions", { ...sound, ...removed });
    await services.files.put(`photos/${siteId}/${member_id}/voice/${id}/sound.webm`, Buffer.from("x"), "audio/webm");
  },
  "remove-unfinished-introduction": async (town) => {
    const sound = ids(town);
    const folder = `photos/${sound.siteId}/${sound.memberId}/voice/${sound.id}`;
    await town.services.files.put(`${folder}/sound.webm`, Buffer.from("x"), "audio/webm");
    return sound;
  },
  "remove-unfinished-voice": async (town) => {
    const voice = ids(town);
    const folder = `photos/${voice.siteId}/${voice.memberId}/voice/${voice.id}`;
    await town.services.files.put(`${folder}/sound.webm`, Buffer.from("x"), "audio/webm");
    return voice;
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
  "end-silent-accounts": async ({ services, member, ago }) => {
    for (const asked of [null, ago(31)]) {
      const { id } = await member();
      await services.db
        .updateTable("profiles")
        .set({ last_active_at: ago(800) })
        .where("member_id", "=", id)
        .execute();
      await services.db.updateTable("accounts").set({ asked_to_stay_at: asked }).where("id", "=", id).execute();
    }
  },
  "refund-closing-sites": async ({ services, member, staff, insert, ago, siteId }) => {
    for (let buyer = 0; buyer < 2; buyer += 1) await plantPurchase(services, await member());
    const [staff_id, confirmed_by] = [await staff(), await staff()];
    await insert("closing_refunds", { site_id: siteId, staff_id, confirmed_by, started_at: ago(0) });
  },
  "remove-sites": async ({ services, member, insert, ago }) => {
    const site = { key: `gone-${randomUUID().slice(0, 8)}`, company_id: 1, created_at: ago(9) };
    const { id } = await services.db.insertInto("sites").values(site).returning("id").executeTakeFirstOrThrow();
    for (let each = 0; each < 2; each += 1) await member({ siteId: id });
    await insert("site_removals", { site_id: id, started_at: ago(0) });
  },
  "end-suspensions": async ({ services, member, ago }) => {
    const { id } = await member();
    const until = { status: "suspended", suspended_until: ago(1) };
    await services.db.updateTable("accounts").set(until).where("id", "=", id).execute();
    await services.db.updateTable("profiles").set({ listed: false }).where("member_id", "=", id).execute();
  },
};
