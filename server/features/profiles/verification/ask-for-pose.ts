import type { Verification } from "#contract/verification.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { drawPose, hasBadge, showStanding } from "./rules.ts";
import { findStanding, insertAsked } from "./store.ts";

export async function showVerification({ db, site, viewer }: MemberContext): Promise<Verification> {
  const standing = await findStanding(db, viewer.memberId);
  if (!standing) throw fail("authentication_required");
  return showStanding(standing, hasBadge(site.settings));
}

/**
 * Draws the pose of a member's selfie by lot. While it waits for the selfie, asking again changes nothing, so that no
 * one can draw until an older picture fits.
 */
export async function askForPose(ctx: MemberContext): Promise<Verification> {
  const { db, site, viewer, services, now } = ctx;
  const { memberId } = viewer;
  const { state } = await showVerification(ctx);
  if (state === "off") throw fail("verification_off");
  if (state === "no_photo") throw fail("verification_needs_photo");
  const before = await findStanding(db, memberId);
  const pose = drawPose(services.random, before?.pose ?? null);
  if (state !== "verified") await insertAsked(db, { memberId, siteId: site.id, kind: "selfie", pose, now });
  return await showVerification(ctx);
}
