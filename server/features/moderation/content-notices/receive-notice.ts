import type { AnswerOf, InputOf } from "#contract/call.ts";
import type { sendNotice } from "#contract/content-notices.ts";
import type { Db } from "#server/db/pool.ts";
import { canonicalAddress, nameKey } from "#server/features/auth/index.ts";
import { countUnproven, mailUnproven } from "#server/features/mails/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { signedPath } from "#server/signed-pages.ts";
import { mailTeam } from "../mail-team.ts";
import { findByNameKey, findNamed, insertNotice, insertReport, type Named } from "./store.ts";

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What a typed place names: a photo or a profile by the ids in an address, else a profile by its username. */
export async function resolvePlace(db: Db, siteId: number, place: string): Promise<Named | undefined> {
  const byId = await findNamed(db, siteId, (place.match(uuids) ?? []).map((id) => id.toLowerCase()).slice(0, 10));
  if (byId) return byId;
  const memberId = await findByNameKey(db, siteId, nameKey(place.replace(/^@/, "")));
  return memberId === undefined ? undefined : { memberId, photo: null };
}

/**
 * With a report for staff, in one transaction (DSA, article 16); the answer does not tell whether it names a member.
 * One mail a day confirms it to a mailbox, because its owner may not be the one who typed it (D11.9).
 */
export async function receiveNotice(
  ctx: Context,
  form: InputOf<typeof sendNotice>["body"],
): Promise<AnswerOf<typeof sendNotice>> {
  const { db, site, now, language, services } = ctx;
  const { place, reason, text, name = "" } = form;
  const email = form.email ? canonicalAddress(form.email) : "";
  if (email === null) throw failFields({ email: "email_invalid" });
  const target = await resolvePlace(db, site.id, place);
  const reportId = await insertReport(db, {
    site_id: site.id,
    reported_id: target?.memberId ?? null,
    about: target?.photo ? "photo" : "profile",
    about_id: target?.photo ?? target?.memberId ?? null,
    reason,
    text,
    created_at: now,
    changed_at: now,
  });
  const to = email === "" ? undefined : (await countUnproven(ctx, email, "notice")).to;
  const mailed = to !== undefined;
  const notice = { site_id: site.id, report_id: reportId, created_at: now };
  const id = await insertNotice(db, { ...notice, name, email, language, place, reason, text, mailed });
  const path = signedPath(services.config, "notice", id);
  if (to) await mailUnproven(ctx, to, { kind: "notice_received", path, number: id });
  await mailTeam(ctx, target ? [target.memberId] : [], {
    kind: "report",
    params: {
      report: reportId,
      about: target?.photo ? "photo" : "profile",
      reason,
      reported: target?.memberId ?? null,
      reporter: [name, email].filter(Boolean).join(", ") || "–",
      text: `${place}\n${text}`,
    },
  });
  return { received_at: now.toISOString(), mailed };
}
