import type { AgeCheck, DocumentRejection } from "#contract/age.ts";
import type { ReceivedFile } from "#contract/call.ts";
import type { Lockable } from "#server/db/locks.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { isAssured, recordWithdrawal, requiresAgeProof } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { browserOrigin } from "#server/http/origin.ts";
import type { Services } from "#server/services.ts";
import { removePhotoFiles } from "../photos/remove-photo.ts";
import { pictureFolder } from "./rules.ts";
import { sendPicture } from "./send-picture.ts";
import {
  deleteWaiting,
  findRequest,
  insertAsked,
  insertAssured,
  lockWaiting,
  markDecided,
} from "./verifications-store.ts";

/** Tells where the caller stands. If the provider has found that they are an adult, that is stored, with the date. */
export async function showAge(ctx: MemberContext): Promise<AgeCheck> {
  const { db, site, viewer, services, now } = ctx;
  const { memberId } = viewer;
  const { way } = services.age;
  const at = (state: AgeCheck["state"], reason: DocumentRejection | null = null) => ({ state, way, reason });
  if (!requiresAgeProof(site)) return at("off");
  if (await isAssured(db, memberId)) return at("assured");
  if ((await services.age.findOutcome(memberId)) === "adult") {
    await insertAssured(db, { memberId, siteId: site.id, now });
    return at("assured");
  }
  const request = await findRequest(db, memberId, "document");
  if (request?.status === "waiting") return at("waiting");
  if (request?.status === "rejected") return at("rejected", request.reason as DocumentRejection);
  return at("none");
}

/** The provider's page for the caller; null: they send a document. */
export async function beginAge(ctx: MemberContext): Promise<string | null> {
  const { state } = await showAge(ctx);
  if (state === "off" || state === "assured") throw fail("age_check_not_open");
  return await ctx.services.age.begin(ctx.viewer.memberId, `${browserOrigin(ctx.request)}/profile`);
}

/** Puts the photo of a document into the queue of staff. */
export async function sendDocument(ctx: MemberContext, file: ReceivedFile): Promise<void> {
  const { db, site, viewer, now, key } = ctx;
  const { memberId } = viewer;
  if ((await findRequest(db, memberId, "document"))?.key === key) return;
  const { state, way } = await showAge(ctx);
  if (way !== "document" || state === "off" || state === "assured") throw fail("age_check_not_open");
  await insertAsked(db, { memberId, siteId: site.id, kind: "document", pose: null, now });
  await sendPicture(ctx, "document", file);
}

/** Takes back a document that waits, and the consent; it is erased. */
export async function withdrawDocument({ db, site, viewer, services, now }: MemberContext): Promise<void> {
  const { memberId } = viewer;
  const pictureId = await deleteWaiting(db, memberId, "document");
  if (pictureId === undefined) return;
  await recordWithdrawal(db, { memberId, subject: "document" }, now);
  const folder = pictureFolder({ siteId: site.id, memberId, id: pictureId });
  await services.jobs.add(db, removePhotoFiles, { folder });
}

type DecideContext = { db: Lockable<"verifications">; services: Pick<Services, "jobs">; now: Date };

/** Decides once: only outcome and date are kept, the file is erased. Undefined if it does not wait any more. */
export async function decideDocument(
  { db, services, now }: DecideContext,
  pictureId: string,
  verdict: "approved" | DocumentRejection,
): Promise<string | undefined> {
  const request = await lockWaiting(db, "document", pictureId);
  if (!request) return undefined;
  const { memberId } = request;
  await markDecided(db, pictureId, verdict === "approved" ? null : verdict, now);
  await services.jobs.add(db, removePhotoFiles, { folder: pictureFolder({ ...request, id: pictureId }) });
  const kind = verdict === "approved" ? "age_assured" : "age_rejected";
  await addUpdate(db, { memberId, kind, path: "/profile#age", now });
  return memberId;
}
