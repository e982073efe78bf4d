import type { SelfieRejection, Verification } from "#contract/verification.ts";
import type { Lockable } from "#server/db/locks.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { recordWithdrawal } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import type { Services } from "#server/services.ts";
import { removePhotoFiles } from "../photos/remove-photo.ts";
import { drawPose, hasBadge, pictureFolder, showStanding } from "./rules.ts";
import {
  type CheckKind,
  deleteBadge,
  deleteRejected,
  deleteRequest,
  findVerificationStanding,
  giveBadge,
  insertAsked,
  lockWaiting,
  markDecided,
} from "./verifications-store.ts";

async function getStanding({ db, viewer }: MemberContext) {
  const standing = await findVerificationStanding(db, viewer.memberId);
  if (!standing) throw fail("authentication_required");
  return standing;
}

export async function showVerification(ctx: MemberContext): Promise<Verification> {
  return showStanding(await getStanding(ctx), hasBadge(ctx.site.settings));
}

/** Draws a pose by lot. Asking again before the selfie changes nothing: no drawing until an older picture fits. */
export async function askForPose(ctx: MemberContext): Promise<Verification> {
  const { db, site, viewer, services, now } = ctx;
  const { memberId } = viewer;
  const before = await getStanding(ctx);
  const { state } = showStanding(before, hasBadge(site.settings));
  if (state === "off") throw fail("verification_off");
  if (state === "no_photo") throw fail("verification_needs_photo");
  const pose = drawPose(services.random, before.pose);
  if (state !== "verified") await insertAsked(db, { memberId, siteId: site.id, kind: "selfie", pose, now });
  return await showVerification(ctx);
}

/** Takes back a member's request, their badge and their consent; the selfie is erased. */
export async function withdrawSelfie({ db, site, viewer, services, now }: MemberContext): Promise<void> {
  const { memberId } = viewer;
  await recordWithdrawal(db, { memberId, subject: "selfie" }, now);
  const pictureId = await deleteRequest(db, memberId, "selfie");
  await deleteBadge(db, memberId);
  if (pictureId === null) return;
  const folder = pictureFolder({ siteId: site.id, memberId, id: pictureId });
  await services.jobs.add(db, removePhotoFiles, { folder });
}

/** Takes back a rejection: its member hears of it, and sends another picture. False if there is none. */
export async function reopenCheck(
  { db, now }: Pick<MemberContext, "db" | "now">,
  memberId: string,
  kind: CheckKind,
): Promise<boolean> {
  if (!(await deleteRejected(db, memberId, kind))) return false;
  const path = kind === "selfie" ? "/profile#verification" : "/profile#age";
  await addUpdate(db, { memberId, kind: "verification_reopened", path, now });
  return true;
}

type DecideContext = { db: Lockable<"verifications">; services: Pick<Services, "jobs">; now: Date };

/** `seen` is the main photo that the selfie was compared with, as the queue showed it. */
export type SelfieVerdict = { verdict: "approved" | SelfieRejection; seen: string };

/**
 * Decides on a selfie, once: its member has the badge, or hears why not. The file is erased either way. Answers the
 * member; undefined if the selfie does not wait any more, or if their main photo has changed since it was compared.
 * Runs in the caller's transaction.
 */
export async function decideSelfie(
  { db, services, now }: DecideContext,
  pictureId: string,
  { verdict, seen }: SelfieVerdict,
): Promise<string | undefined> {
  const request = await lockWaiting(db, "selfie", pictureId);
  if (!request) return undefined;
  const { memberId } = request;
  const approved = verdict === "approved";
  if (approved && !(await giveBadge(db, memberId, seen, now))) return undefined;
  await markDecided(db, pictureId, approved ? null : verdict, now);
  await services.jobs.add(db, removePhotoFiles, { folder: pictureFolder({ ...request, id: pictureId }) });
  const kind = approved ? "verified" : "verification_rejected";
  await addUpdate(db, { memberId, kind, path: "/profile#verification", now });
  return memberId;
}
