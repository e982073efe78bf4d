import type { AnswerOf, InputOf } from "#contract/call.ts";
import { namelessReason, type sendNotice } from "#contract/content-notices.ts";
import { dayMs } from "#contract/durations.ts";
import type { FieldCode } from "#contract/errors.ts";
import { nameKey } from "#server/features/auth/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { mailTeam } from "../mail-team.ts";
import { mailNotifier } from "./answer-notice.ts";
import { findByNameKey, findNamed, insertNotice, insertReport, isMailedSince, type Named } from "./store.ts";

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What a typed place names: a photo or a profile by the ids in an address, else a profile by its username. */
async function resolvePlace({ db, site }: Context, place: string): Promise<Named | undefined> {
  const byId = await findNamed(db, site.id, (place.match(uuids) ?? []).map((id) => id.toLowerCase()).slice(0, 10));
  if (byId) return byId;
  const memberId = await findByNameKey(db, site.id, nameKey(place.replace(/^@/, "")));
  return memberId === undefined ? undefined : { memberId, photo: null };
}

/**
 * With a report for staff, in one transaction (DSA, article 16); the answer does not tell whether it names a member.
 * One mail a day confirms it to an address, because its owner may not be the one who typed it (D11.9).
 */
export async function receiveNotice(
  ctx: Context,
  given: InputOf<typeof sendNotice>["body"],
): Promise<AnswerOf<typeof sendNotice>> {
  const { db, site, now, language } = ctx;
  const { place, reason, text, name = "", email = "" } = given;
  const missing: Record<string, FieldCode> = {};
  if (reason !== namelessReason && name === "") missing.name = "required";
  if (reason !== namelessReason && email === "") missing.email = "required";
  if (!given.good_faith) missing.good_faith = "required";
  if (Object.keys(missing).length > 0) throw failFields(missing);
  const target = await resolvePlace(ctx, place);
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
  const since = new Date(now.getTime() - dayMs);
  const mailed = email !== "" && !(await isMailedSince(db, { siteId: site.id, email, since }));
  const notice = { site_id: site.id, report_id: reportId, created_at: now };
  const id = await insertNotice(db, { ...notice, name, email, language, place, reason, text, mailed });
  if (mailed) await mailNotifier(ctx, { id, site_id: site.id, email, language, place }, { kind: "notice_received" });
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
